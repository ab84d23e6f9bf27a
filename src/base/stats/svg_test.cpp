// SPDX-License-Identifier: MIT
// Pictures are well-formed: every group is closed, text is escaped, charts place values to scale.
#include "base/stats/svg.h"

#include <gmock/gmock.h>

namespace kasuri {
namespace svg_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Svg, EscapesText) {
  Svg svg(10, 10);
  svg.text({1, 2}, "a < b & \"c\"");
  EXPECT_THAT(svg.str(), HasSubstr(">a &lt; b &amp; &quot;c&quot;</text>"));
}

TEST(Svg, BarsAreToScale) {
  const std::string svg = bar_chart({.title = "t",
                                     .x_label = "x",
                                     .y_label = "y",
                                     .categories = {"one", "two"},
                                     .series = {{"s", {50, 100}}}});
  EXPECT_EQ(count(svg, "<g>"), 2u);
  EXPECT_EQ(count(svg, "<g>"), count(svg, "</g>"));
  // The axis ends at 120 over 306 points: 50 is 127.5 high, 100 is 255.
  EXPECT_THAT(svg, HasSubstr("height=\"127.5\""));
  EXPECT_THAT(svg, HasSubstr("height=\"255\""));
}

TEST(Svg, ChartsOfNothingAndOfEqualValuesAreLegal) {
  EXPECT_THAT(line_chart({}), HasSubstr("</svg>"));
  const std::string flat = line_chart({.title = "t",
                                       .x_label = "",
                                       .y_label = "",
                                       .categories = {"a"},
                                       .series = {{"s", {0}}}});
  EXPECT_THAT(flat, Not(HasSubstr("nan")));
}

}  // namespace svg_test
}  // namespace kasuri
