// SPDX-License-Identifier: MIT
// Spans over chunks against a picosecond-by-picosecond count.
#include "network/power/chunks.h"

#include <gmock/gmock.h>

#include <map>

#include "base/core/rng.h"

namespace kasuri {
namespace chunks_test {

using testing::ElementsAre;

std::vector<std::int64_t> of_cell(ChunkedTime& t, std::uint32_t cell, Time end) {
  std::vector<std::int64_t> all;
  t.for_each_chunk(end, [&](std::size_t, const auto& row) { all.push_back(row[cell]); });
  return all;
}

TEST(Chunks, CutsSpansAtTheirBorders) {
  ChunkedTime t(Time{10}, 2);
  t.add(1, {Time{3}, Time{7}});
  t.add(1, {Time{8}, Time{41}});
  EXPECT_THAT(of_cell(t, 1, Time{50}), ElementsAre(6, 10, 10, 10, 1));
  EXPECT_THAT(of_cell(t, 0, Time{50}), ElementsAre(0, 0, 0, 0, 0));
}

TEST(Chunks, ASpanThatEndsOnABorderTouchesNothingBehindIt) {
  ChunkedTime t(Time{10}, 1);
  t.add(0, {Time{10}, Time{20}});
  EXPECT_THAT(of_cell(t, 0, Time{21}), ElementsAre(0, 10, 0));
  t.add(0, {Time{10}, Time{20}}, -1);
  EXPECT_THAT(of_cell(t, 0, Time{21}), ElementsAre(0, 0, 0));
}

TEST(Chunks, AgreeWithACount) {
  for (const std::int64_t length : {1, 3, 7, 100}) {
    ChunkedTime t(Time{length}, 3);
    std::map<std::pair<std::uint32_t, std::int64_t>, std::int64_t> expected;
    constexpr std::int64_t kEnd = 400;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const auto r = random_at(7, 0, 0, i);
      const auto cell = static_cast<std::uint32_t>(r[0] % 3);
      const auto from = static_cast<std::int64_t>(r[1] % kEnd);
      const auto to = from + static_cast<std::int64_t>((r[0] >> 32) % 120);
      if (r[1] >> 63) {
        t.add(cell, {Time{from}, Time{to}});
      } else {
        t.add_later(cell, {Time{from}, Time{to}});
      }
      for (std::int64_t at = from; at < to; ++at) ++expected[{cell, at / length}];
    }
    for (std::uint32_t cell = 0; cell < 3; ++cell) {
      const auto actual = of_cell(t, cell, Time{kEnd + 120});
      for (std::size_t c = 0; c < actual.size(); ++c) {
        const auto found = expected.find({cell, static_cast<std::int64_t>(c)});
        EXPECT_EQ(actual[c], found == expected.end() ? 0 : found->second);
      }
    }
  }
}

TEST(Chunks, TakesAmountsOfAnInstant) {
  ChunkedTime t(Time{10}, 1);
  t.add_at(0, Time{19}, 48);
  t.add_at(0, Time{20}, 2);
  EXPECT_THAT(of_cell(t, 0, Time{40}), ElementsAre(0, 48, 2, 0));
}

}  // namespace chunks_test
}  // namespace kasuri
