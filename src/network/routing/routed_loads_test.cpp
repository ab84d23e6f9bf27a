// SPDX-License-Identifier: MIT
// Loads of the channels under a routing algorithm, against formulas: Dally & Towles 2004, section 3.3 and
// chapter 9; a channel of a tree or a dragonfly that all messages of a leaf or a group share.
#include "network/routing/routed_loads.h"

#include <gmock/gmock.h>

#include "network/routing/test_routing.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace routed_loads_test {

RoutedLoads loads(const std::string& topology, const std::string& routing, std::uint32_t vcs,
                  const TrafficDemand& traffic, std::uint64_t most = 100'000'000) {
  const auto t = topology_from(topology);
  const auto r = routing_from("type = '" + routing + "'", *t, vcs);
  const ChannelGraph g(*t, std::vector<double>(t->link_classes().size(), 1.0));
  return routed_loads(g, *t, *r, std::span(&traffic, 1), 1.0, 1, most);
}

double saturation(const std::string& topology, const std::string& routing, std::uint32_t vcs,
                  const TrafficDemand& traffic) {
  const RoutedLoads l = loads(topology, routing, vcs, traffic);
  EXPECT_TRUE(l.loads.at(0)->exact) << routing;
  return l.loads.at(0)->saturation;
}

TrafficDemand transpose(std::uint32_t k) {
  return TrafficDemand::permutation("transpose",
                                    [k](std::uint32_t e) { return e % k * k + e / k; });
}
// In two rings of k each.
TrafficDemand tornado(std::uint32_t k) {
  return TrafficDemand::permutation("tornado", [k](std::uint32_t e) {
    const std::uint32_t far = (k + 1) / 2 - 1;
    return (e / k + far) % k * k + (e % k + far) % k;
  });
}

// The middle channels of a row of k carry, of each of k / 2 nodes, the half that goes to the other side, k
// squared / 4 per row of k nodes: k / 4 for load 1, times n / (n - 1) since nobody sends to itself.
TEST(RoutedLoads, OfDimensionOrderOnMeshes) {
  const std::string mesh = "type = 'mesh'\nextents = [8, 8]";
  EXPECT_NEAR(saturation(mesh, "dimension-order", 1, TrafficDemand::uniform()), 0.5 * 63 / 64, 1e-12);
  EXPECT_NEAR(saturation(mesh, "dimension-order", 1, transpose(8)), 1.0 / 7, 1e-12);
}

// Of uniform traffic k / 8 per channel; where half a ring is as far either way, one way is taken, as
// often as the other. A transpose turns at the diagonal: one channel carries k / 2 rows.
TEST(RoutedLoads, OfDimensionOrderOnTori) {
  const std::string torus = "type = 'torus'\nextents = [8, 8]";
  EXPECT_NEAR(saturation(torus, "dimension-order", 2, TrafficDemand::uniform()), 63.0 / 64, 1e-12);
  EXPECT_NEAR(saturation(torus, "dimension-order", 2, transpose(8)), 1.0 / 4, 1e-12);
  EXPECT_NEAR(saturation(torus, "dimension-order", 2, tornado(8)), 1.0 / 3, 1e-12);
}

// Twice the load of uniform traffic for any traffic, here of all nodes, themselves included.
TEST(RoutedLoads, OfValiant) {
  const std::string torus = "type = 'torus'\nextents = [8, 8]";
  EXPECT_NEAR(saturation(torus, "valiant", 4, tornado(8)), 1.0 / 2, 1e-12);
  // A sample of the intermediate routers.
  const RoutedLoads sampled = loads(torus, "valiant", 4, tornado(8), 64 * 8 * 40);
  EXPECT_FALSE(sampled.loads.at(0)->exact);
  EXPECT_NEAR(sampled.loads.at(0)->saturation, 0.5, 0.15);
  // Too many pairs: nothing, rather than something wrong.
  EXPECT_FALSE(loads(torus, "valiant", 4, TrafficDemand::uniform(), 1000).loads.at(0).has_value());
}

// Four nodes of a leaf that send to numbers of one remainder share a parent under d-mod-k; random parents
// share everything equally.
TEST(RoutedLoads, OfTrees) {
  const std::string tree = "type = 'fat-tree'\nradix = 8\nlevels = 2";
  const auto t = topology_from(tree);
  ASSERT_EQ(t->endpoints(), 32u);
  const auto same = TrafficDemand::permutation("same parent", [](std::uint32_t e) {
    return e % 4 * 4 + e / 4 % 4 + 16 - e / 16 * 16;
  });
  EXPECT_NEAR(saturation(tree, "d-mod-k", 1, same), 1.0 / 4, 1e-12);
  EXPECT_NEAR(saturation(tree, "random-up-down", 1, same), 1, 1e-12);
}

// All eight endpoints of a group send over the one link to the next group.
TEST(RoutedLoads, OfDragonflies) {
  const std::string dragonfly = "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\n"
                                "endpoints_per_router = 2";
  const auto next = TrafficDemand::permutation("next-group", [](std::uint32_t e) { return (e + 8) % 72; });
  EXPECT_NEAR(saturation(dragonfly, "dragonfly-minimal", 2, next), 1.0 / 8, 1e-12);
}

// A full mesh has one shortest path for each pair: both ways of counting agree, for any spread.
TEST(RoutedLoads, AgreeWithEqualSharesWhereThereIsOnePath) {
  const std::string mesh = "type = 'full-mesh'\nrouters = 6\nendpoints_per_router = 4";
  const auto t = topology_from(mesh);
  const ChannelGraph g(*t, std::vector<double>(1, 1.0));
  const LoadSummary shares = channel_loads(g, TrafficDemand::uniform(), 1.0, *t);
  for (const char* routing : {"shortest-paths", "minimal"}) {
    const RoutedLoads l = loads(mesh, routing, 1, TrafficDemand::uniform());
    EXPECT_NEAR(l.loads.at(0)->saturation, shares.saturation, 1e-12) << routing;
    EXPECT_NEAR(l.loads.at(0)->mean_hops, shares.mean_hops, 1e-12) << routing;
  }
}

TEST(RoutedLoads, SayNothingOfAdaptiveRoutings) {
  const RoutedLoads l = loads("type = 'torus'\nextents = [4, 4]", "minimal-adaptive", 3,
                              TrafficDemand::uniform());
  EXPECT_TRUE(l.adaptive);
  EXPECT_TRUE(l.loads.empty());
  EXPECT_THAT(l.reason, ::testing::HasSubstr("queues"));
}

}  // namespace routed_loads_test
}  // namespace kasuri
