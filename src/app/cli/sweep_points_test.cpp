// SPDX-License-Identifier: MIT
// Which points a sweep has.
#include "app/cli/sweep_points.h"

#include <gmock/gmock.h>

#include "base/core/errors.h"

namespace kasuri::cli {
namespace sweep_points_test {

using testing::ElementsAre;

TEST(Sweep, ReadsListsAndRanges) {
  EXPECT_THAT(parse_variation("a.b=1us:2us:0.25us").values,
              ElementsAre("1us", "1.25us", "1.5us", "1.75us", "2us"));
  EXPECT_EQ(parse_variation("a=0:1:0.1").values[3], "0.3");
  EXPECT_THAT(parse_variation("a=0 us:5 us:2 us").values, ElementsAre("0 us", "2 us", "4 us"));
  EXPECT_THAT(parse_variation("v=2,4,8").values, ElementsAre("2", "4", "8"));
  EXPECT_THAT(parse_variation("j.0.args=[\"ring\", \"2\"],['a,b']").values,
              ElementsAre("[\"ring\", \"2\"]", "['a,b']"));
  EXPECT_THAT(parse_variation("p={ type = 'x', d = 1 },y").values,
              ElementsAre("{ type = 'x', d = 1 }", "y"));
}

TEST(Sweep, RefusesWhatIsNoVariation) {
  for (const char* text : {"a", "=1", "a=1us:2ns:1us", "a=2:1:1", "a=1:2:0", "a=1,,2", "a=",
                           "a=0:1e9:1", "a=x:y:z"}) {
    EXPECT_THROW(parse_variation(text), Error) << text;
  }
}

TEST(Sweep, IsTheProductAndABaselineForEachRest) {
  const std::vector<Variation> v{{"t", {"1", "2"}}, {"a", {"x", "y"}}};
  std::vector<std::string> names;
  for (const SweepPoint& p : sweep_points(v, {"off=1"})) names.push_back(p.name());
  EXPECT_THAT(names, ElementsAre("off=1 a=x", "off=1 a=y", "t=1 a=x", "t=1 a=y", "t=2 a=x",
                                 "t=2 a=y"));
  EXPECT_EQ(sweep_points(v, {}).size(), 4u);
}

TEST(Sweep, EqualValuesAreOne) {
  std::vector<std::string> values{"1", "2", "1", "1"};
  EXPECT_EQ(drop_repeated(values), 2u);
  EXPECT_THAT(values, ElementsAre("1", "2"));
}

}  // namespace sweep_points_test
}  // namespace kasuri::cli
