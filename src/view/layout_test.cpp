// SPDX-License-Identifier: MIT
// Where routers are drawn.
#include "view/layout.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace kasuri::view {
namespace layout_test {

// Without links: coordinates decide.
Network network(const std::string& type, const std::vector<std::uint32_t>& extents) {
  Network n;
  n.title = n.type = type;
  n.dimensions = static_cast<std::uint32_t>(extents.size());
  n.routers = 1;
  for (const std::uint32_t e : extents) n.routers *= e;
  for (std::uint32_t r = 0; r < n.routers; ++r) {
    std::uint32_t rest = r;
    for (const std::uint32_t e : extents) n.coordinates.push_back(rest % e), rest /= e;
  }
  return n;
}

float apart(const Position& a, const Position& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// A router is nearer to the middle of its own group, in its layer, than to the middle of any other.
TEST(GroupsLayout, PutsTheRoutersOfAGroupTogether) {
  struct Case {
    const char* type;
    std::vector<std::uint32_t> extents;
    std::uint32_t group, layer;  // dimensions; the latter may be there or not
  };
  for (const auto& [type, extents, group, layer] :
       {Case{"dragonfly", {7, 4}, 0, 9}, Case{"slim", {2, 5, 5}, 1, 9}, Case{"hyperx", {4, 5}, 1, 9},
        Case{"hyperx", {3, 4, 3}, 1, 2}}) {
    const Network n = network(type, extents);
    const Layout layout = place(n);
    EXPECT_EQ(layout.family, "groups") << type;
    ASSERT_EQ(layout.at.size(), n.routers) << type;
    EXPECT_EQ(std::set(layout.at.begin(), layout.at.end()).size(), n.routers) << type;
    const auto group_of = [&](std::uint32_t r) {
      return std::pair(n.at(r, group), layer < n.dimensions ? n.at(r, layer) : 0);
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<float, 4>> sums;
    for (std::uint32_t r = 0; r < n.routers; ++r) {
      auto& sum = sums[group_of(r)];
      for (std::size_t d = 0; d < 3; ++d) sum[d] += layout.at[r][d];
      sum[3] += 1;
    }
    for (std::uint32_t r = 0; r < n.routers; ++r) {
      const auto nearest = std::ranges::min_element(sums, {}, [&](const auto& g) {
        const auto& [x, y, z, count] = g.second;
        return apart(layout.at[r], {x / count, y / count, z / count});
      });
      EXPECT_EQ(nearest->first, group_of(r)) << type << " router " << r;
    }
  }
}

TEST(GroupsLayout, LeavesOtherNetworksToOthers) {
  for (const char* type : {"torus", "polarfly", "jellyfish", ""}) {
    EXPECT_NE(place(network(type, {3, 4})).family, "groups") << type;
  }
}

}  // namespace layout_test
}  // namespace kasuri::view
