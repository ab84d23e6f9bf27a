// SPDX-License-Identifier: MIT
#include "base/stats/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/stats/legend.h"
#include "base/stats/text_width.h"

namespace kasuri {
namespace {

constexpr double kWidth = 760, kAreaHeight = 300, kTop = 44, kEdge = 16;
constexpr double kTitle = 15, kText = 12, kLabel = 11;
constexpr double kMostLabel = 150;  // a category's, beyond which it is shortened
constexpr std::size_t kMostMarks = 80;
constexpr const char *kFrame = "#444", *kGrid = "#e2e2e2", *kMinor = "#f0f0f0";

struct Extent {
  double low = 1e300, high = -1e300;
  void include(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  bool empty() const { return high < low; }
};

Axis axis_of(const PlotAxis& p, Extent values) {
  if (p.low) values.low = *p.low;
  if (p.high) values.high = *p.high;
  if (values.empty()) values = {p.log ? 1.0 : 0.0, p.log ? 10.0 : 1.0};
  if (!p.log && (p.from_zero || (values.low > 0 && values.low < 0.5 * values.high))) {
    values.low = std::min(0.0, values.low);
  }
  Axis axis(p.name, p.quantity, values.low, values.high, p.log, p.fit);
  if (!p.ticks.empty()) axis.set_ticks(p.ticks);
  return axis;
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot),
        x_(axis_of(plot.x, extent(&Point::x, plot.x.log))),
        y_(axis_of(plot.y, extent(&Point::y, plot.y.log))),
        legend_(names(), kWidth - 2 * kEdge),
        svg_(0, 0) {
    lay_out();
    svg_ = Svg(kWidth, height_);
  }

  std::string draw() {
    svg_.rectangle({0, 0}, kWidth, height_, "white");
    svg_.text({kWidth / 2, 26}, fitted(plot_.title, kTitle, kWidth - 2 * kEdge), kTitle,
              Anchor::middle);
    draw_y();
    if (plot_.categories.empty())
      draw_x();
    else
      draw_categories();
    if (plot_.level) {
      svg_.line({left_, y(*plot_.level)}, {right_, y(*plot_.level)}, "#666", 1.5);
    }
    for (std::size_t s = 0; s < plot_.series.size(); ++s) draw_series(s);
    if (plot_.named) name_points();
    frame();
    draw_legend();
    return svg_.str();
  }

 private:
  bool shown(Point p) const { return (!plot_.x.log || p.x > 0) && (!plot_.y.log || p.y > 0); }

  Extent extent(double Point::*member, bool log) const {
    Extent e;
    for (const PlotSeries& s : plot_.series) {
      for (const Point& p : s.points) {
        if (shown(p)) e.include(p.*member);
      }
      for (std::size_t i = 0; member == &Point::y && i < s.half_widths.size(); ++i) {
        if (shown(s.points[i])) e.include(s.points[i].y + s.half_widths[i]);
      }
    }
    if (member == &Point::y && plot_.level && (!log || *plot_.level > 0)) e.include(*plot_.level);
    return e;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    if (plot_.series.size() == 1 && plot_.series[0].name.empty())
      return all;  // the axis says what it is
    for (const PlotSeries& s : plot_.series) all.push_back(s.name);
    return all;
  }

  double slot() const {
    return (right_ - left_) /
           static_cast<double>(std::max<std::size_t>(1, plot_.categories.size()));
  }
  double x(double v) const {
    if (!plot_.categories.empty()) return left_ + (v + 0.5) * slot();
    return left_ + x_.place(v) * (right_ - left_);
  }
  double y(double v) const { return bottom_ - y_.place(v) * kAreaHeight; }

  void lay_out() {
    double widest = 0;
    for (const Tick& t : y_.ticks()) widest = std::max(widest, text_width(t.label, kLabel));
    left_ = kEdge + kText + 12 + widest + 8;
    right_ = kWidth - kEdge;
    bottom_ = kTop + kAreaHeight;
    double below = 20;
    if (plot_.categories.empty()) {
      if (!x_.ticks().empty()) right_ -= text_width(x_.ticks().back().label, kLabel) / 2;
    } else {
      double label = 0;
      for (const std::string& c : plot_.categories) label = std::max(label, text_width(c, kLabel));
      label = std::min(label, kMostLabel);
      turned_ = label + 8 > slot();
      if (turned_) {
        below = 14 + label * std::sqrt(0.5) + kLabel;
        left_ = std::max(left_, kEdge + label * std::sqrt(0.5));
      }
    }
    name_at_ = bottom_ + below + kText + 4;
    legend_at_ = name_at_ + 12;
    height_ = legend_at_ + legend_.height() + 10;
  }

