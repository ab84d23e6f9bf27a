// SPDX-License-Identifier: MIT
// Arrived packets beside a set of numbers.
#include "network/ethernet/arrived_packets.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace kasuri {
namespace arrived_packets_test {

TEST(ArrivedPackets, InOrderLeavesNoGaps) {
  ArrivedPackets a;
  for (std::uint32_t n = 0; n < 1000; ++n) EXPECT_TRUE(a.put(n));
  EXPECT_EQ(a.expected(), 1000u);
  EXPECT_FALSE(a.gaps());
  EXPECT_FALSE(a.put(999));
  EXPECT_EQ(a.from(998), 3u);
}

// Beside a set of numbers, in random order with duplicates and long gaps.
TEST(ArrivedPackets, AnyOrderAgreesWithASet) {
  std::mt19937 random(7);
  ArrivedPackets a;
  std::set<std::uint32_t> there;
  std::uint32_t expected = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t n = expected + random() % (i % 100 == 0 ? 700 : 40) - (random() % 8 == 0 ? 3 : 0);
    if (static_cast<std::int32_t>(n) < 0) continue;
    const bool is_new = there.insert(n).second;
    EXPECT_EQ(a.put(n), is_new);
    while (there.contains(expected)) ++expected;
    ASSERT_EQ(a.expected(), expected);
    ASSERT_EQ(a.gaps(), *there.rbegin() >= expected);
  }
  const std::uint64_t bits = a.from(expected);
  for (std::uint32_t k = 0; k < 64; ++k) EXPECT_EQ(bits >> k & 1, there.contains(expected + k) ? 1u : 0u);
}

}  // namespace arrived_packets_test
}  // namespace kasuri
