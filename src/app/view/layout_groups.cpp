// SPDX-License-Identifier: MIT
// Networks whose routers form groups: the groups on a ring, the routers of a group on small rings there.
//   dragonfly   one ring; the spines of a dragonfly+ are on a ring inside that of the leaves
//   slim-fly    one group for each x; the routers of one subgraph are inside those of the other
//   hyperx      the first dimension within groups, the second between them, others are layers
//   polarfly    its racks: the quadrics in the middle, around them the fans of triangles, each with its
//               centre in the middle (Lakhotia et al., SC 2022, section V)
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "app/view/layout.h"

namespace kasuri::view {
namespace {

// Where a router is: on ring 0, or on ring 1 inside it, whose only router is its centre.
struct GroupPlace {
  std::uint32_t group, ring, index, layer;
};

// How the routers of a network form groups, if they do.
struct Grouping {
  std::function<GroupPlace(std::uint32_t router)> place;
  std::string words;
  bool middle = false;  // the last group is inside the ring of the others
};

// Racks are joined by "local" links; only quadrics have none and one link fewer than others.
std::optional<Grouping> fans_of(const Network& n) {
  const auto local = std::ranges::find(n.classes, "local") - n.classes.begin();
  std::vector<std::vector<std::uint32_t>> near(n.routers);
  std::vector<std::uint32_t> degree(n.routers);
  for (std::size_t i = 0; i < n.from.size(); ++i) {
    ++degree[n.from[i]];
    if (n.link_class[i] == local) near[n.from[i]].push_back(n.to[i]);
  }
  if (n.routers == 0) return std::nullopt;
  const std::uint32_t most = std::ranges::max(degree);
  std::vector<GroupPlace> places(n.routers, {UINT32_MAX, 0, 0, 0});
  std::uint32_t fans = 0, quadrics = 0;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    if (places[r].group != UINT32_MAX || (near[r].empty() && degree[r] < most)) continue;
    std::uint32_t centre = r;
    for (const std::uint32_t other : near[r]) {
      if (near[other].size() > near[centre].size()) centre = other;
    }
    places[centre] = {fans, near[centre].empty() ? 0u : 1u, 0, 0};
    std::uint32_t index = 0;
    const auto put = [&](std::uint32_t router) {
      if (places[router].group == UINT32_MAX) places[router] = {fans, 0, index++, 0};
    };
    for (const std::uint32_t blade : near[centre]) {  // both routers of a triangle are side by side
      put(blade);
      for (const std::uint32_t mate : near[blade]) put(mate);
    }
    ++fans;
  }
  for (GroupPlace& p : places) {
    if (p.group == UINT32_MAX) p = {fans, 0, quadrics++, 0};
  }
  return Grouping{[places](std::uint32_t r) { return places[r]; },
                  "the quadrics in the middle, around them racks of triangles with a common router", true};
}

std::optional<Grouping> grouping_of(const Network& n) {
  const std::uint32_t last = n.dimensions - 1;
  const auto is = [&](std::string_view name) { return n.type.starts_with(name); };
  if (is("dragonfly") && n.dimensions >= 2) {
    const bool plus = is("dragonfly+") || is("dragonfly-plus");
    return Grouping{[&n, plus, last](std::uint32_t r) -> GroupPlace {
                      return {n.at(r, 0), plus ? n.at(r, 1) % 2 : 0, n.at(r, last), 0};
                    },
                    "groups on a ring, the routers of a group on a small ring"};
  }
  if (is("slim") && n.dimensions == 3) {
    return Grouping{[&n](std::uint32_t r) -> GroupPlace {
                      return {n.at(r, 1), n.at(r, 0) % 2, n.at(r, 2), 0};
                    },
                    "groups on a ring, both subgraphs of a group on small rings"};
  }
  if (is("polarfly")) return fans_of(n);
  if (is("hyperx") && n.dimensions >= 1) {
    std::vector<std::uint32_t> extents;
    for (std::uint32_t d = 0; d < n.dimensions; ++d) extents.push_back(n.extent(d));
    std::string words = "the first dimension on small rings, the second around them";
    if (n.dimensions > 2) words += ", others are layers";
    return Grouping{[&n, extents](std::uint32_t r) -> GroupPlace {
                      std::uint32_t layer = 0;
                      for (std::uint32_t d = n.dimensions; d-- > 2;) {
                        layer = layer * extents[d] + n.at(r, d);
                      }
                      return {n.dimensions > 1 ? n.at(r, 1) : 0, 0, n.at(r, 0), layer};
                    },
                    words};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Layout> groups_layout(const Network& n) {
  if (n.dimensions == 0) return std::nullopt;
  const auto grouping = grouping_of(n);
  if (!grouping) return std::nullopt;
  constexpr float kTurn = 2 * std::numbers::pi_v<float>;
  std::vector<GroupPlace> places;
  std::uint32_t groups = 1;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    places.push_back(grouping->place(r));
    groups = std::max(groups, places.back().group + 1);
  }
  std::vector<std::array<std::uint32_t, 2>> size(groups, {0, 0});  // of each ring of a group
  std::uint32_t largest = 1;
  for (const GroupPlace& p : places) {
    std::uint32_t& count = size[p.group][p.ring];
    count = std::max(count, p.index + 1);
    largest = std::max(largest, count);
  }
  const float inner = std::max(1.0F, static_cast<float>(largest) / kTurn);
  const std::uint32_t around = groups - (grouping->middle ? 1 : 0);
  const float apart = (grouping->middle ? 4.2F : 2.6F) * inner;
  const float ring = groups == 1 ? 0 : std::max(3 * inner, static_cast<float>(around) * apart / kTurn);
  Layout layout{.family = "groups", .words = grouping->words, .at = {}, .stub = {}};
  for (const auto& [group, level, index, layer] : places) {
    const float out = group < around ? ring : 0;
    const float towards = kTurn * static_cast<float>(group) / static_cast<float>(around);
    const float angle =
        towards + kTurn * (static_cast<float>(index) + 0.5F) / static_cast<float>(size[group][level]);
    const float radius = level == 0 ? inner : size[group][level] == 1 ? 0 : 0.5F * inner;
    layout.at.push_back({out * std::sin(towards) + radius * std::sin(angle),
                         out * std::cos(towards) + radius * std::cos(angle),
                         (ring + inner) * static_cast<float>(layer)});
  }
  return layout;
}

}  // namespace kasuri::view