  void draw_y() {
    for (const Tick& t : y_.ticks()) {
      svg_.line({left_, y(t.value)}, {right_, y(t.value)}, t.label.empty() ? kMinor : kGrid);
      if (!t.label.empty()) svg_.text({left_ - 7, y(t.value) + 4}, t.label, kLabel, Anchor::end);
    }
    svg_.text({kEdge + kText - 2, kTop + kAreaHeight / 2}, fitted(y_.title(), kText, kAreaHeight),
              kText, Anchor::middle, -90);
  }

  void draw_x() {
    double last = -1e300;
    for (const Tick& t : x_.ticks()) {
      const double at = x(t.value), half = text_width(t.label, kLabel) / 2;
      svg_.line({at, kTop}, {at, bottom_}, t.label.empty() ? kMinor : kGrid);
      if (t.label.empty() || at - half < last + 6) continue;
      svg_.text({at, bottom_ + 17}, t.label, kLabel, Anchor::middle);
      last = at + half;
    }
    name_x(x_.title());
  }

  void draw_categories() {
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil((kLabel + 3) / slot())));
    for (std::size_t i = 0; i < plot_.categories.size(); i += turned_ ? every : 1) {
      const std::string label = fitted(plot_.categories[i], kLabel, kMostLabel);
      const double at = x(static_cast<double>(i));
      if (turned_)
        svg_.text({at + 4, bottom_ + 14}, label, kLabel, Anchor::end, -45);
      else
        svg_.text({at, bottom_ + 17}, label, kLabel, Anchor::middle);
    }
    name_x(plot_.x.name);
  }

  void name_x(const std::string& name) {
    svg_.text({(left_ + right_) / 2, name_at_}, fitted(name, kText, right_ - left_), kText,
              Anchor::middle);
  }

  void frame() {
    for (const auto& [a, b] : {std::pair{Point{left_, kTop}, Point{left_, bottom_}},
                               {Point{left_, bottom_}, Point{right_, bottom_}},
                               {Point{right_, bottom_}, Point{right_, kTop}},
                               {Point{right_, kTop}, Point{left_, kTop}}}) {
      svg_.line(a, b, kFrame);
    }
  }

  // After eight colours lines are dashed, and marks have other shapes.
  static std::string_view dash_of(std::size_t s) { return s < 8 ? "" : s < 16 ? "6 3" : "2 3"; }

  void mark(std::size_t s, Point p, bool hollow = false) {
    const std::string_view edge = hollow ? palette(s) : "none", colour = hollow ? "white" : palette(s);
    switch ((s + s / 8) % 4) {
      case 0: return svg_.circle(p, 3.5, colour, edge);
      case 1: return svg_.rectangle({p.x - 3.2, p.y - 3.2}, 6.4, 6.4, colour, edge);
      case 2:
        return svg_.polygon({{p.x - 4, p.y + 3.4}, {p.x + 4, p.y + 3.4}, {p.x, p.y - 4.2}}, colour, edge);
      default:
        return svg_.polygon({{p.x - 4.4, p.y}, {p.x, p.y - 4.4}, {p.x + 4.4, p.y}, {p.x, p.y + 4.4}},
                            colour, edge);
    }
  }

  // The interval around a point.
  void whisker(std::size_t s, Point p, double half_width) {
    constexpr double kHalfCap = 3;
    const double at = x(p.x);
    for (const double end : {p.y - half_width, p.y + half_width}) {
      svg_.line({at, y(p.y)}, {at, y(end)}, palette(s));
      svg_.line({at - kHalfCap, y(end)}, {at + kHalfCap, y(end)}, palette(s));
    }
  }

  static std::string with_unit(const Axis& axis, double value) {
    const AxisUnit& unit = axis.unit();
    return fmt::format("{:.4g}{}{}", value / unit.scale, unit.name.empty() ? "" : " ", unit.name);
  }
  // What is shown when a mark is pointed at.
  std::string told(const std::string& name, Point p, double half) const {
    const std::string at = plot_.categories.empty() ? with_unit(x_, p.x)
                           : p.x >= 0 && p.x < static_cast<double>(plot_.categories.size())
                               ? plot_.categories[static_cast<std::size_t>(p.x)]
                               : "";
    return fmt::format("{}{}{}: {}{}", name, name.empty() ? "" : "\n", at, with_unit(y_, p.y),
                       half > 0 ? " ± " + with_unit(y_, half) : "");
  }

