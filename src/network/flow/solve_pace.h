// SPDX-License-Identifier: MIT
// When shares are computed again: at multiples of a step after a change. One computation costs as much as
// all flows that contended links connect, so where messages begin and end each at a time of its own, it
// waits for more changes: until they are a share of the flows that the last one computed, but no longer
// than a share of the time that messages take. Messages in step change together and do not wait.
#pragma once

#include <cstdint>

#include "base/core/units.h"

namespace kasuri {

class SolvePace {
 public:
  static constexpr std::uint64_t kFlowsPerChange = 8;
  static constexpr std::int64_t kLongest = 8;  // 1 / 8 of the mean time of the latest messages

  // `waits`: else each step is the time for all changes before.
  SolvePace(Time step, bool waits) : step_(step), waits_(waits) {}

  Time at() const { return at_; }
  // Shares are to be computed again.
  void changed(Time now) {
    ++changes_;
    if (at_ != kNever) return;
    first_ = now;
    at_ = Time{(now.ps / step_.ps + 1) * step_.ps};
  }
  // Whether they are computed now, at at(); else later.
  bool due() {
    if (!waits_ || changes_ * kFlowsPerChange >= computed_ || (at_ - first_).ps >= longest()) return true;
    at_ += step_;
    return false;
  }
  // Computed for so many flows.
  void done(std::uint64_t flows) {
    computed_ = flows;
    changes_ = 0;
    at_ = kNever;
  }
  // A message has taken so long.
  void took(Time t) { mean_ += Time{(t - mean_).ps / 16}; }

 private:
  std::int64_t longest() const { return mean_.ps / kLongest; }

  Time step_, at_ = kNever, first_{0}, mean_{0};
  bool waits_;
  std::uint64_t changes_ = 0, computed_ = 0;
};

}  // namespace kasuri
