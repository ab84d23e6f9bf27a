// SPDX-License-Identifier: MIT
// Early wake by hints of the program, which knows what it will send long before the packets do: a hint
// as early as the wake-ups take hides them, and links sleep through the computing before it.
#include "base/config/registry.h"
#include "network/power/policy.h"

namespace kasuri {
namespace {

class HintedWake final : public LinkPolicy {
 public:
  HintedWake(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Rest rest(std::uint32_t, Time idle, Time want) override {
    return rest_with(*always(), idle, want);
  }
  std::optional<SleepPlan> always() const override {
    return SleepPlan{.light = c_.threshold};
  }
  bool heeds_hints() const override { return true; }
};

const config::Register<HintedWake> hinted_wake{
    "hinted-wake", "idle timer; MGEN_Expect_send wakes the links of the path before the message is sent"};

}  // namespace
}  // namespace kasuri
