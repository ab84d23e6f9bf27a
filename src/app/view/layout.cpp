// SPDX-License-Identifier: MIT
#include "app/view/layout.h"

#include <algorithm>
#include <map>

namespace kasuri::view {
namespace {

// Routers of the same coordinates are on several planes of one machine (topology `rails`): the planes
// are one behind the other.
void part_planes(const Network& n, Layout& layout) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
  std::vector<std::uint32_t> plane(n.routers);
  std::uint32_t planes = 1;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const auto first = n.coordinates.begin() + std::ptrdiff_t{r} * n.dimensions;
    plane[r] = seen[std::vector<std::uint32_t>(first, first + n.dimensions)]++;
    planes = std::max(planes, plane[r] + 1);
  }
  if (planes == 1) return;
  float low = 0, high = 0;
  for (const Position& p : layout.at) low = std::min(low, p[2]), high = std::max(high, p[2]);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    layout.at[r][2] += (high - low + 2) * static_cast<float>(plane[r]);
  }
  layout.words += "; planes are one behind the other";
}

}  // namespace

Layout place(const Network& n) {
  for (const auto family : {groups_layout, lattice_layout, levels_layout}) {
    auto layout = family(n);
    if (!layout) continue;
    if (layout->stub.empty()) layout->stub.assign(n.from.size(), 0);
    part_planes(n, *layout);
    return std::move(*layout);
  }
  Layout layout = graph_layout(n);
  layout.stub.assign(n.from.size(), 0);
  return layout;
}

}  // namespace kasuri::view
