// SPDX-License-Identifier: MIT
// Pictures as SVG text, without a library: shapes, and charts made of them. Colours come from a
// palette that stays apart for colour-blind readers (Okabe & Ito 2008).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

// The i-th colour, around.
std::string_view palette(std::size_t i);

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { start, middle, end };

class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void line(Point from, Point to, std::string_view colour, double width = 1);
  // `dashes`: lengths of dashes and gaps, as in "6 3".
  void polyline(const std::vector<Point>&, std::string_view colour, double width = 1,
                std::string_view dashes = "");
  void polygon(const std::vector<Point>&, std::string_view fill, std::string_view stroke);
  void rectangle(Point corner, double width, double height, std::string_view fill,
                 std::string_view stroke = "none");
  void circle(Point centre, double radius, std::string_view fill, std::string_view stroke = "none");
  void text(Point at, std::string_view text, double size = 12, Anchor = Anchor::start,
            double rotation = 0, std::string_view colour = "#222");
  // Shapes until the next call of end_group() belong together; the title is shown when pointed at.
  void begin_group(std::string_view title);
  void end_group();

  std::string str() const;

 private:
  double width_, height_;
  std::string body_;
};

struct Series {
  std::string name;
  std::vector<double> values;
};

struct Chart {
  std::string title, x_label, y_label;
  std::vector<std::string> categories;  // of bars, or ticks of lines
  std::vector<Series> series;
};

std::string bar_chart(const Chart&);
std::string line_chart(const Chart&);

}  // namespace kasuri
