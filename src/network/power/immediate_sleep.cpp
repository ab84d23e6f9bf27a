// SPDX-License-Identifier: MIT
// A link falls asleep as soon as nothing waits for it: what Energy Efficient Ethernet does frame by
// frame (IEEE 802.3az; Christensen et al. 2010).
#include "network/power/policy.h"

namespace kasuri {
namespace {

class ImmediateSleep final : public LinkPolicy {
 public:
  ImmediateSleep(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Rest rest(std::uint32_t, Time idle, Time want) override {
    return rest_with(*always(), idle, want);
  }
  std::optional<SleepPlan> always() const override {
    return SleepPlan{.light = Time{0}};
  }
  Time least_gap() const override { return Time{0}; }
};

const config::Register<ImmediateSleep> immediate_sleep{
    "immediate-sleep", "a link sleeps as soon as nothing waits for it (IEEE 802.3az)"};

}  // namespace
}  // namespace kasuri
