// SPDX-License-Identifier: MIT
// Shapes as text with two decimals; charts on one frame of axis, grid, categories and legend.
#include "stats/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace kasuri {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

// Shortest text that is right to a hundredth.
std::string number(double x) {
  std::string s = fmt::format("{:.2f}", x);
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s == "-0" ? "0" : s;
}

double at_least_one(std::size_t n) { return static_cast<double>(std::max<std::size_t>(1, n)); }

// 1, 2 or 5 times a power of ten, so that about `wanted` steps cover the span.
double tick_step(double span, int wanted) {
  const double raw = span / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power) return factor * power;
  }
  return 10 * power;
}

// The plane of a chart: title, axis with ticks, legend; maps values to heights.
class Frame {
 public:
  Frame(const Chart& chart, double least) : chart_(chart), svg_(kWidth, kHeight) {
    double low = least, high = least;
    const auto include = [&](const std::vector<double>& values) {
      for (const double v : values) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
    };
    for (const Series& s : chart.series) {
      include(s.values);
      include(s.lows);
      include(s.highs);
      include(s.references);
    }
    if (chart.level) include({*chart.level});
    const double step = tick_step(high > low ? (high - low) * 1.05 : 1, 6);
    low_ = std::floor(low / step) * step;
    high_ = std::ceil((high + step / 4) / step) * step;
    svg_.rectangle({0, 0}, kWidth, kHeight, "white");
    svg_.text({kWidth / 2, 24}, chart.title, 15, Anchor::middle);
    for (int i = 0; low_ + i * step <= high_ + step / 2; ++i) {
      const double v = low_ + i * step;
      svg_.line({kLeft, y(v)}, {kRight, y(v)}, "#ddd");
      svg_.text({kLeft - 8, y(v) + 4}, number(v), 12, Anchor::end);
    }
    if (chart.level) svg_.line({kLeft, y(*chart.level)}, {kRight, y(*chart.level)}, "#666", 1.5);
    svg_.text({18, (kTop + kBottom) / 2}, chart.y_label, 12, Anchor::middle, -90);
    svg_.text({(kLeft + kRight) / 2, kHeight - 44}, chart.x_label, 12, Anchor::middle);
    for (std::size_t i = 0; i < chart.categories.size(); ++i) {
      svg_.text({centre(i), kBottom + 18}, chart.categories[i], 11, Anchor::middle);
    }
    legend();
  }

  Svg& svg() { return svg_; }
  double y(double v) const { return kBottom - (v - low_) / (high_ - low_) * (kBottom - kTop); }
  double slot() const {
    return (kRight - kLeft) / at_least_one(chart_.categories.size());
  }
  double centre(std::size_t category) const {
    return kLeft + (static_cast<double>(category) + 0.5) * slot();
  }
  double floor() const { return y(std::max(0.0, low_)); }

  void whisker(double x, const Series& s, std::size_t i) {
    if (i >= s.lows.size() || i >= s.highs.size()) return;
    svg_.line({x, y(s.lows[i])}, {x, y(s.highs[i])}, "#222");
    for (const double v : {s.lows[i], s.highs[i]}) svg_.line({x - 3, y(v)}, {x + 3, y(v)}, "#222");
  }
  void mark(double x, double v) {
    diamond({x, y(v)});
  }
  void mark(double x, const Series& s, std::size_t i) {
    if (i < s.references.size()) mark(x, s.references[i]);
  }

 private:
  void diamond(Point c) {
    svg_.polygon({{c.x - 4, c.y}, {c.x, c.y - 5}, {c.x + 4, c.y}, {c.x, c.y + 5}}, "white",
                 "black");
  }

  void legend() {
    double x = kLeft;
    double at = kHeight - 20;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const double width = 36 + 6.6 * static_cast<double>(chart_.series[i].name.size());
      if (x > kLeft && x + width > kWidth) {  // a second row
        x = kLeft;
        at += 15;
      }
      svg_.rectangle({x, at - 10}, 12, 12, palette(i));
      svg_.text({x + 17, at}, chart_.series[i].name, 12);
      x += width;
    }
    if (chart_.reference_name.empty()) return;
    diamond({x + 4, at - 4});
    svg_.text({x + 14, at}, chart_.reference_name, 12);
  }

  static constexpr double kWidth = 860, kHeight = 440;
  static constexpr double kLeft = 70, kRight = 840, kTop = 44, kBottom = 350;

  const Chart& chart_;
  Svg svg_;
  double low_ = 0, high_ = 1;
};

}  // namespace

