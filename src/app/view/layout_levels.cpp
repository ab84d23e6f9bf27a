// SPDX-License-Identifier: MIT
// Trees and multistage networks: coordinates are (level, index). All levels are as wide as the widest, so
// that a switch is above those that it connects. Wide machines stand in several rows, pods side by side.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/view/layout.h"

namespace kasuri::view {

std::optional<Layout> levels_layout(const Network& n) {
  if (n.dimensions != 2 || n.from.empty()) return std::nullopt;
  const std::uint32_t levels = n.extent(0);
  if (levels < 2) return std::nullopt;
  Layout layout{.family = "levels", .words = "levels above each other", .at = {},
                .stub = std::vector<std::uint8_t>(n.from.size(), 0)};
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    const std::uint32_t a = n.at(n.from[i], 0), b = n.at(n.to[i], 0), step = a < b ? b - a : a - b;
    if (step == levels - 1 && step > 1) layout.stub[i] = 1;  // around a multistage network
    else if (step != 1) return std::nullopt;
  }
  std::vector<std::uint32_t> width(levels, 0);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    width[n.at(r, 0)] = std::max(width[n.at(r, 0)], n.at(r, 1) + 1);
  }
  const auto most = static_cast<float>(*std::ranges::max_element(width));
  const float rows = std::max(1.0F, std::round(std::sqrt(most / 48)));
  const float across = std::ceil(most / rows), height = std::max(2.0F, across / 6);
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const std::uint32_t level = n.at(r, 0);
    const float place = (static_cast<float>(n.at(r, 1)) + 0.5F) / static_cast<float>(width[level]) * rows;
    const float row = std::min(std::floor(place), rows - 1);
    layout.at.push_back({(place - row) * across, height * static_cast<float>(level),
                         row * std::max(2.0F, across / 8)});
  }
  for (std::uint32_t l = 0; l < levels; ++l) {
    const float y = height * static_cast<float>(l);
    layout.axes.push_back({fmt::format("level {}", l), {-1, y, 0}, {-1, y, 0}, width[l]});
  }
  return layout;
}

}  // namespace kasuri::view