  // Where a text may begin that names a mark, the best first: a line leads to those that are far.
  static std::vector<Point> places_beside(Point mark, double wide, double high) {
    std::vector<Point> all;
    for (const int k : {0, 1, -1, 2, -2, 3, -3}) {
      const double top = mark.y - high / 2 + k * (high + 1), apart = std::abs(k) > 1 ? 16 : 8;
      all.push_back({mark.x + apart, top});
      all.push_back({mark.x - apart - wide, top});
    }
    all.insert(all.begin() + 2, {{mark.x - wide / 2, mark.y - 8 - high}, {mark.x - wide / 2, mark.y + 8}});
    return all;
  }

  // Beside the first mark of each series its name, where it covers no other mark or name; else none.
  void name_points() {
    struct Area {
      double left, top, right, bottom;
    };
    std::vector<Area> taken;
    for (const PlotSeries& s : plot_.series) {
      for (const Point& p : s.points) {
        if (shown(p)) taken.push_back({x(p.x) - 5, y(p.y) - 5, x(p.x) + 5, y(p.y) + 5});
      }
    }
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const PlotSeries& s = plot_.series[i];
      if (!s.marks || s.points.empty() || !shown(s.points[0])) continue;
      const Point at{x(s.points[0].x), y(s.points[0].y)};
      const double wide = text_width(s.name, kLabel), high = kLabel;
      for (const Point corner : places_beside(at, wide, high)) {
        const Area a{corner.x, corner.y, corner.x + wide, corner.y + high};
        if (a.left < left_ + 2 || a.right > right_ - 2 || a.top < kTop || a.bottom > bottom_) continue;
        if (std::ranges::any_of(taken, [&](const Area& b) {
              return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            })) {
          continue;
        }
        taken.push_back(a);
        svg_.text({corner.x, corner.y + high - 2}, s.name, kLabel);
        const Point middle{at.x < a.left ? a.left - 1 : a.right + 1, corner.y + high / 2};
        if (std::abs(middle.y - at.y) > high) svg_.line(at, middle, kFrame, 0.5);
        break;
      }
    }
  }

  void draw_series(std::size_t number) {
    const PlotSeries& s = plot_.series[number];
    std::vector<Point> line;
    for (const Point& p : s.points) {
      if (!shown(p)) continue;
      const Point at{x(p.x), y(p.y)};
      if (s.steps && !line.empty()) line.push_back({at.x, line.back().y});
      line.push_back(at);
    }
    svg_.begin_group(s.name);
    if (line.size() > 1) svg_.polyline(line, palette(number), 2, dash_of(number));
    if (line.size() == 1 || (s.marks && s.points.size() <= kMostMarks)) {
      for (std::size_t i = 0; i < s.points.size(); ++i) {
        const Point p = s.points[i];
        if (!shown(p)) continue;
        const double half = i < s.half_widths.size() ? s.half_widths[i] : 0;
        if (half > 0 && shown({p.x, p.y - half})) whisker(number, p, half);
        svg_.begin_group(told(s.name, p, half));
        mark(number, {x(p.x), y(p.y)}, i < s.hollow.size() && s.hollow[i]);
        svg_.end_group();
      }
    }
    svg_.end_group();
  }

  void draw_legend() {
    const Point corner{kEdge, legend_at_};
    legend_.draw(svg_, corner);
    for (std::size_t s = 0; s < names().size(); ++s) {
      const Point p = legend_.at(s, corner);
      const double middle = p.y + Legend::kRow / 2;
      svg_.polyline({{p.x, middle}, {p.x + Legend::kMark, middle}}, palette(s), 2, dash_of(s));
      if (plot_.series[s].marks) mark(s, {p.x + Legend::kMark / 2, middle});
    }
  }

  const Plot& plot_;
  Axis x_, y_;
  Legend legend_;
  Svg svg_;
  double left_ = 0, right_ = 0, bottom_ = 0, name_at_ = 0, legend_at_ = 0, height_ = 0;
  bool turned_ = false;
};

}  // namespace

std::string draw(const Plot& plot) { return Drawing(plot).draw(); }

}  // namespace kasuri
