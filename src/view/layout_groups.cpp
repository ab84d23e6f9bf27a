// SPDX-License-Identifier: MIT
// Dragonflies: the groups on a ring, the routers of a group on a small ring there. The spines of a
// dragonfly+ are inside, the leaves outside.
#include <cmath>
#include <numbers>

#include "view/layout.h"

namespace kasuri::view {

std::optional<Layout> groups_layout(const Network& n) {
  const bool plus = n.type.starts_with("dragonfly+") || n.type.starts_with("dragonfly-plus");
  if (!n.type.starts_with("dragonfly") || n.dimensions < 2) return std::nullopt;
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  const std::uint32_t groups = n.extent(0);
  const std::uint32_t last = n.dimensions - 1;
  std::vector<std::array<std::uint32_t, 2>> size(groups, {0, 0});  // of each ring of a group
  const auto ring_of_router = [&](std::uint32_t r) { return plus ? n.at(r, 1) % 2 : 0; };
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    auto& count = size[n.at(r, 0)][ring_of_router(r)];
    count = std::max(count, n.at(r, last) + 1);
  }
  float largest = 1;
  for (const auto& s : size) largest = std::max(largest, static_cast<float>(std::max(s[0], s[1])));
  const float inner = std::max(1.0F, largest / kTurn);
  const float ring =
      groups == 1 ? 0 : std::max(3 * inner, static_cast<float>(groups) * 2.6F * inner / kTurn);
  Layout layout{.family = "groups",
                .words = "groups on a ring, the routers of a group on a small ring",
                .at = {},
                .stub = {}};
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    const std::uint32_t group = n.at(r, 0), level = ring_of_router(r);
    const float towards = kTurn * static_cast<float>(group) / static_cast<float>(groups);
    const float angle = towards + kTurn * (static_cast<float>(n.at(r, last)) + 0.5F) /
                                      static_cast<float>(size[group][level]);
    const float radius = level ? 0.5F * inner : inner;
    layout.at.push_back({ring * std::sin(towards) + radius * std::sin(angle),
                         ring * std::cos(towards) + radius * std::cos(angle), 0});
  }
  return layout;
}

}  // namespace kasuri::view
