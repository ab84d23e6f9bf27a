// SPDX-License-Identifier: MIT
// Hosts with a known speed of one thread and of a team: the trial settles on the faster of the two, costs
// little, and notices when a host changes.
#include "base/engine/thread_trial.h"

#include <gtest/gtest.h>

namespace kasuri {
namespace thread_trial_test {

// Events per second of a team of two and of one thread, and which share of its time the team waits.
struct Host {
  double team = 2, one = 1, waits = 0.05;
};

// A run of windows of 50 µs in `seconds` of the host's time. Returns the events, in units of those that one
// thread handles in a second.
struct Course {
  ThreadTrial trial{2, {}};
  ThreadTrial::Sums sums{.now_s = 1};
  double events = 0, on_one_s = 0;
  int changes = 0;

  double go(const Host& host, double seconds, double window_s = 50e-6) {
    const double before = events, until = sums.now_s + seconds;
    while (sums.now_s < until) {
      changes += trial.note(sums);
      events += window_s * (trial.one() ? host.one : host.team);
      on_one_s += trial.one() ? window_s : 0;
      sums.now_s += window_s;
      sums.events = static_cast<std::uint64_t>(events * 1e9);
      sums.waited_s += trial.one() ? 0 : 2 * window_s * host.waits;
    }
    return events - before;
  }
};

TEST(ThreadTrial, LeavesThreadsAloneThatWaitLittle) {
  Course r;
  r.go({.team = 1.9, .waits = 0.05}, 2);
  EXPECT_EQ(r.changes, 0);
  EXPECT_EQ(r.trial.windows_of_one(), 0u);
}

TEST(ThreadTrial, GoesOnWithOneThreadWhereThatIsFaster) {
  for (const double team : {0.02, 0.5, 0.9, 1.0}) {
    Course r;
    EXPECT_GT(r.go({.team = team, .waits = 0.6}, 2), 2 * 0.97) << team;
    EXPECT_TRUE(r.trial.one());
  }
}

// A thread that waits for a core for 20 ms holds up a window for so long.
TEST(ThreadTrial, TriesSlowThreadsSeldom) {
  Course r;
  const Host host{.team = 0.0025, .waits = 0.5};
  while (r.sums.now_s < 3) r.go(host, 1e-9, r.trial.one() ? 50e-6 : 0.02);
  EXPECT_GT(r.events, 2 * 0.93);
}

TEST(ThreadTrial, GoesOnWithThreadsThatAreFasterThoughTheyWait) {
  Course r;
  EXPECT_GT(r.go({.team = 1.3, .waits = 0.35}, 2), 1.3 * 2 * 0.98);
  EXPECT_FALSE(r.trial.one());
  EXPECT_LT(r.on_one_s, 0.1);
}

TEST(ThreadTrial, NoticesThatCoresBecomeFreeOrBusy) {
  Course r;
  const Host busy{.team = 0.5, .waits = 0.6}, quiet{.team = 1.9, .waits = 0.05};
  r.go(busy, 3);
  r.go(quiet, 1.2);  // the longest pause, and a trial
  EXPECT_FALSE(r.trial.one());
  r.on_one_s = 0;
  r.go(quiet, 1);
  EXPECT_EQ(r.on_one_s, 0);
  EXPECT_GT(r.go(busy, 1), 0.96);
}

TEST(ThreadTrial, HasNothingToTryWithOneThread) {
  ThreadTrial t(1, ThreadTrial::Params::alternating());
  for (int i = 1; i < 100; ++i) {
    EXPECT_FALSE(t.note({.now_s = i * 1.0, .events = 0, .waited_s = i * 1.0}));
  }
}

}  // namespace thread_trial_test
}  // namespace kasuri
