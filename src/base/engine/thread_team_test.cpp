// SPDX-License-Identifier: MIT
// A team does one task after the other with the same threads, and tells of what went wrong.
#include "base/engine/thread_team.h"

#include <gmock/gmock.h>
#include <sched.h>

#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kasuri {
namespace thread_team_test {

// What the members write is plain memory: run() itself must order it.
TEST(ThreadTeam, CallsEveryMemberOnceAndWaitsForAll) {
  for (const unsigned members : {1u, 2u, 5u, 3 * available_cores() + 1}) {
    ThreadTeam team(members);
    ASSERT_EQ(team.members(), members);
    std::vector<int> calls(members, 0);
    for (int round = 1; round <= 100; ++round) {
      team.run([&](unsigned i) { ++calls[i]; });
      ASSERT_EQ(calls, std::vector<int>(members, round));
    }
  }
}

TEST(ThreadTeam, MembersKeepTheirThreads) {
  ThreadTeam team(4);
  std::vector<std::thread::id> first(4), second(4);
  team.run([&](unsigned i) { first[i] = std::this_thread::get_id(); });
  team.run([&](unsigned i) { second[i] = std::this_thread::get_id(); });
  EXPECT_EQ(first, second);
  EXPECT_EQ(first[0], std::this_thread::get_id());
  EXPECT_EQ(std::set<std::thread::id>(first.begin(), first.end()).size(), 4u);
}

TEST(ThreadTeam, HasAlwaysTheCaller) {
  ThreadTeam team(0);
  EXPECT_EQ(team.members(), 1u);
  std::thread::id who;
  team.run([&](unsigned) { who = std::this_thread::get_id(); });
  EXPECT_EQ(who, std::this_thread::get_id());
}

TEST(ThreadTeam, RethrowsWhatTheLowestMemberThrew) {
  const auto thrown = [](ThreadTeam& team, std::set<unsigned> throwing) {
    std::vector<int> calls(team.members(), 0);
    std::string what = "nothing";
    try {
      team.run([&](unsigned i) {
        ++calls[i];
        if (throwing.contains(i)) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& e) {
      what = e.what();
    }
    EXPECT_THAT(calls, testing::Each(1));  // the others have done their work
    return what;
  };
  ThreadTeam team(4);
  EXPECT_EQ(thrown(team, {3}), "3");
  EXPECT_EQ(thrown(team, {}), "nothing");  // it is told once
  EXPECT_EQ(thrown(team, {1, 2, 3}), "1");
  EXPECT_EQ(thrown(team, {0, 3}), "0");
}

TEST(ThreadTeam, GoesHomeWithoutEverHavingWorked) {
  for (int i = 0; i < 100; ++i) ThreadTeam team(3);
}

TEST(ThreadTeam, CountsTheCoresItMayRunOn) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(available_cores(), static_cast<unsigned>(CPU_COUNT(&all)));
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(available_cores(), 1u);
  sched_setaffinity(0, sizeof all, &all);
}

}  // namespace thread_team_test
}  // namespace kasuri
