// SPDX-License-Identifier: MIT
// Layers where cycles would be, balance where there is a choice, and tables from files.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "base/core/test_path.h"
#include "network/routing/deadlock_check.h"
#include "network/routing/next_hops.h"
#include "network/routing/test_routing.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace shortest_paths_test {

using ::testing::HasSubstr;

TEST(ShortestPaths, NeedsOneLayerWhereNothingCloses) {
  for (const char* toml : {"type = 'mesh'\nextents = [5, 4]", "type = 'full-mesh'\nrouters = 9",
                           "type = 'omega'\nstages = 4", "type = 'fat-tree'\nradix = 6"}) {
    const auto t = topology_from(toml);
    const auto routing = routing_from("type = 'shortest-paths'\nbalanced = false", *t, 1);
    EXPECT_EQ(routing->describe(), "shortest paths, 1 layer");
    EXPECT_TRUE(check_deadlock(*t, *routing, 1).ok()) << t->describe();
  }
}

// A ring closes a cycle with one layer; two cut it (Skeie et al. 2002).
TEST(ShortestPaths, CutsRingsWithTwoLayers) {
  for (std::uint32_t n = 5; n <= 12; ++n) {
    const auto t = topology_from("type = 'torus'\nextents = [" + std::to_string(n) + "]");
    const auto routing = routing_from("type = 'shortest-paths'", *t, 2);
    EXPECT_EQ(routing->describe(), "shortest paths, 2 layers");
    EXPECT_TRUE(check_deadlock(*t, *routing, 2).ok());
    EXPECT_THAT(refusal_of("type = 'shortest-paths'", *t, 1),
                HasSubstr("needs 2 virtual channels to be free of deadlock"));
  }
}

TEST(ShortestPaths, DividesTheVirtualChannelsAmongLayers) {
  const auto t = topology_from("type = 'torus'\nextents = [8]");
  const auto routing = routing_from("type = 'shortest-paths'", *t, 5);
  std::set<std::uint32_t> masks;
  for (std::uint32_t s = 0; s < 8; ++s) {
    for (std::uint32_t d = 0; d < 8; ++d) {
      if (s == d) continue;
      const Path p = path_of(*t, *routing, {s}, {d});
      EXPECT_EQ(std::set(p.vc_masks.begin(), p.vc_masks.end()).size(), 1);  // one layer
      masks.insert(p.vc_masks[0]);
    }
  }
  EXPECT_EQ(masks, (std::set<std::uint32_t>{0b00011, 0b11100}));
}

// Paths over each channel when every pair of routers talks.
std::uint64_t most_loaded(const Topology& t, const Routing& routing) {
  std::map<PortRef, std::uint64_t> load;
  std::uint64_t most = 0;
  for (std::uint32_t s = 0; s < t.routers(); ++s) {
    for (std::uint32_t d = 0; s < t.routers() && d < t.routers(); ++d) {
      if (s == d || !t.endpoints_at({s}) || !t.endpoints_at({d})) continue;
      for (std::uint32_t path = 0; path < routing.paths(); ++path) {
        for (const PortRef c : path_of(t, routing, {s}, {d}, path).channels) {
          most = std::max(most, ++load[c]);
        }
      }
    }
  }
  return most;
}

TEST(ShortestPaths, BalancesTheLoad) {
  const auto tree = topology_from("type = 'k-ary-n-tree'\narity = 3\nlevels = 2");
  const auto balanced = routing_from("type = 'shortest-paths'", *tree, 8);
  const auto lowest = routing_from("type = 'shortest-paths'\nbalanced = false", *tree, 8);
  EXPECT_EQ(most_loaded(*tree, *balanced), 1);  // two other leaves, three parents
  EXPECT_EQ(most_loaded(*tree, *lowest), 2);
  const auto parallel = topology_from("type = 'full-mesh'\nrouters = 3\nparallel = 4");
  const auto several = routing_from("type = 'shortest-paths'\npaths = 4", *parallel, 8);
  EXPECT_EQ(several->paths(), 4);
  EXPECT_EQ(most_loaded(*parallel, *several), 1);  // each table has links of its own
}

