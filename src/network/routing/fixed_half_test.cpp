// SPDX-License-Identifier: MIT
// dimension-order with dateline = "fixed-half" and drawn ties, against BookSim 2's rule as its
// manual and code state it: on entering a dimension the high half if the coordinate has to fall,
// else the low one.
#include <gmock/gmock.h>

#include <set>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/lattice.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace fixed_half_test {

constexpr const char* kFixed = "type = 'dimension-order'\ndateline = 'fixed-half'\n";

TEST(FixedHalf, IsTheHighOneWhereTheCoordinateFalls) {
  const auto t = topology_from("type = 'torus'\nextents = [8, 5, 4]");
  for (const std::string ties : {"", "ties = 'drawn'\n"}) {
    const auto routing = routing_from(kFixed + ties, *t, 6);
    for (std::uint32_t s = 0; s < t->routers(); ++s) {
      for (std::uint32_t e = 0; e < t->routers(); ++e) {
        const std::uint32_t path = (s * 7 + e) % routing->paths();
        const Path p = path_of(*t, *routing, {s}, {e}, path, e % 2);
        for (std::size_t i = 0; i < p.channels.size(); ++i) {
          const auto from = t->coordinates({s}), at = t->coordinates(p.routers[i]);
          const auto next = t->coordinates(p.routers[i + 1]), to = t->coordinates({e});
          std::size_t d = 0;
          while (at[d] == next[d]) ++d;
          ASSERT_EQ(p.vc_masks[i], from[d] > to[d] ? 0b111000u : 0b000111u)
              << s << " " << e << " " << i;
        }
      }
    }
  }
}

TEST(FixedHalf, IsFreeOfDeadlock) {
  for (std::uint32_t k = 2; k <= 9; ++k) {
    for (const std::uint32_t vcs : {2u, 3u, 4u}) {
      const auto t = topology_from("type = 'torus'\nextents = [" + std::to_string(k) + ", 4]");
      for (const std::string ties : {"", "ties = 'drawn'\n"}) {
        const auto routing = routing_from(kFixed + ties, *t, vcs);
        const DeadlockReport r = check_deadlock(*t, *routing, vcs);
        EXPECT_TRUE(r.ok()) << k << ": " << r.describe(*t);
        EXPECT_EQ(r.argument->deadlock_free, true);
      }
    }
  }
}

// All four combinations of directions to the opposite corner of two even rings.
TEST(DrawnTies, GoEitherWayInEachDimension) {
  const auto t = topology_from("type = 'torus'\nextents = [4, 4]");
  const auto routing = routing_from("type = 'dimension-order'\nties = 'drawn'", *t, 2);
  EXPECT_EQ(routing->paths(), 4u);
  EXPECT_EQ(routing->spread(), Spread::by_packet);
  EXPECT_EQ(routing->describe(), "dimension order, 2 dateline classes, ties drawn");
  std::set<std::vector<RouterId>> paths;
  for (std::uint32_t path = 0; path < 4; ++path)
    paths.insert(path_of(*t, *routing, {0}, {10}, path).routers);
  EXPECT_EQ(paths.size(), 4u);
  EXPECT_TRUE(check_deadlock(*t, *routing, 2).ok());
}

TEST(DrawnTies, ChangeNothingOnAMesh) {
  const auto t = topology_from("type = 'mesh'\nextents = [4, 4]");
  EXPECT_EQ(routing_from("type = 'dimension-order'\nties = 'drawn'", *t, 2)->paths(), 1u);
}

}  // namespace fixed_half_test
}  // namespace kasuri
