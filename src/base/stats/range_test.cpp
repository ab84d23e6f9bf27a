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

TEST(Range, HasOneShapeInJson) {
  EXPECT_EQ(to_json(Range{1, 2, RangeFrom::machine}).dump(),
            R"({"low":1.0,"high":2.0,"share":0.8,"from":"machine"})");
}

}  // namespace range_test
}  // namespace kasuri