std::string_view palette(std::size_t i) {
  constexpr std::array<std::string_view, 8> kColours{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                     "#56b4e9", "#d55e00", "#f0e442", "#888888"};
  return kColours[i % kColours.size()];
}

void Svg::line(Point a, Point b, std::string_view colour, double width) {
  fmt::format_to(std::back_inserter(body_),
                 "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" "
                 "stroke-width=\"{}\"/>\n",
                 number(a.x), number(a.y), number(b.x), number(b.y), colour, number(width));
}

void Svg::polyline(const std::vector<Point>& points, std::string_view colour, double width) {
  body_ += "<polyline fill=\"none\" stroke-linejoin=\"round\" points=\"";
  for (const Point& p : points) body_ += number(p.x) + ',' + number(p.y) + ' ';
  fmt::format_to(std::back_inserter(body_), "\" stroke=\"{}\" stroke-width=\"{}\"/>\n", colour,
                 number(width));
}

void Svg::polygon(const std::vector<Point>& points, std::string_view fill,
                  std::string_view stroke) {
  body_ += "<polygon points=\"";
  for (const Point& p : points) body_ += number(p.x) + ',' + number(p.y) + ' ';
  fmt::format_to(std::back_inserter(body_), "\" fill=\"{}\" stroke=\"{}\"/>\n", fill, stroke);
}

void Svg::rectangle(Point corner, double width, double height, std::string_view fill,
                    std::string_view stroke) {
  fmt::format_to(std::back_inserter(body_),
                 "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
                 number(corner.x), number(corner.y), number(width), number(height), fill, stroke);
}

void Svg::circle(Point centre, double radius, std::string_view fill, std::string_view stroke) {
  fmt::format_to(std::back_inserter(body_),
                 "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
                 number(centre.x), number(centre.y), number(radius), fill, stroke);
}

void Svg::text(Point at, std::string_view text, double size, Anchor anchor, double rotation,
               std::string_view colour) {
  constexpr std::array<std::string_view, 3> kAnchors{"start", "middle", "end"};
  std::string turn;
  if (rotation != 0) {
    turn = fmt::format(" transform=\"rotate({} {} {})\"", number(rotation), number(at.x),
                       number(at.y));
  }
  fmt::format_to(std::back_inserter(body_),
                 "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}"
                 "</text>\n",
                 number(at.x), number(at.y), number(size),
                 kAnchors[static_cast<std::size_t>(anchor)], colour, turn, escaped(text));
}

void Svg::begin_group(std::string_view title) {
  fmt::format_to(std::back_inserter(body_), "<g><title>{}</title>\n", escaped(title));
}

void Svg::end_group() { body_ += "</g>\n"; }

std::string Svg::str() const {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                     "viewBox=\"0 0 {0} {1}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
                     "{2}</svg>\n",
                     number(width_), number(height_), body_);
}

std::string bar_chart(const Chart& chart) {
  Frame frame(chart, 0);
  const double width = 0.8 * frame.slot() / at_least_one(chart.series.size());
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      const double left = frame.centre(i) - 0.4 * frame.slot() + static_cast<double>(s) * width;
      const double top = frame.y(series.values[i]), floor = frame.floor();
      frame.svg().begin_group(fmt::format("{}, {}: {}", series.name, chart.categories[i],
                                          number(series.values[i])));
      frame.svg().rectangle({left, std::min(top, floor)}, width * 0.92, std::abs(floor - top),
                            palette(s));
      frame.whisker(left + width * 0.3, series, i);
      frame.mark(left + width * 0.62, series, i);
      frame.svg().end_group();
    }
  }
  return frame.svg().str();
}

std::string line_chart(const Chart& chart) {
  double least = chart.level.value_or(1e300);
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
      frame.svg().circle(points[i], 3.5, palette(s));
      frame.whisker(points[i].x, series, i);
      frame.mark(points[i].x, series, i);
    }
  }
  return frame.svg().str();
}

}  // namespace kasuri
