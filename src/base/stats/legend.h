// SPDX-License-Identifier: MIT
// The legend of a picture: rows of names with their colours, below the data.
#pragma once

#include <string>
#include <vector>

#include "base/stats/svg.h"

namespace kasuri {

class Legend {
 public:
  // Breaks rows at `width`; names that are longer are shortened.
  Legend(std::vector<std::string> names, double width);

  double height() const { return static_cast<double>(rows_) * kRow; }
  // Where each name's mark begins, from the corner of the first row.
  Point at(std::size_t i, Point corner) const {
    return {corner.x + places_[i].x, corner.y + places_[i].y};
  }
  // The names; the marks are for who knows what they look like: kMark wide, around the middle of
  // the row.
  void draw(Svg&, Point corner) const;

  static constexpr double kRow = 18, kMark = 22, kSize = 12;

 private:
  std::vector<std::string> names_;
  std::vector<Point> places_;
  std::size_t rows_ = 0;
};

}  // namespace kasuri
