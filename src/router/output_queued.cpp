// SPDX-License-Identifier: MIT
// The routers of output_queued.h as the architecture `output-queued`.
#include "config/registry.h"
#include "router/arbiter.h"
#include "router/router.h"

namespace kasuri {
namespace {

struct OutputQueuedRouters {
  static constexpr std::string_view kKind = Routers::kKind;
  static constexpr std::string_view kKindMeaning = Routers::kKindMeaning;
  using Base = Routers;
  using Context = RouterContext;

  static std::unique_ptr<Routers> make(const config::NoParams&, RouterContext& c) {
    ArbiterContext context;
    return c.params.arbiter.make(context)->output_queued(c);
  }
};

const config::Register<OutputQueuedRouters> output_queued{
    "output-queued", "virtual cut-through, queues at the outputs, to which packets pass from all inputs at "
                     "once: no head-of-line blocking"};

}  // namespace
}  // namespace kasuri
