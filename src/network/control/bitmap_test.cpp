// SPDX-License-Identifier: MIT
// The balancer `bitmap`: which entropies it passes over, and for how long.
#include <algorithm>

#include "network/control/balancer_rig.h"

namespace kasuri {
namespace bitmap_test {

using Fate = Balancer::Fate;

TEST(Bitmap, PassesOverPenalisedEntropies) {
  const auto b = make_balancer("bitmap", 16, 3);
  b->heard(5, Fate::trimmed, Time{0});
  // Four laps of 15, in each of which it is met once; then laps of 16, after the last of the four at most.
  const auto four = next_entropies(*b, 60);
  EXPECT_EQ(std::ranges::count(four, 5u), 0);
  for (std::uint32_t e = 0; e < 16; ++e) {
    if (e != 5) { EXPECT_EQ(std::ranges::count(four, e), 4) << e; }
  }
  EXPECT_THAT(std::ranges::count(next_entropies(*b, 160), 5u), testing::AnyOf(9, 10));
}

TEST(Bitmap, CountsMarksOnceAndTimeoutsMost) {
  for (const auto& [fate, laps] : {std::pair{Fate::good, 0}, {Fate::marked, 1}, {Fate::lost, 15}}) {
    const auto b = make_balancer("bitmap", 16, 9);
    b->heard(5, fate, Time{0});
    EXPECT_EQ(std::ranges::count(next_entropies(*b, 15 * laps), 5u), 0);
    EXPECT_EQ(std::ranges::count(next_entropies(*b, 16), 5u), 1);
  }
}

// No more than 15 laps, whatever happened; and if all are bad, any.
TEST(Bitmap, ForgetsAndNeverStalls) {
  const auto b = make_balancer("bitmap", 16, 9);
  for (int i = 0; i < 100; ++i) b->heard(5, Fate::lost, Time{0});
  EXPECT_EQ(std::ranges::count(next_entropies(*b, 15 * 15), 5u), 0);
  EXPECT_EQ(std::ranges::count(next_entropies(*b, 16), 5u), 1);
  for (std::uint32_t e = 0; e < 16; ++e) b->heard(e, Fate::lost, Time{0});
  EXPECT_EQ(next_entropies(*b, 100).size(), 100u);
}

}  // namespace bitmap_test
}  // namespace kasuri
