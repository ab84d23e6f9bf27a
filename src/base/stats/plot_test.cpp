// SPDX-License-Identifier: MIT
// Axes have round ticks in a fitting unit, decades where values span some; no label leaves a plot
// or meets its neighbour.
#include "base/stats/plot.h"

#include <gmock/gmock.h>

#include "base/stats/legend.h"
#include "base/stats/test_picture.h"

namespace kasuri {
namespace plot_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> labels(const Axis& a) {
  std::vector<std::string> all;
  for (const Tick& t : a.ticks()) {
    if (!t.label.empty()) all.push_back(t.label);
  }
  return all;
}

TEST(Axes, HaveTheUnitOfTheirMagnitude) {
  for (const auto& [seconds, title] : {std::pair{5e-12, "t [ps]"},
                                       {3e-9, "t [ns]"},
                                       {999e-9, "t [ns]"},
                                       {2e-6, "t [µs]"},
                                       {0.5, "t [ms]"},
                                       {4000.0, "t [s]"}}) {
    EXPECT_EQ(Axis("t", Quantity::time, 0, seconds, false).title(), title);
  }
  EXPECT_EQ(Axis("r", Quantity::rate, 0, 25e9, false).title(), "r [GB/s]");
  EXPECT_EQ(Axis("u", Quantity::share, 0, 0.4, false).title(), "u [%]");
  EXPECT_EQ(Axis("n", Quantity::number, 0, 5, false).title(), "n");
}

TEST(Axes, HaveRoundTicks) {
  EXPECT_THAT(labels(Axis("t", Quantity::time, 0, 11.5e-6, false)),
              ElementsAre("0", "2", "4", "6", "8", "10", "12"));
  EXPECT_THAT(labels(Axis("n", Quantity::number, 0.1, 0.35, false)),
              ElementsAre("0.10", "0.15", "0.20", "0.25", "0.30", "0.35"));
  const Axis fit("t", Quantity::time, 0.3e-6, 3.1e-6, false, true);
  EXPECT_THAT(labels(fit), ElementsAre("0.5", "1.0", "1.5", "2.0", "2.5", "3.0"));
  EXPECT_DOUBLE_EQ(fit.place(3.1e-6), 1);
}

TEST(Axes, AreLogarithmicWithTicksAtDecades) {
  EXPECT_THAT(labels(Axis("t", Quantity::time, 1e-9, 1e-3, true)),
              ElementsAre("10⁻⁶", "10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1", "1"));
  EXPECT_THAT(labels(Axis("t", Quantity::time, 3e-6, 800e-6, true)),
              ElementsAre("10", "100", "1000"));
  EXPECT_THAT(labels(Axis("t", Quantity::time, 3e-6, 80e-6, true)),
              ElementsAre("2", "5", "10", "20", "50", "100"));
  EXPECT_THAT(labels(Axis("n", Quantity::number, 1, 1e6, true)),
              ElementsAre("1", "10", "100", "1000", "10000", "10⁵", "10⁶"));
  const Axis a("n", Quantity::number, 1, 10'000, true);
  EXPECT_DOUBLE_EQ(a.place(100), 0.5);
  EXPECT_DOUBLE_EQ(a.place(0), 0);
  EXPECT_LE(labels(Axis("n", Quantity::number, 1e-20, 1e20, true)).size(), 9u);
  EXPECT_TRUE(spans_decades(1, 100));
  EXPECT_FALSE(spans_decades(1, 99));
  EXPECT_FALSE(spans_decades(0, 99));
}

TEST(Axes, OfOneValueAreLegal) {
  for (const double v : {0.0, 5e-9, -3.0}) {
    for (const bool log : {false, true}) {
      const Axis a("v", Quantity::number, v, v, log);
      EXPECT_GT(a.high(), a.low());
      EXPECT_FALSE(a.ticks().empty());
    }
  }
}

Plot long_names() {
  Plot p{.title = std::string(300, 'T')};
  p.x.name = std::string(200, 'x');
  p.y = {.name = "time", .quantity = Quantity::time};
  for (int i = 0; i < 30; ++i)
    p.categories.push_back("a value with a long name, number " + std::to_string(i));
  for (int s = 0; s < 20; ++s) {
    p.series.push_back({.name = "series " + std::string(static_cast<std::size_t>(s * 8), 'w')});
    for (int i = 0; i < 30; ++i) p.series.back().points.push_back({i * 1.0, 123456e-12 * (1 + s)});
  }
  return p;
}

TEST(Plots, ClipNoLabel) {
  const std::string svg = draw(long_names());
  EXPECT_EQ(clipped_text(svg), std::nullopt);
  EXPECT_THAT(svg, HasSubstr(">time [µs]<"));
  for (const bool log : {false, true}) {
    Plot p{.title = "t"};
    p.x = {.name = "size", .quantity = Quantity::bytes, .log = log};
    p.y = {.name = "latency", .quantity = Quantity::time, .log = log};
    p.series = {{.name = "s", .points = {{8, 2e-6}, {1e6, 5e-3}, {4e6, 20e-3}}}};
    EXPECT_EQ(clipped_text(draw(p)), std::nullopt);
    EXPECT_THAT(draw(p), HasSubstr(">latency [ms]<"));
  }
}

TEST(Plots, KeepTheLegendBelowTheData) {
  const std::string svg = draw(long_names());
  double axis = 0, legend = 1e9;
  for (const PictureText& t : texts_of(svg)) {
    if (t.text.find("xxx") != t.text.npos) axis = t.y;
    if (t.text.starts_with("series")) legend = std::min(legend, t.y);
  }
  EXPECT_GT(axis, 0);
  EXPECT_GT(legend, axis);
}

// Series without lines, as in a Pareto plot: no two of nine look alike.
TEST(Plots, HaveOtherMarksAfterEightColours) {
  Plot plot{.title = "points"};
  for (int i = 0; i < 9; ++i) {
    plot.series.push_back({.name = std::string(1, static_cast<char>('a' + i)), .points = {{1.0 * i, 1.0}}});
  }
  const std::string svg = draw(plot);
  const auto group = [&](std::size_t series) {
    const std::size_t at = svg.find("<title>" + plot.series[series].name + "</title>");
    return svg.substr(at, svg.find("</g>", at) - at);
  };
  EXPECT_THAT(group(0), HasSubstr("<circle"));
  EXPECT_THAT(group(8), Not(HasSubstr("<circle")));
}

TEST(Plots, LabelsOfAnAxisDoNotMeet) {
  Plot p{.title = "t"};
  p.x = {.name = "x", .quantity = Quantity::number};
  p.series = {{.name = "s", .points = {{0, 1}, {5'999'999, 2}}}};
  std::vector<PictureText> row;
  for (const PictureText& t : texts_of(draw(p))) {
    if (t.y > 350 && t.y < 365) row.push_back(t);
  }
  ASSERT_GT(row.size(), 2u);
  for (std::size_t i = 1; i < row.size(); ++i) {
    EXPECT_GT(row[i].x - row[i - 1].x,
              (text_width(row[i].text, 11) + text_width(row[i - 1].text, 11)) / 2);
  }
}

TEST(Plots, OfNothingAndOfZeroAreLegal) {
  EXPECT_THAT(draw({}), HasSubstr("</svg>"));
  Plot p{.title = "t"};
  p.y.log = true;
  p.series = {{.name = "s", .points = {{0, 0}, {1, -1}}}};
  EXPECT_THAT(draw(p), Not(HasSubstr("nan")));
  EXPECT_THAT(draw(p), Not(HasSubstr("inf")));
}

TEST(Charts, ClipNoLabel) {
  Chart c{.title = std::string(200, 'T'), .x_label = "x", .y_label = std::string(99, 'y')};
  for (int i = 0; i < 40; ++i) c.categories.push_back("category number " + std::to_string(i));
  for (int s = 0; s < 12; ++s)
    c.series.push_back(
        {"a series with quite a long name " + std::to_string(s), std::vector<double>(40, 1e9)});
  EXPECT_EQ(clipped_text(bar_chart(c)), std::nullopt);
  EXPECT_EQ(clipped_text(line_chart(c)), std::nullopt);
}

TEST(Texts, AreShortenedInTheMiddle) {
  EXPECT_EQ(fitted("short", 12, 100), "short");
  const std::string shorter = fitted("a very long name of a series", 12, 80);
  EXPECT_LE(text_width(shorter, 12), 80);
  EXPECT_THAT(shorter, testing::StartsWith("a "));
  EXPECT_THAT(shorter, HasSubstr("…"));
  EXPECT_THAT(fitted("µµµµµµµµµµµµ", 12, 40), HasSubstr("…"));
}

TEST(Plots, HaveIntervalsAndHollowMarks) {
  Plot plot{.title = "t", .x = {.name = "x"}, .y = {.name = "y"}};
  plot.series.push_back({.name = "", .points = {{1, 10}, {2, 20}}});
  const std::string plain = draw(plot);
  EXPECT_THAT(plain, Not(HasSubstr("fill=\"white\" stroke=\"#0072b2\"")));
  plot.series[0].half_widths = {0, 15};
  plot.series[0].hollow = {false, true};
  const std::string marked = draw(plot);
  EXPECT_THAT(marked, HasSubstr("fill=\"white\" stroke=\"#0072b2\""));
  // The axis ends above the interval.
  EXPECT_THAT(marked, HasSubstr(">35<"));
  EXPECT_THAT(plain, Not(HasSubstr(">35<")));
}

// What the pointer finds at a mark, and names beside the marks: none covers another, or leaves the area.
TEST(Plots, TellValuesAndNames) {
  Plot plot{.title = "t",
            .x = {.name = "x", .from_zero = true},
            .y = {.name = "y", .quantity = Quantity::time}};
  for (int i = 0; i < 6; ++i) {
    plot.series.push_back({.name = "network " + std::to_string(i), .points = {{3 + 0.1 * i, 2.5e-6}}});
  }
  plot.series[0].half_widths = {1e-7};
  EXPECT_THAT(draw(plot), HasSubstr("<title>network 0\n3: 2.5 µs ± 0.1 µs</title>"));
  const auto count = [&] {
    const std::string svg = draw(plot);
    std::vector<PictureText> names;
    for (const PictureText& t : texts_of(svg)) {
      if (t.text.starts_with("network") && t.y < 344) names.push_back(t);  // above the axis
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const double wide = text_width(names[i].text, names[i].size);
        EXPECT_TRUE(std::abs(names[i].y - names[k].y) >= 11 || std::abs(names[i].x - names[k].x) >= wide);
      }
    }
    EXPECT_EQ(clipped_text(svg), std::nullopt);
    return names.size();
  };
  EXPECT_EQ(count(), 0u);
  plot.named = true;
  EXPECT_GE(count(), 4u);
  plot.series[3].points[0] = {1, 2e-6};
  EXPECT_GE(count(), 5u);
}

}  // namespace plot_test
}  // namespace kasuri
