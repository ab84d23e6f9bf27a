// SPDX-License-Identifier: MIT
// Levels in their order, against a sorted set.
#include "network/flow/level_queue.h"

#include <gtest/gtest.h>

#include <set>

#include "base/core/rng.h"

namespace kasuri {
namespace level_queue_test {

TEST(LevelQueue, GivesTheLowestLevelAndOfEqualOnesTheLowestLink) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::uint64_t draws = 0;
    const auto draw = [&](std::uint32_t below_this) {
      return below(random_at(seed, 0, 0, draws++)[0], below_this);
    };
    LevelQueue queue;
    std::set<LevelQueue::Level> expected;
    const auto add = [&](std::int64_t from) {
      const std::int64_t level = from + (draw(3) ? static_cast<std::int64_t>(draw(2000)) << draw(40) : 0);
      const auto link = static_cast<std::uint32_t>(expected.size() * 50 + draw(50));
      if (expected.insert({level, link}).second) queue.push(level, link);
    };
    for (int i = 0; i < 20; ++i) add(0);
    // Odd links are no longer wanted: some may be given, in their order.
    const auto wanted = [](std::uint32_t link) { return link % 2 == 0; };
    for (int taken = 0; queue.find(wanted); ++taken) {
      const std::int64_t level = queue.level();
      const std::uint32_t link = queue.pop();
      while (expected.begin()->second != link && !wanted(expected.begin()->second)) {
        expected.erase(expected.begin());
      }
      ASSERT_EQ(*expected.begin(), (LevelQueue::Level{level, link}));
      expected.erase(expected.begin());
      if (taken < 200 && draw(2)) add(level);
      if (taken < 200 && draw(2)) add(level);
    }
    for (const auto& [level, link] : expected) EXPECT_FALSE(wanted(link));
    queue.push(1 + (std::int64_t{1} << 60), 7);
    queue.clear();
    EXPECT_FALSE(queue.find(wanted));
    queue.push(0, 4);  // lower than what was taken before
    ASSERT_TRUE(queue.find(wanted));
    EXPECT_EQ(queue.pop(), 4u);
  }
}

}  // namespace level_queue_test
}  // namespace kasuri
