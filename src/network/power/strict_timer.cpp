// SPDX-License-Identifier: MIT
// The idle timer read strictly: a link sleeps at the very instant at which it has been idle for T_lt, so
// that a packet that comes just then finds it asleep. It differs from idle-timer only at T_lt = 0: there
// every packet wakes the link up, also one that has queued behind another. What TraceRP shows for T_s = 0
// (its Figure 5) agrees with this reading, and not with the other: see examples/tracerp/README.md.
#include "network/power/policy.h"

namespace kasuri {
namespace {

class StrictTimer final : public LinkPolicy {
 public:
  StrictTimer(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}

  Rest rest(std::uint32_t, Time idle, Time want) override {
    const Time tired = idle + c_.threshold;
    const Time ready = later(idle, want);
    if (ready > tired) return rest_with({.light = c_.threshold}, idle, ready);
    Rest rest{.up = want, .modes = {}, .transitions = 0};
    if (ready < tired) return rest;
    rest.up = tired + (c_.abortable ? Time{0} : c_.modes[0].enter) + c_.modes[0].leave;
    rest.transitions = 1;
    return rest;
  }
  bool asked_always() const override { return c_.threshold == Time{0}; }
};

const config::Register<StrictTimer> strict_timer{
    "strict-timer", "as idle-timer, but with T_lt = 0 the link wakes up for every packet, also for a "
                    "queued one"};

}  // namespace
}  // namespace kasuri
