// SPDX-License-Identifier: MIT
// Shapes as text with two decimals.
#include "base/stats/svg.h"

#include <fmt/format.h>

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

void Svg::polyline(const std::vector<Point>& points, std::string_view colour, double width,
                   std::string_view dashes) {
  body_ += "<polyline fill=\"none\" stroke-linejoin=\"round\" points=\"";
  for (const Point& p : points) body_ += number(p.x) + ',' + number(p.y) + ' ';
  fmt::format_to(std::back_inserter(body_), "\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", colour,
                 number(width), dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes));
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
                     "viewBox=\"0 0 {0} {1}\" "
                     "font-family=\"Helvetica, Arial, Liberation Sans, sans-serif\">\n"
                     "{2}</svg>\n",
                     number(width_), number(height_), body_);
}

}  // namespace kasuri
