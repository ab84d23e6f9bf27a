// SPDX-License-Identifier: MIT
// Light sleep after T_lt, from which a link wakes fast, and deep sleep after a longer time: the two
// modes of IEEE 802.3bj. Waking takes power.t_lw from light and power.deep_t_lw from deep sleep.
#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct DualModeParams {
  Time deep_after{20'000'000};

  static config::Fields<DualModeParams> fields() {
    using P = DualModeParams;
    return {config::field("deep_after", &P::deep_after,
                          "idle time after which light sleep becomes deep sleep")
                .range(0_ps, Time{1'000'000'000'000'000})};
  }
};

class DualMode final : public LinkPolicy {
 public:
  DualMode(const DualModeParams& p, PolicyContext& c) : LinkPolicy(c), p_(p) {}
  Rest rest(std::uint32_t, Time idle, Time want) override {
    return rest_with(*always(), idle, want);
  }
  std::optional<SleepPlan> always() const override {
    return SleepPlan{.light = c_.threshold, .deep = later(p_.deep_after, c_.threshold)};
  }

 private:
  DualModeParams p_;
};

const config::Register<DualMode, DualModeParams> dual_mode{
    "dual-mode", "light sleep after power.t_lt, deep sleep after a longer time (IEEE 802.3bj)"};

}  // namespace
}  // namespace kasuri
