// SPDX-License-Identifier: MIT
// Minimal routing on dragonflies: at most one global channel, classes that ascend, and the cycle
// that one virtual channel leaves.
#include <gmock/gmock.h>

#include <set>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/dragonfly.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace dragonfly_minimal_test {

constexpr const char* kSmall =
    "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2";

TEST(DragonflyMinimal, TakesOneGlobalChannelBetweenGroups) {
  const auto t = topology_from(kSmall);
  const auto& d = dynamic_cast<const Dragonfly&>(*t);
  const auto routing = routing_from("type = 'dragonfly-minimal'", *t, 2);
  for (std::uint32_t s = 0; s < t->routers(); ++s) {
    for (std::uint32_t e = 0; e < t->routers(); ++e) {
      if (s == e) continue;
      const Path p = path_of(*t, *routing, {s}, {e});
      int globals = 0;
      for (std::size_t i = 0; i < p.channels.size(); ++i) {
        const bool global = t->link_class(p.channels[i].router, p.channels[i].port) == 1;
        if (!global && globals == 0 && d.group({s}) != d.group({e})) {
          EXPECT_EQ(p.vc_masks[i], 0b01);
        }
        if (!global && globals == 1) {
          EXPECT_EQ(p.vc_masks[i], 0b10);
        }
        globals += global;
      }
      EXPECT_EQ(globals, d.group({s}) != d.group({e}));
      EXPECT_LE(p.channels.size(), 3);
    }
  }
}

// BookSim 2's min_dragonflynew.
TEST(DragonflyMinimal, KeepsStagesApartIfAsked) {
  const auto t = topology_from(kSmall);
  const auto& d = dynamic_cast<const Dragonfly&>(*t);
  const auto routing = routing_from("type = 'dragonfly-minimal'\nchannels = 'by-stage'", *t, 2);
  EXPECT_TRUE(check_deadlock(*t, *routing, 2).ok());
  for (std::uint32_t s = 0; s < t->routers(); ++s) {
    for (std::uint32_t e = 0; e < t->routers(); ++e) {
      const Path p = path_of(*t, *routing, {s}, {e});
      std::uint32_t stage = 0b01;
      for (std::size_t i = 0; i < p.channels.size(); ++i) {
        if (t->link_class(p.channels[i].router, p.channels[i].port) == 1) stage = 0b10;
        EXPECT_EQ(p.vc_masks[i], stage);
      }
      if (s != e && d.group({s}) == d.group({e})) EXPECT_EQ(p.vc_masks.size(), 1u);
    }
  }
}

TEST(DragonflyMinimal, ClosesACircleWithOneVirtualChannel) {
  const auto t = topology_from(kSmall);
  const DeadlockReport r =
      check_deadlock(*t, *routing_from("type = 'dragonfly-minimal'", *t, 1), 1);
  EXPECT_FALSE(r.cycle.empty());
  EXPECT_TRUE(check_deadlock(*t, *routing_from("type = 'dragonfly-minimal'", *t, 2), 2).ok());
}

TEST(DragonflyMinimal, DrawsAmongSeveralLinks) {
  const auto t = topology_from(std::string(kSmall) + "\ngroups = 3");
  const auto routing = routing_from("type = 'dragonfly-minimal'", *t, 2);
  ASSERT_EQ(routing->paths(), 4);
  EXPECT_EQ(routing->spread(), Spread::by_packet);
  std::set<PortRef> globals;
  for (std::uint32_t path = 0; path < 4; ++path) {
    for (const PortRef c : path_of(*t, *routing, {0}, {11}, path).channels) {
      if (t->link_class(c.router, c.port) == 1) globals.insert(c);
    }
  }
  EXPECT_EQ(globals.size(), 4);
}

}  // namespace dragonfly_minimal_test
}  // namespace kasuri
