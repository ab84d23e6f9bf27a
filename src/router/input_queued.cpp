// SPDX-License-Identifier: MIT
#include "config/registry.h"
#include "router/arbiter.h"
#include "router/router.h"

namespace kasuri {
namespace {

struct InputQueuedRouters {
  static constexpr std::string_view kKind = Routers::kKind;
  static constexpr std::string_view kKindMeaning = Routers::kKindMeaning;
  using Base = Routers;
  using Context = RouterContext;

  static std::unique_ptr<Routers> make(const config::NoParams&, RouterContext& c) {
    ArbiterContext context;
    return c.params.arbiter.make(context)->input_queued(c);
  }
};

const config::Register<InputQueuedRouters> input_queued{
    "input-queued", "virtual cut-through, buffers at the inputs (with a speed-up also at the outputs)"};

}  // namespace
}  // namespace kasuri