TEST(ShortestPaths, SpreadsOverSeveralPaths) {
  const auto t = topology_from("type = 'mesh'\nextents = [4, 4]");
  const auto routing = routing_from("type = 'shortest-paths'\npaths = 6", *t, 8);
  std::set<std::vector<PortRef>> paths;
  for (std::uint32_t path = 0; path < 6; ++path) {
    paths.insert(path_of(*t, *routing, {0}, {15}, path).channels);
  }
  EXPECT_GT(paths.size(), 2);
  EXPECT_TRUE(check_deadlock(*t, *routing, 8).ok());
}

std::string file(const std::string& text) {
  const std::string path = test_path("table.lft");
  std::ofstream(path) << text;
  return "type = 'tables'\nfile = '" + path + "'";
}

// A line of three routers; its middle has port 0 to the right and port 1 to the left.
TEST(Tables, AreReadFromAFile) {
  const auto t = topology_from("type = 'mesh'\nextents = [3]");
  const std::string good = "(0) (1) 0\n0 2 0 1\n1 (0) 1\n1 2 0\n2 1 0\n2 0 0\n";
  const auto routing = routing_from(file(good), *t, 2);
  EXPECT_EQ(path_of(*t, *routing, {0}, {2}).vc_masks, (std::vector<std::uint32_t>{0b10, 0b11}));
  EXPECT_TRUE(check_deadlock(*t, *routing, 2).ok());
}

TEST(Tables, RefuseWhatLeadsNowhere) {
  const auto t = topology_from("type = 'mesh'\nextents = [3]");
  EXPECT_THAT(
      refusal_of(file("0 1 0\n0 2 0\n1 0 1\n2 1 0\n2 0 0\n"), *t, 2),
      HasSubstr("router '(1)' has no port for destination '(2)', on the path from router '(0)'"));
  EXPECT_THAT(refusal_of(file("0 1 0\n0 2 0\n1 0 1\n1 2 1\n2 1 0\n2 0 0\n"), *t, 2),
              HasSubstr("have a cycle"));
  EXPECT_THAT(refusal_of(file("0 1\n0 7 0\n0 1 5\n1 0 1 9\n1 0 0\n"), *t, 2),
              ::testing::AllOf(HasSubstr(":1:1: error: expected `ROUTER DESTINATION PORT`"),
                               HasSubstr(":2:3: error: there is no router '7'"),
                               HasSubstr(":3:5: error: router '0' has ports 0 to 0"),
                               HasSubstr(":4:7: error: virtual channels are 0 to 1"),
                               HasSubstr(":5:1: error: router '1' has a port for '0' already")));
  const auto tree = topology_from("type = 'fat-tree'\nradix = 4\nlevels = 2");
  EXPECT_THAT(refusal_of(file("0 5 0\n"), *tree, 2), HasSubstr("has no endpoint"));
}

TEST(Tables, OfShortestPathsMayCloseCircles) {
  const auto ring = topology_from("type = 'torus'\nextents = [6]");
  const DeadlockReport r = check_deadlock(*ring, *routing_from("type = 'tables'", *ring, 4), 4);
  EXPECT_FALSE(r.cycle.empty());
}

TEST(NextHops, KnowTheWaysOfOneWayNetworks) {
  const auto t = topology_from("type = 'omega'\nstages = 4");
  const Terminals terminals(*t);
  EXPECT_EQ(terminals.count(), 8);
  EXPECT_EQ(terminals.index({8}), Terminals::kNone);
  const NextHops table = ShortestPaths(*t, terminals, true).next_table();
  for (std::uint32_t to = 0; to < 8; ++to)
    EXPECT_EQ(table.port({0}, to), to == 0 ? NextHops::kNone : to >> 2);
}

}  // namespace shortest_paths_test
}  // namespace kasuri
