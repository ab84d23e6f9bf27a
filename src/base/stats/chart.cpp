// SPDX-License-Identifier: MIT
// Charts of categories on one frame of axis, grid, labels and legend.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/stats/axis.h"
#include "base/stats/legend.h"
#include "base/stats/svg.h"
#include "base/stats/text_width.h"

namespace kasuri {
namespace {

double at_least_one(std::size_t n) { return static_cast<double>(std::max<std::size_t>(1, n)); }

// Shortest text with four digits.
std::string value_text(double x) { return fmt::format("{:.4g}", x); }

std::vector<std::string> names_of(const Chart& chart) {
  std::vector<std::string> names;
  for (const Series& s : chart.series) names.push_back(s.name);
  return names;
}

// The plane of a chart: title, axis with ticks, legend; maps values to heights.
class Frame {
 public:
  Frame(const Chart& chart, double least)
      : chart_(chart),
        axis_(axis_of(chart, least)),
        legend_(names_of(chart), kWidth - 2 * kEdge),
        svg_(0, 0) {
    lay_out();
    svg_ = Svg(kWidth, height_);
    svg_.rectangle({0, 0}, kWidth, height_, "white");
    svg_.text({kWidth / 2, 24}, fitted(chart.title, 15, kWidth - 2 * kEdge), 15, Anchor::middle);
    for (const Tick& t : axis_.ticks()) {
      svg_.line({left_, y(t.value)}, {kRight, y(t.value)}, "#ddd");
      svg_.text({left_ - 8, y(t.value) + 4}, t.label, 12, Anchor::end);
    }
    svg_.text({22, (kTop + kBottom) / 2}, fitted(chart.y_label, 12, kBottom - kTop), 12,
              Anchor::middle, -90);
    svg_.text({(left_ + kRight) / 2, legend_at_ - 12}, fitted(chart.x_label, 12, kRight - left_),
              12, Anchor::middle);
    label_categories();
    draw_legend();
  }

  Svg& svg() { return svg_; }
  double y(double v) const { return kBottom - axis_.place(v) * (kBottom - kTop); }
  double slot() const { return (kRight - left_) / at_least_one(chart_.categories.size()); }
  double centre(std::size_t category) const {
    return left_ + (static_cast<double>(category) + 0.5) * slot();
  }
  double floor() const { return y(std::max(0.0, axis_.low())); }

 private:
  static Axis axis_of(const Chart& chart, double least) {
    double low = least, high = least;
    for (const Series& s : chart.series) {
      for (const double v : s.values) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
    }
    return Axis("", Quantity::number, low, high > low ? high + (high - low) * 0.05 : low + 1,
                false);
  }

  void lay_out() {
    double widest = 0, label = 0;
    for (const Tick& t : axis_.ticks()) widest = std::max(widest, text_width(t.label, 12));
    left_ = 36 + widest + 8;
    for (const std::string& c : chart_.categories) label = std::max(label, text_width(c, 11));
    label = std::min(label, kMostLabel);
    shown_ = std::ranges::count_if(chart_.categories, [](const auto& c) { return !c.empty(); });
    // Where some have no label, those that have share the space.
    const double space = (kRight - left_) / at_least_one(static_cast<std::size_t>(shown_));
    turned_ = label + 6 > space;
    if (turned_) left_ = std::max(left_, kEdge + label * std::sqrt(0.5));
    legend_at_ = kBottom + (turned_ ? 44 + label * std::sqrt(0.5) : 52);
    height_ = legend_at_ + legend_.height() + 10;
  }

  void label_categories() {
    const double needed = 14.0 * static_cast<double>(shown_);
    const auto every =
        static_cast<std::size_t>(std::max(1.0, std::ceil(needed / (kRight - left_))));
    for (std::size_t i = 0; i < chart_.categories.size(); i += turned_ ? every : 1) {
      const std::string text = fitted(chart_.categories[i], 11, kMostLabel);
      if (turned_)
        svg_.text({centre(i) + 4, kBottom + 14}, text, 11, Anchor::end, -45);
      else
        svg_.text({centre(i), kBottom + 18}, text, 11, Anchor::middle);
    }
  }

  void draw_legend() {
    const Point corner{kEdge, legend_at_};
    legend_.draw(svg_, corner);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const Point p = legend_.at(i, corner);
      svg_.rectangle({p.x + 8, p.y + 3}, 12, 12, palette(i));
    }
  }

  static constexpr double kWidth = 860, kRight = 840, kTop = 44, kBottom = 350, kEdge = 16,
                          kMostLabel = 150;

  const Chart& chart_;
  Axis axis_;
  Legend legend_;
  Svg svg_;
  double left_ = 0, legend_at_ = 0, height_ = 0;
  std::ptrdiff_t shown_ = 0;
  bool turned_ = false;
};

}  // namespace

std::string bar_chart(const Chart& chart) {
  Frame frame(chart, 0);
  const double width = 0.8 * frame.slot() / at_least_one(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      const double left = frame.centre(i) - 0.4 * frame.slot() + static_cast<double>(s) * width;
      const double top = frame.y(series.values[i]), floor = frame.floor();
      frame.svg().begin_group(
          fmt::format("{}, {}: {}", series.name, chart.categories[i], value_text(series.values[i])));
      frame.svg().rectangle({left, std::min(top, floor)}, width * 0.92, std::abs(floor - top),
                            palette(s));
      frame.svg().end_group();
    }
  }
  return frame.svg().str();
}

std::string line_chart(const Chart& chart) {
  double least = 1e300;
  for (const Series& s : chart.series) {
    for (const double v : s.values) least = std::min(least, v);
  }
  Frame frame(chart, least == 1e300 ? 0 : least);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    std::vector<Point> points;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      points.push_back({frame.centre(i), frame.y(series.values[i])});
    }
    // Earlier lines are wider, so that a later one on top does not hide them.
    const auto later = static_cast<double>(chart.series.size() - 1 - s);
    frame.svg().polyline(points, palette(s), 2 + 1.5 * later);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string at = i < chart.categories.size() ? chart.categories[i] : "";
      frame.svg().begin_group(fmt::format("{}, {}: {}", series.name, at, value_text(series.values[i])));
      frame.svg().circle(points[i], 3.5, palette(s));
      frame.svg().end_group();
    }
  }
  return frame.svg().str();
}

}  // namespace kasuri
