// SPDX-License-Identifier: MIT
// UGAL over the router of a random node: paths and stages by the topology alone, the decision by
// queues that the test sets.
#include <gmock/gmock.h>

#include <map>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/dragonfly.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace ugal_node_test {

constexpr const char* kNineGroups =
    "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2";

class SetQueues final : public Queues {
 public:
  std::int64_t at(std::uint32_t port, std::uint32_t) override { return bytes[port]; }
  std::int64_t reported(RouterId, std::uint32_t) override { return 0; }
  std::map<std::uint32_t, std::int64_t> bytes;
};

TEST(UgalNode, WeighsQueues) {
  const auto t = topology_from(kNineGroups);
  const auto routing = routing_from(
      "type = 'ugal-node'\nminimal_weight = 3\ndetour_weight = 2\nbias = '100 B'", *t, 4);
  // Router 0 has the links to groups 1 and 2; the router of path 8 is in group 2, the target in
  // group 1.
  const RouteInput input{.at = {0}, .path = 8};
  SetQueues queues;
  const auto port = [&] { return routing->choose(input, {0}, {4}, queues).first.route.port; };
  queues.bytes = {{3, 100}, {4, 100}};
  EXPECT_EQ(port(), 3);  // 300 <= 200 + 100
  queues.bytes = {{3, 101}, {4, 100}};
  EXPECT_EQ(port(), 4);
  queues.bytes = {{3, 101}, {4, 102}};
  EXPECT_EQ(port(), 3);
}

// Packets within a group, and those whose random node is at home, have no detour.
TEST(UgalNode, DetoursOnlyThroughOtherGroups) {
  const auto t = topology_from(kNineGroups);
  const auto routing = routing_from("type = 'ugal-node'", *t, 4);
  EXPECT_EQ(routing->candidates({.at = {0}, .path = 8}, {0}, {4}).firsts.size(), 2u);
  EXPECT_EQ(routing->candidates({.at = {0}, .path = 2}, {0}, {4}).firsts.size(), 1u);
  EXPECT_EQ(routing->candidates({.at = {0}, .path = 8}, {0}, {3}).firsts.size(), 1u);
}

// With three virtual channels: BookSim's phases. A detour passes the router of its path.
TEST(UgalNode, HasAVirtualChannelForEachPhase) {
  const auto t = topology_from(kNineGroups);
  const auto& d = dynamic_cast<const Dragonfly&>(*t);
  const auto routing = routing_from("type = 'ugal-node'", *t, 3);
  for (std::uint32_t path = 0; path < t->routers(); ++path) {
    for (std::uint32_t e = 4; e < t->routers(); ++e) {
      const std::size_t detour = path >= 4 ? 1 : 0;
      const Path p = path_of(*t, *routing, {0}, {e}, path, false, 100, 2 * 60 + detour);
      std::uint32_t phase = detour && RouterId{path} != p.routers[0] ? 0b001 : 0b010;
      for (std::size_t i = 0; i < p.channels.size(); ++i) {
        if (p.routers[i] == RouterId{path}) phase = std::max(phase, 0b010u);
        const bool global = t->link_class(p.channels[i].router, p.channels[i].port) == 1;
        if (global && phase == 0b010) phase = 0b100;
        EXPECT_EQ(p.vc_masks[i], phase) << "path " << path << " to " << e << " channel " << i;
      }
      EXPECT_LE(p.channels.size(), 6u);
      if (detour && d.group({path}) != d.group({e})) {
        EXPECT_THAT(p.routers, testing::Contains(RouterId{path}));
      }
    }
  }
}

TEST(UgalNode, NeedsFourVirtualChannelsAgainstDeadlock) {
  const auto t = topology_from(kNineGroups);
  EXPECT_TRUE(check_deadlock(*t, *routing_from("type = 'ugal-node'", *t, 4), 4).ok());
  const auto three = routing_from("type = 'ugal-node'", *t, 3);
  EXPECT_FALSE(check_deadlock(*t, *three, 3).cycle.empty());
  EXPECT_FALSE(three->deadlock_argument()->deadlock_free);
  EXPECT_THAT(refusal_of("type = 'ugal-node'", *t, 2), testing::HasSubstr("raise router.vcs"));
}

}  // namespace ugal_node_test
}  // namespace kasuri
