// SPDX-License-Identifier: MIT
// Whether the threads of a team pay. Threads that share cores with other processes, or that have a few
// events between two barriers, can be slower than one thread that handles all lanes in turn. So where the
// threads wait for each other for a good part of their time, one thread takes over for as long, and the
// faster of the two goes on. The other one is tried again after pauses that grow, for the host may change.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace kasuri {

class ThreadTrial {
 public:
  struct Params {
    double trial_s = 0.003;   // some hundred windows
    double longest_s = 1;     // between trials
    double few = 0.15;        // share of waiting that needs no trial
    static Params alternating() { return {0, 0, 0}; }  // for tests: window by window
  };

  ThreadTrial(unsigned threads, const Params& p)
      : threads_(threads), params_(p), length_s_(p.trial_s), pause_s_(p.trial_s) {}

  // Whether one thread is to handle all lanes.
  bool one() const { return one_; }
  // Windows that one thread has handled in place of several.
  std::uint64_t windows_of_one() const { return windows_of_one_; }

  // What there is at the end of a window, since the start of the run: the host's time, events, and the
  // time that all threads have waited together. Returns whether one() has changed.
  struct Sums {
    double now_s = 0;
    std::uint64_t events = 0;
    double waited_s = 0;
  };
  bool note(const Sums& s) {
    if (threads_ == 1) return false;
    windows_of_one_ += one_;
    const double took = s.now_s - from_.now_s;
    if (from_.now_s == 0 || took < length_s_) {
      if (from_.now_s == 0) from_ = s;
      return false;
    }
    const double waited = (s.waited_s - from_.waited_s) / (took * threads_);
    rate_[one_] = static_cast<double>(s.events - from_.events) / took;
    from_ = s;
    const bool before = one_;
    judge(waited);
    return one_ != before;
  }

 private:
  static constexpr double kGrowth = 4;     // of the pauses
  static constexpr double kAsGood = 0.95;  // one thread costs the host less

  void judge(double waited) {
    if (!one_ && waited < params_.few) {
      tries_ = false;
      length_s_ = pause_s_ = params_.trial_s;
    } else if (tries_) {
      tries_ = false;
      one_ = rate_[1] >= kAsGood * rate_[0];
      length_s_ = pause_s_ = std::min(kGrowth * pause_s_, params_.longest_s);
    } else {
      tries_ = true;
      one_ = !one_;
      length_s_ = params_.trial_s;
    }
  }

  unsigned threads_;
  Params params_;
  bool one_ = false;
  bool tries_ = false;  // the other of two was faster, or has not been measured
  double length_s_, pause_s_;  // of the present stretch, and of one without a trial
  Sums from_;
  std::array<double, 2> rate_{};  // events per second when last measured: of the team, of one
  std::uint64_t windows_of_one_ = 0;
};

}  // namespace kasuri
