// SPDX-License-Identifier: MIT
#include "network/placement/folded_box.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace kasuri {
namespace {

using Sides = FoldedBox::Extents;

// The axes of the first way, in order, so that no side is longer than the machine; else none.
std::vector<std::size_t> turn(const Sides& sides, const Sides& most) {
  std::vector<std::size_t> axes(sides.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  do {
    std::size_t a = 0;
    while (a < axes.size() && sides[axes[a]] <= most[a]) ++a;
    if (a == axes.size()) return axes;
  } while (std::ranges::next_permutation(axes).found);
  return {};
}

Sides turned(const Sides& p, const std::vector<std::size_t>& axes) {
  if (axes.empty()) return p;
  Sides all;
  for (const std::size_t a : axes) all.push_back(p[a]);
  return all;
}

// Twice the surface would be the sum over sides of volume / side; the volume is the same for all.
double surface(const Sides& sides) {
  double sum = 0;
  for (const std::uint32_t n : sides) sum += 1.0 / n;
  return sum;
}

}  // namespace

FoldedBox::FoldedBox(const Sides& box, const Sides& most) : sides_(box) {
  if (box.size() >= most.size()) return;
  struct Way {
    Sides sides;
    std::vector<Split> splits;
  };
  std::vector<Way> ways{{box, {}}};
  while (!ways.empty() && ways.front().sides.size() < most.size()) {
    std::vector<Way> next;
    for (const Way& w : ways) {
      for (std::size_t d = 0; d < w.sides.size(); ++d) {
        for (std::uint32_t length = 1; length <= w.sides[d]; ++length) {
          if (w.sides[d] % length != 0) continue;
          Way& n = next.emplace_back(w);
          n.sides[d] = length;
          n.sides.insert(n.sides.begin() + static_cast<std::ptrdiff_t>(d) + 1, w.sides[d] / length);
          n.splits.push_back({d, length});
        }
      }
    }
    ways = std::move(next);
  }
  std::erase_if(ways, [&](const Way& w) { return turn(w.sides, most).empty(); });
  if (ways.empty()) return;
  const auto best = std::ranges::min_element(ways, {}, [](const Way& w) { return surface(w.sides); });
  turned_ = turn(best->sides, most);
  sides_ = turned(best->sides, turned_);
  splits_ = std::move(best->splits);
}

FoldedBox::Extents FoldedBox::at(const Sides& point) const {
  Sides p = point;
  for (const Split& s : splits_) {
    const std::uint32_t row = p[s.axis] / s.length, i = p[s.axis] % s.length;
    p[s.axis] = row % 2 ? s.length - 1 - i : i;
    p.insert(p.begin() + static_cast<std::ptrdiff_t>(s.axis) + 1, row);
  }
  return turned(p, turned_);
}

Extents places_along_axes(const Lattice& grid) {
  Sides all;
  for (const auto& axis : grid.folded_axes()) {
    std::uint32_t places = 1;
    for (const std::uint32_t d : axis) places *= grid.dimensions()[d].extent;
    all.push_back(places);
  }
  return all;
}

}  // namespace kasuri
