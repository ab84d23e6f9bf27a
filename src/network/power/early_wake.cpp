// SPDX-License-Identifier: MIT
// An idle timer, and wake-ups by look-ahead of the route: when a NIC injects a packet, a signal runs
// along the packet's way and wakes the links there, so that a packet waits for about one wake-up
// instead of one at each hop. The way is the routing's; where that depends on more than the
// destination, a link may be woken for nothing.
#include "network/power/policy.h"

namespace kasuri {
namespace {

class EarlyWake final : public LinkPolicy {
 public:
  EarlyWake(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Rest rest(std::uint32_t, Time idle, Time want) override {
    return rest_with(*always(), idle, want);
  }
  std::optional<SleepPlan> always() const override {
    return SleepPlan{.light = c_.threshold};
  }
  bool wakes_ahead() const override { return true; }
};

const config::Register<EarlyWake> early_wake{
    "early-wake", "idle timer; a signal ahead of each packet wakes the links of its path"};

}  // namespace
}  // namespace kasuri
