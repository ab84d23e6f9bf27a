// SPDX-License-Identifier: MIT
// A link falls asleep when it has been idle for T_lt: NsimPower (section 3.1) and, with no time for
// the transition, TraceRP (section 3.2), where T_lt is called T_s.
#include "network/power/policy.h"

namespace kasuri {
namespace {

class IdleTimer final : public LinkPolicy {
 public:
  IdleTimer(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Rest rest(std::uint32_t, Time idle, Time want) override {
    return rest_with(*always(), idle, want);
  }
  std::optional<SleepPlan> always() const override {
    return SleepPlan{.light = c_.threshold};
  }
};

const config::Register<IdleTimer> idle_timer{
    "idle-timer", "idle timer: a link sleeps after power.t_lt without packets (NsimPower, TraceRP)"};

}  // namespace
}  // namespace kasuri
