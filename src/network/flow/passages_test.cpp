// SPDX-License-Identifier: MIT
// Short messages on a link: who begins first has its time first, and none of it is given twice.
#include "network/flow/passages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/core/hash.h"

namespace kasuri {
namespace passages_test {

TEST(Passages, OneAfterTheOther) {
  Passages links(2);
  EXPECT_EQ(links.pass(0, Time{0}, Time{100}, Time{10}), Time{110});
  EXPECT_EQ(links.pass(0, Time{0}, Time{100}, Time{10}), Time{120});
  EXPECT_EQ(links.queue(0, Time{105}), Time{15});
  EXPECT_EQ(links.queue(0, Time{120}), Time{0});
  EXPECT_EQ(links.pass(1, Time{0}, Time{100}, Time{10}), Time{110});
}

TEST(Passages, WhoComesEarlierNeedNotWaitForWhoBeganEarlier) {
  Passages links(1);
  EXPECT_EQ(links.pass(0, Time{0}, Time{100}, Time{10}), Time{110});
  EXPECT_EQ(links.pass(0, Time{5}, Time{20}, Time{10}), Time{30});
  // In the gap, and the rest after it.
  EXPECT_EQ(links.pass(0, Time{5}, Time{25}, Time{80}), Time{120});
  EXPECT_EQ(links.queue(0, Time{20}), Time{100});
}

TEST(Passages, WhatTakesNoTimeWaitsForNobody) {
  Passages links(1);
  EXPECT_EQ(links.pass(0, Time{0}, Time{100}, Time{10}), Time{110});
  EXPECT_EQ(links.pass(0, Time{0}, Time{105}, Time{0}), Time{105});
}

// Beside an array of the link's picoseconds.
TEST(Passages, GiveEachPicosecondOnce) {
  constexpr std::int64_t kEnd = 4000;
  Passages links(1);
  std::vector<bool> busy(2 * kEnd);
  std::uint64_t draw = 1;
  for (std::int64_t now = 0; now < kEnd; now += static_cast<std::int64_t>(draw % 25)) {
    const std::int64_t head = now + static_cast<std::int64_t>((draw = mix(draw)) % 300);
    std::int64_t left = static_cast<std::int64_t>((draw = mix(draw)) % 20), at = head;
    const Time passed = links.pass(0, Time{now}, Time{head}, Time{left});
    for (; left > 0; ++at) {
      if (busy[static_cast<std::size_t>(at)]) continue;
      busy[static_cast<std::size_t>(at)] = true;
      --left;
    }
    ASSERT_EQ(passed, Time{at}) << now;
  }
  EXPECT_GT(std::ranges::count(busy, true), kEnd / 2);
}

}  // namespace passages_test
}  // namespace kasuri
