// SPDX-License-Identifier: MIT
#include "base/stats/legend.h"

#include "base/stats/text_width.h"

namespace kasuri {

Legend::Legend(std::vector<std::string> names, double width) : names_(std::move(names)) {
  double x = 0;
  for (std::string& name : names_) {
    name = fitted(name, kSize, width - kMark - 5);
    const double needed = kMark + 5 + text_width(name, kSize);
    if (x > 0 && x + needed > width) {
      x = 0;
      ++rows_;
    }
    places_.push_back({x, static_cast<double>(rows_) * kRow});
    x += needed + 16;
  }
  if (!names_.empty()) ++rows_;
}

void Legend::draw(Svg& svg, Point corner) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Point p = at(i, corner);
    svg.text({p.x + kMark + 5, p.y + kRow / 2 + 4}, names_[i], kSize);
  }
}

}  // namespace kasuri
