// SPDX-License-Identifier: MIT
// An idle timer that each link sets for itself: a sleep that was too short to save anything doubles
// its threshold, one that was worth it halves it (after Kim et al., ISLPED 2003, who adapt the
// threshold of a link to its traffic). It begins with T_lt.
#include <algorithm>

#include "base/config/document.h"
#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct AdaptiveTimerParams {
  Time least{100'000};
  Time most{1'000'000'000};
  double worthwhile = 2;

  static config::Fields<AdaptiveTimerParams> fields() {
    using P = AdaptiveTimerParams;
    constexpr Time kLongest{1'000'000'000'000};
    return {config::field("least", &P::least, "smallest threshold").range(1_ps, kLongest),
            config::field("most", &P::most, "largest threshold").range(1_ps, kLongest),
            config::field("worthwhile", &P::worthwhile,
                          "a sleep counts as long if it lasts more than this many times t_ls + t_lw")
                .range(0, 1000)};
  }
  static void validate(const AdaptiveTimerParams& p, config::Section& section) {
    if (p.least > p.most) {
      section.error(&AdaptiveTimerParams::least, "must not exceed 'most' (" + to_string(p.most) + ")");
    }
  }
};

class AdaptiveTimer final : public LinkPolicy {
 public:
  AdaptiveTimer(const AdaptiveTimerParams& p, PolicyContext& c)
      : LinkPolicy(c),
        p_(p),
        threshold_(c.links, std::clamp(c.threshold, p.least, p.most)),
        worthwhile_{static_cast<std::int64_t>(p.worthwhile * static_cast<double>(break_even().ps))} {}

  Time least_gap() const override { return p_.least; }
  Rest rest(std::uint32_t link, Time idle, Time want) override {
    Time& threshold = threshold_[link];
    const Rest rest = rest_with({.light = threshold}, idle, want);
    if (rest.transitions == 0) return rest;
    const bool worth_it = want - (idle + threshold) > worthwhile_;
    threshold = worth_it ? later(p_.least, Time{threshold.ps / 2})
                         : earlier(p_.most, threshold * 2);
    return rest;
  }

 private:
  AdaptiveTimerParams p_;
  std::vector<Time> threshold_;
  Time worthwhile_;
};

const config::Register<AdaptiveTimer, AdaptiveTimerParams> adaptive_timer{
    "adaptive-timer", "idle timer whose threshold doubles after a short sleep and halves after a long one"};

}  // namespace
}  // namespace kasuri
