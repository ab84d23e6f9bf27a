// SPDX-License-Identifier: MIT
#include "config/registry.h"
#include "router/arbiter.h"
#include "router/router.h"

namespace kasuri {
namespace {

struct CioqRouters {
  static constexpr std::string_view kKind = Routers::kKind;
  static constexpr std::string_view kKindMeaning = Routers::kKindMeaning;
  using Base = Routers;
  using Context = RouterContext;

  static std::unique_ptr<Routers> make(const config::NoParams&, RouterContext& c) {
    ArbiterContext context;
    return c.params.arbiter.make(context)->cioq(c);
  }
};

const config::Register<CioqRouters> cioq{
    "cioq", "virtual cut-through, queues at the inputs and at the outputs, and a switch with a speed-up between them"};

}  // namespace
}  // namespace kasuri
