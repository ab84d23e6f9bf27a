// SPDX-License-Identifier: MIT
// A barrier holds everybody until all have come and one has done the step, for threads that spin,
// threads that sleep, and more threads than cores.
#include "base/engine/barrier.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>
#include <vector>

#include "base/engine/thread_team.h"

namespace kasuri {
namespace barrier_test {

struct Case {
  std::uint32_t threads;
  bool spin;
};

class BarrierOf : public testing::TestWithParam<Case> {};

// Plain memory everywhere: the barrier must order what is written before it, in the step, and
// after.
TEST_P(BarrierOf, DoesTheStepBetweenWhatComesBeforeAndAfter) {
  const auto [threads, spin] = GetParam();
  constexpr std::uint64_t kRounds = 100;
  Barrier barrier(threads, spin);
  std::vector<std::uint64_t> mine(threads, 0);
  std::uint64_t sum = 0, steps = 0;
  std::vector<std::uint64_t> wrong(threads, 0);
  ThreadTeam team(threads);
  team.run([&, n = threads](unsigned i) {
    for (std::uint64_t round = 1; round <= kRounds; ++round) {
      mine[i] += i + 1;
      barrier.meet([&] {
        ++steps;
        sum = 0;
        for (const std::uint64_t m : mine) sum += m;
      });
      wrong[i] += sum != round * n * (n + 1) / 2 || steps != round;
      barrier.meet([&] { wrong[i] += steps != round; });
    }
  });
  EXPECT_EQ(steps, kRounds);
  EXPECT_THAT(wrong, testing::Each(0u));
}

INSTANTIATE_TEST_SUITE_P(Threads, BarrierOf,
                         testing::Values(Case{1, true}, Case{2, true}, Case{2, false},
                                         Case{3, true}, Case{3, false}, Case{9, true},
                                         Case{9, false}));

// How often this thread went to sleep.
long sleeps_of_this_thread() {
  rusage use{};
  getrusage(RUSAGE_THREAD, &use);
  return use.ru_nvcsw;
}

// Who waits long sleeps, whether or not it looked again and again at first.
TEST(Barrier, WaitsForALateThreadAsleep) {
  for (const bool spin : {true, false}) {
    Barrier barrier(2, spin);
    long sleeps = 0;
    bool came = false, seen = false;
    ThreadTeam team(2);
    team.run([&](unsigned i) {
      if (i == 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        came = true;
        return barrier.meet([] {});
      }
      const long before = sleeps_of_this_thread();
      barrier.meet([] {});
      sleeps = sleeps_of_this_thread() - before;
      seen = came;
    });
    EXPECT_TRUE(seen);
    EXPECT_GT(sleeps, 0) << (spin ? "spinning at first" : "never spinning");
  }
}

}  // namespace barrier_test
}  // namespace kasuri
