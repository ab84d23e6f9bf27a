// SPDX-License-Identifier: MIT
// What tests ask of any picture: that every text is inside of it.
#pragma once

#include <cmath>
#include <cstdlib>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "base/stats/text_width.h"

namespace kasuri {

struct PictureText {
  std::string text, anchor;
  double x = 0, y = 0, size = 0, turned = 0;
};

inline std::vector<PictureText> texts_of(const std::string& svg) {
  static const std::regex form(
      "<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" font-size=\"([0-9.]+)\" text-anchor=\"(\\w+)\" "
      "fill=\"[^\"]*\"(?: transform=\"rotate\\(([-0-9.]+) [^)]*\\)\")?>([^<]*)</text>");
  std::vector<PictureText> all;
  for (std::sregex_iterator at(svg.begin(), svg.end(), form), end; at != end; ++at) {
    const std::smatch& m = *at;
    all.push_back({m[6], m[4], std::stod(m[1]), std::stod(m[2]), std::stod(m[3]),
                   m[5].matched ? std::stod(m[5]) : 0});
  }
  return all;
}

// The first text that leaves the picture, if any does.
inline std::optional<std::string> clipped_text(const std::string& svg) {
  static const std::regex size("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"");
  std::smatch box;
  if (!std::regex_search(svg, box, size)) return "there is no viewBox";
  const double width = std::stod(box[1]), height = std::stod(box[2]);
  for (const PictureText& t : texts_of(svg)) {
    const double length = text_width(t.text, t.size);
    const double from = t.anchor == "start" ? 0 : t.anchor == "end" ? -length : -length / 2;
    for (const double along : {from, from + length}) {
      const double angle = t.turned * 3.14159265358979 / 180;
      const double x = t.x + along * std::cos(angle), y = t.y + along * std::sin(angle);
      if (x < 0 || x > width || y < 0 || y > height) return t.text;
    }
  }
  return std::nullopt;
}

}  // namespace kasuri
