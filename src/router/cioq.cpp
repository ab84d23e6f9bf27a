// SPDX-License-Identifier: MIT
// The routers of output_queued.h as the architecture `cioq`.
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
    "cioq", "virtual cut-through, queues at inputs and outputs, and between them a switch with a speed-up"};

}  // namespace
}  // namespace kasuri
