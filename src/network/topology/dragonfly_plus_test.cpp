// SPDX-License-Identifier: MIT
// Dragonfly+: counts of a machine that exists, and links between groups.
#include "network/topology/dragonfly_plus.h"

#include <gmock/gmock.h>

#include <map>

#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace dragonfly_plus_test {

using ::testing::HasSubstr;

// Leonardo: 23 cells of 18 leaf and 18 spine switches; each spine has one link to each other cell.
TEST(DragonflyPlus, IsLeonardo) {
  const auto t = topology_from(
      "type = 'dragonfly-plus'\nleaves = 18\nspines = 18\nglobal_links = 22\nendpoints_per_leaf = 20");
  const auto& d = dynamic_cast<const DragonflyPlus&>(*t);
  EXPECT_EQ(d.groups(), 23);
  EXPECT_EQ(d.links_per_pair(), 18);
  EXPECT_EQ(t->routers(), 23 * 36);
  EXPECT_EQ(t->endpoints(), 23 * 18 * 20);
  std::map<std::uint32_t, int> channels;
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    ASSERT_LE(t->degree({r}) + t->endpoints_at({r}), 40);  // ports of a switch
    for (std::uint32_t p = 0; p < t->degree({r}); ++p) ++channels[t->link_class({r}, p)];
  }
  EXPECT_EQ(channels, (std::map<std::uint32_t, int>{{0, 2 * 23 * 18 * 18}, {1, 23 * 22 * 18}}));
  EXPECT_EQ(*t->distance(t->router_of({0}), t->router_of({19})), 0);
  EXPECT_EQ(*t->distance(t->router_of({0}), t->router_of({20})), 2);
  EXPECT_EQ(*t->distance(t->router_of({0}), t->router_of({8279})), 3);
}

// Switches of 32 ports, half of them down: 33 groups, which 8 links join in pairs (Shpiner et al., section
// II).
TEST(DragonflyPlus, HasTheSizeOfSwitchesOf32Ports) {
  const auto t = topology_from(
      "type = 'dragonfly-plus'\nleaves = 16\nspines = 16\nglobal_links = 16\nendpoints_per_leaf = 16\n"
      "groups = 33");
  EXPECT_EQ(t->routers(), 33 * 32);
  EXPECT_EQ(t->endpoints(), 8448);
  EXPECT_EQ(dynamic_cast<const DragonflyPlus&>(*t).links_per_pair(), 8);
  for (std::uint32_t r = 0; r < t->routers(); ++r) EXPECT_EQ(t->degree({r}) + t->endpoints_at({r}), 32);
  EXPECT_EQ(summarize_terminal_distances(*t).diameter, 3);
}

TEST(DragonflyPlus, JoinsEachPairOfGroupsEquallyOften) {
  for (const std::uint32_t groups : {2u, 3u, 4u, 7u}) {
    const auto t = topology_from(
        "type = 'dragonfly-plus'\nleaves = 2\nspines = 3\nglobal_links = 4\n"
        "endpoints_per_leaf = 1\ngroups = " +
        std::to_string(groups));
    const auto& d = dynamic_cast<const DragonflyPlus&>(*t);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> links;
    for (std::uint32_t g = 0; g < groups; ++g) {
      for (std::uint32_t s = 0; s < 3; ++s) {
        for (std::uint32_t p = 2; p < 6; ++p) {
          ++links[{g, d.group(t->neighbour(d.spine(g, s), p).router)}];
        }
      }
    }
    EXPECT_EQ(links.size(), groups * (groups - 1));
    for (const auto& [pair, n] : links) {
      EXPECT_NE(pair.first, pair.second);
      EXPECT_EQ(n, 12 / (groups - 1));
    }
  }
}

TEST(DragonflyPlus, RefusesGroupsThatCannotBeJoinedEvenly) {
  EXPECT_THAT(refusal_of("type = 'dragonfly-plus'\nleaves = 2\nspines = 3\nglobal_links = 4\n"
                         "endpoints_per_leaf = 1\ngroups = 6"),
              HasSubstr("must divide 12, the nearest: 5 or 7"));
}

}  // namespace dragonfly_plus_test
}  // namespace kasuri
