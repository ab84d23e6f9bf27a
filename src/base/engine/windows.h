// SPDX-License-Identifier: MIT
// Conservative parallel execution in windows (Fujimoto 2000, chapter 3; the Δt of NSIM): all
// partitions handle their events of one span of simulated time, then exchange what they have sent to
// each other. Nothing sent in a window arrives in it: its length is at most the lookahead, the least
// time from sending to arrival. How long windows are, and where they end, changes no result.
//
// In a window a partition handles its boundary first, the places that send to others: it has come to the
// barrier then, and handles the rest while it would have to wait for the others there.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "base/engine/barrier.h"
#include "base/engine/partition.h"
#include "base/engine/thread_trial.h"

namespace kasuri {

class ThreadTeam;

// What the window loop needs of what a partition belongs to.
class Lane {
 public:
  struct Report {
    Time sent = kNever;       // the first arrival among what was sent in this window
    Time lookahead = kNever;  // of the next window
    Time stop = kNever;       // the run is to end there: see kStopGrid

    Report& operator+=(const Report& o) {
      sent = earlier(sent, o.sent);
      lookahead = earlier(lookahead, o.lookahead);
      stop = earlier(stop, o.stop);
      return *this;
    }
  };

  virtual ~Lane() = default;
  virtual Partition& partition() = 0;
  // Takes in what other lanes sent in window `number` - 1, and is ready to send in this one.
  virtual void begin_window(std::uint64_t number) = 0;
  // Nothing more is sent in this window, though something may be left to do within the lane.
  virtual Report end_window() = 0;
  // From now on this thread runs the lane.
  virtual void run_here() {}
};

// A lane that wants to end the run before its time (a simulated program failed) can do so at the next
// multiple of this: no window crosses one, so all lanes stop at the same simulated time.
inline constexpr Time kStopGrid{10'000'000};
constexpr Time next_stop(Time t) { return {(t.ps / kStopGrid.ps + 1) * kStopGrid.ps}; }

// How the lanes spent their time; for people (--profile).
struct WindowProfile {
  std::uint64_t windows = 0;
  std::uint64_t on_one_thread = 0;  // of these: see ThreadTrial
  std::vector<double> busy_s;  // per thread, handling events
  std::vector<double> wait_s;  // per thread, at the barrier
  std::vector<std::uint64_t> events;  // per lane, taken from the queue

  double events_per_window() const;
  // Share of all threads' time that they waited for others.
  double barrier_share() const;
  // Events of the lane that has most over the mean of all; 1 is perfect.
  double imbalance() const;
};

// Connects the lanes of this process to those of others.
class Exchange {
 public:
  virtual ~Exchange() = default;
  // Called by one thread when all lanes have ended window `number`: sends what is for lanes of other
  // processes, receives what is for ours, and makes `all` the report of all. No event of any is left
  // before `next`, which is likewise reduced.
  virtual void swap(std::uint64_t number, Lane::Report& all, Time& next, bool& stopped) = 0;
};

class Windows {
 public:
  using Poll = std::function<void()>;

  // Lane i runs on member i % n of a team of n, or on member 0 while threads do not pay. `spin`: whether
  // threads may wait actively, because each has a core.
  Windows(ThreadTeam&, std::vector<Lane*>, bool spin, Exchange* exchange = nullptr);

  // Before the first run_until.
  void set_trial(const ThreadTrial::Params&);

  // Handles the events with time < end, and calls `poll` now and then on the thread that called this, about
  // kPollPeriod apart: between windows, while all others rest, or within one if there is only one lane.
  // `end`: all of them; `idle`: and there are no others; `stop`: a lane stopped the run at stopped_at(), or
  // request_stop() was called.
  Partition::Pause run_until(Time end, const Poll& poll);

  // For the end: what has been sent and not yet taken in goes to where it was sent.
  void settle();

  // May be called from a signal handler or another thread.
  void request_stop() {
    for (Lane* lane : lanes_) lane->partition().request_stop();
  }
  // Time of the first event that is left, kNever if there is none.
  Time next_time() const { return next_; }
  // Whether lanes of this process have sent what others have not taken in yet.
  bool in_transit() const { return sent_; }
  // Where a lane stopped the run, or kNever.
  Time stopped_at() const { return all_.stop; }
  WindowProfile profile() const;

 private:
  // What a member tells the others in a window.
  struct alignas(64) Told {
    Lane::Report report;  // of its lanes together
    Time next{0};         // no event is left before
    bool stops = false;
    std::uint64_t handled = 0;  // events of its lanes so far
    double wait_s = 0;          // so far
  };
  struct alignas(128) Member {
    std::vector<Lane*> lanes;
    std::vector<Lane*> unfinished;  // of which only the boundaries have been handled in this window
    bool stops = false;  // to be told
    std::exception_ptr error;
    std::uint64_t polled = 0;  // events handled since
    double busy_s = 0;
    double wait_s = 0;
    Told told;
  };

  static constexpr double kPollPeriod = 0.2;  // s of the host

  void share_out();
  void run_member(unsigned i, Time end, const Poll&);
  void run_lanes(Member&, std::uint64_t number, Time until, bool boundaries, const Poll&);
  void finish_lanes(Member&, Time until);
  template <class Work>
  static void guarded(Member&, Work&&);
  [[nodiscard]] Barrier::Round arrive(Member&, std::uint64_t number, Time until, bool polls);
  void reduce(Member&, std::uint64_t number, bool polls);
  bool window_follows(Time end) const;
  Time window_end(Time end) const;
  bool may_leave_some(Time until, Time end) const;

  ThreadTeam& team_;
  std::vector<Lane*> lanes_;
  std::vector<Member> members_;
  Barrier barrier_;
  ThreadTrial trial_;
  Exchange* exchange_;
  bool started_ = false;
  alignas(64) std::uint64_t number_ = 0;  // of the window that is over
  // Of all lanes, when the window was over.
  Lane::Report all_;
  Time next_{0};
  bool stopped_ = false;
  bool sent_ = false;
  bool rests_ = false;  // all members leave the loop, for a poll or to share out the lanes
  double polled_ = 0;   // when the last one was
};

}  // namespace kasuri
