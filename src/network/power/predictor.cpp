// SPDX-License-Identifier: MIT
// Each link predicts its next gap from those before, as their exponentially weighted mean, and
// sleeps at once if that is longer than the transitions take; else it waits for T_lt. It may wake up
// of its own accord when the predicted gap is about to end (history-based prediction as in Kim et
// al. 2003 and Hwang & Wu 1997). Gaps shorter than a packet's pause (`ignore`) are no gaps to it.
#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct PredictorParams {
  double gain = 0.5;
  bool wake_ahead = true;
  Time ignore{500'000};

  static config::Fields<PredictorParams> fields() {
    using P = PredictorParams;
    return {config::field("gain", &P::gain, "weight of the latest gap in the mean").range(0, 1),
            config::field("wake_ahead", &P::wake_ahead,
                          "whether a link wakes up before the predicted end of the gap"),
            config::field("ignore", &P::ignore, "gaps shorter than this do not change the mean")
                .range(0_ps, 1000_ms)};
  }
};

class Predictor final : public LinkPolicy {
 public:
  Predictor(const PredictorParams& p, PolicyContext& c)
      : LinkPolicy(c), ignore_(p.ignore), wake_ahead_(p.wake_ahead), predicted_(c.links, Time{0}),
        gain_(static_cast<std::int64_t>(p.gain * kOne)) {}

  Time least_gap() const override { return Time{0}; }
  Rest rest(std::uint32_t link, Time idle, Time want) override {
    Time& predicted = predicted_[link];
    SleepPlan plan{.light = c_.threshold};
    if (predicted > break_even()) {
      plan.light = Time{0};
      if (wake_ahead_) plan.wake = predicted - c_.modes[0].leave;
    }
    const Rest rest = rest_with(plan, idle, want);
    if (const Time gap = want - idle; gap >= ignore_ && want != kEndless) {
      // In fixed point, so that the result does not depend on the host's arithmetic.
      const Time bounded = earlier(gap, Time{kLongest});
      predicted += Time{(bounded - predicted).ps / kOne * gain_ +
                        (bounded - predicted).ps % kOne * gain_ / kOne};
    }
    return rest;
  }

 private:
  static constexpr std::int64_t kOne = 1 << 16;
  static constexpr std::int64_t kLongest = std::int64_t{1} << 46;  // 70 s

  Time ignore_;
  bool wake_ahead_;
  std::vector<Time> predicted_;
  std::int64_t gain_;
};

const config::Register<Predictor, PredictorParams> predictor{
    "predictor", "predicts idle gaps by the mean of earlier gaps, sleeps at once if it is long enough, and "
                 "wakes in time"};

}  // namespace
}  // namespace kasuri
