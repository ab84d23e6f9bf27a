// SPDX-License-Identifier: MIT
// Ranges against percentiles that are known.
#include "base/stats/range.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kasuri {
namespace range_test {

TEST(Range, IsFromTheTenthToTheNinetiethPercentile) {
  std::vector<double> samples;
  for (int i = 100; i >= 0; --i) samples.push_back(i);
  const auto all = range_of(samples, RangeFrom::seeds);
  EXPECT_DOUBLE_EQ(all->low, 10);
  EXPECT_DOUBLE_EQ(all->high, 90);
  const auto two = range_of({2, 1}, RangeFrom::seeds);  // by interpolation
  EXPECT_DOUBLE_EQ(two->low, 1.1);
  EXPECT_DOUBLE_EQ(two->high, 1.9);
  EXPECT_FALSE(range_of({1}, RangeFrom::seeds));
}

// Of 19 samples the 2nd and the 18th: 1 of 10 more is below, 1 above.
TEST(Range, OfOneMoreIsWider) {
  std::vector<double> samples;
  for (int i = 1; i <= 19; ++i) samples.push_back(i);
  const auto next = range_of_next(samples, RangeFrom::level);
  EXPECT_DOUBLE_EQ(next->low, 2);
  EXPECT_DOUBLE_EQ(next->high, 18);
  const auto few = range_of_next({3, 5}, RangeFrom::level);
  EXPECT_DOUBLE_EQ(few->low, 3);
  EXPECT_DOUBLE_EQ(few->high, 5);
  EXPECT_FALSE(range_of_next({1}, RangeFrom::level));
}

TEST(Range, HasOneShapeInJson) {
  EXPECT_EQ(to_json(Range{1, 2, RangeFrom::machine}).dump(),
            R"({"low":1.0,"high":2.0,"share":0.8,"from":"machine"})");
}

}  // namespace range_test
}  // namespace kasuri
