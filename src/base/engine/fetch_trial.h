// SPDX-License-Identifier: MIT
// Whether fetching ahead pays (Partition::Ahead). It saves waiting for memory and costs instructions: which
// of the two is more depends on the size of the machine, its load, the host's caches, and who shares them.
// So short stretches of events are handled with and without it in alternation, and the faster goes on until
// the next trial. What is fetched changes no result.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace kasuri {

class FetchTrial {
 public:
  // With a guess until the first trial.
  explicit FetchTrial(bool guess) : fetches_(guess) {}

  bool fetches() const { return fetches_; }
  // Whether the time of the events that come is to be told.
  bool times() const { return left_ == 0; }

  // So many were handled, in so many seconds if that is asked for.
  void note(std::uint64_t events, double seconds) {
    if (!times()) {
      left_ -= std::min(left_, events);
      return;
    }
    events_ += events;
    seconds_ += seconds;
    if (events_ < kStretch) return;
    double& best = best_[fetches_];
    best = std::min(best, seconds_ / static_cast<double>(events_));
    events_ = 0;
    seconds_ = 0;
    fetches_ = !fetches_;
    if (++stretches_ < 2 * kTurns) return;
    fetches_ = best_[1] < kWorth * best_[0];
    best_.fill(kNone);
    stretches_ = 0;
    left_ = pause_ = std::min(kGrowth * pause_, kLongest);
  }

 private:
  // In events. The least of a few short stretches is what neither other processes nor a burst of work has
  // disturbed.
  static constexpr std::uint64_t kFirst = 1 << 16, kGrowth = 4, kLongest = 1 << 20, kStretch = 2048;
  static constexpr int kTurns = 3;
  static constexpr double kWorth = 0.97, kNone = std::numeric_limits<double>::infinity();

  bool fetches_;
  int stretches_ = 0;                    // of this trial
  std::uint64_t left_ = kFirst, pause_ = kFirst;  // until the next one
  std::uint64_t events_ = 0;             // of this stretch
  double seconds_ = 0;
  std::array<double, 2> best_{kNone, kNone};  // seconds per event, without and with
};

}  // namespace kasuri
