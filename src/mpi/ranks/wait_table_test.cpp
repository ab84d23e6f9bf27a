// SPDX-License-Identifier: MIT
// The table of waits against a plain map, from one pair to more than a batch holds.
#include "mpi/ranks/wait_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace kasuri::mpi {
namespace wait_table_test {

TEST(WaitTable, AddsUpByPair) {
  std::mt19937 draw(7);
  for (const std::uint32_t ranks : {1u, 40u, 300u}) {  // few pairs, a batch of them, many
    WaitTable table;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::pair<std::int64_t, std::uint64_t>> sums;
    for (int i = 0; i < 50'000; ++i) {
      const std::uint32_t rank = draw() % ranks;
      const std::int64_t peer = static_cast<std::int64_t>(draw() % (ranks + 1)) - 1;
      const Time waited{static_cast<std::int64_t>(draw() % 1'000'000)};
      table.add(rank, peer, waited);
      auto& sum = sums[{rank, peer}];
      sum.first += waited.ps;
      ++sum.second;
    }
    const std::vector<Wait> all = table.sorted();
    ASSERT_EQ(all.size(), sums.size());
    auto expected = sums.begin();
    for (const Wait& w : all) {
      EXPECT_EQ(std::pair(w.rank, w.peer), expected->first);
      EXPECT_EQ(w.time.ps, expected->second.first);
      EXPECT_EQ(w.times, expected->second.second);
      ++expected;
    }
  }
}

TEST(WaitTable, IsEmptyAtFirst) { EXPECT_TRUE(WaitTable().sorted().empty()); }

}  // namespace wait_table_test
}  // namespace kasuri::mpi
