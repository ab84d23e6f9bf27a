// SPDX-License-Identifier: MIT
// Valiant: through every router once, in two halves with virtual channels of their own; halves the
// load of tornado traffic's worst channel against minimal routing's.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace valiant_test {

using ::testing::HasSubstr;

TEST(Valiant, GoesThroughTheRouterOfItsWay) {
  for (const char* toml : {"type = 'torus'\nextents = [4, 4]", "type = 'mesh'\nextents = [3, 4]",
                           "type = 'full-mesh'\nrouters = 6"}) {
    const auto t = topology_from(toml);
    const auto routing = routing_from("type = 'valiant'", *t, 4);
    ASSERT_EQ(routing->paths(), t->routers());
    for (std::uint32_t s = 0; s < t->routers(); ++s) {
      const auto from = distances_from(*t, {s});
      for (std::uint32_t d = 0; d < t->routers(); ++d) {
        if (s == d) continue;
        for (std::uint32_t middle = 0; middle < t->routers(); ++middle) {
          const Path p = path_of(*t, *routing, {s}, {d}, middle, middle % 2);
          const bool passes = std::ranges::find(p.routers, RouterId{middle}) != p.routers.end();
          if (passes) {
            EXPECT_EQ(p.channels.size(), from[middle] + *t->distance({middle}, {d}));
          } else {  // it met its target on the path
            EXPECT_LT(p.channels.size(), from[middle]);
          }
        }
      }
    }
  }
}

TEST(Valiant, ChangesToTheUpperChannelsOnce) {
  const auto t = topology_from("type = 'torus'\nextents = [8, 8]");
  const auto routing = routing_from("type = 'valiant'", *t, 4);
  for (std::uint32_t middle = 0; middle < 64; ++middle) {
    const Path p = path_of(*t, *routing, {0}, {27}, middle);
    bool second = false;
    for (std::size_t i = 0; i < p.channels.size(); ++i) {
      second |= p.routers[i].v == middle;
      EXPECT_EQ(p.vc_masks[i] & (second ? 0b0011 : 0b1100), 0);
    }
  }
}

// Tornado on a ring of eight: each router sends three to the right. Minimal routing loads every
// channel to the right three times; Valiant's two random halves, 2 · 8/4 hops over two directions,
// load it twice on average.
TEST(Valiant, SpreadsTornadoTraffic) {
  const auto t = topology_from("type = 'torus'\nextents = [8]");
  const auto minimal = routing_from("type = 'dimension-order'", *t, 4);
  const auto valiant = routing_from("type = 'valiant'", *t, 4);
  const auto busiest = [&](const Routing& r) {
    std::map<PortRef, double> load;
    double most = 0;
    for (std::uint32_t s = 0; s < 8; ++s) {
      for (std::uint32_t path = 0; path < r.paths(); ++path) {
        for (const PortRef c : path_of(*t, r, {s}, {(s + 3) % 8}, path).channels) {
          most = std::max(most, load[c] += 1.0 / r.paths());
        }
      }
    }
    return most;
  };
  EXPECT_DOUBLE_EQ(busiest(*minimal), 3);
  EXPECT_LE(busiest(*valiant), 2.01);
}

TEST(Valiant, TakesAnyInnerRouting) {
  const auto torus = topology_from("type = 'torus'\nextents = [4, 4]");
  const auto r =
      routing_from("type = 'valiant'\ninner = { type = 'shortest-paths', paths = 3 }", *torus, 12);
  EXPECT_EQ(r->paths(), 16 * 3);
  EXPECT_TRUE(check_deadlock(*torus, *r, 12).ok());
  EXPECT_THAT(r->describe(), HasSubstr("Valiant, each half by shortest paths, 3 tables"));
  EXPECT_THAT(refusal_of("type = 'valiant'\ninner = 'd-mod-k'", *torus, 4),
              HasSubstr("needs a tree"));
  EXPECT_THAT(refusal_of("type = 'valiant'", *torus, 1), HasSubstr("at least 2 virtual channels"));
}

// With two virtual channels each half has one, which does not cut a ring.
TEST(Valiant, ArguesForBothHalves) {
  const auto ring = topology_from("type = 'torus'\nextents = [6]");
  const auto two = routing_from("type = 'valiant'", *ring, 2);
  const auto four = routing_from("type = 'valiant'", *ring, 4);
  EXPECT_FALSE(two->deadlock_argument()->deadlock_free);
  EXPECT_FALSE(check_deadlock(*ring, *two, 2).ok());
  EXPECT_TRUE(four->deadlock_argument()->deadlock_free);
  EXPECT_TRUE(check_deadlock(*ring, *four, 4).ok());
}

}  // namespace valiant_test
}  // namespace kasuri
