// SPDX-License-Identifier: MIT
// D-mod-K keeps shift permutations apart on full trees (Zahavi et al. 2010); random up*/down*
// spreads evenly over all paths.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "network/routing/sprayed_paths.h"
#include "network/routing/test_routing.h"
#include "network/topology/test_topology.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace up_down_test {

// How many flows share the busiest channel when endpoint e sends to e + shift, for all e.
int contention(const Topology& t, const Routing& routing, std::uint32_t shift) {
  std::map<PortRef, int> load;
  int most = 0;
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) {
    const std::uint32_t d = (e + shift) % t.endpoints();
    const RouterId from = t.router_of({e}), to = t.router_of({d});
    if (from == to) continue;
    for (const PortRef c : path_of(t, routing, from, to, d % routing.paths()).channels) {
      most = std::max(most, ++load[c]);
    }
  }
  return most;
}

TEST(DModK, GivesEveryShiftItsOwnLinksOnFullTrees) {
  for (const char* full :
       {"type = 'fat-tree'\nradix = 4", "type = 'fat-tree'\nradix = 8",
        "type = 'fat-tree'\nradix = 8\nlevels = 2", "type = 'k-ary-n-tree'\narity = 4\nlevels = 3",
        "type = 'k-ary-n-tree'\narity = 2\nlevels = 5", "type = 'pruned-tree'",
        "type = 'pruned-tree'\nradix = 8\npods = 2"}) {
    const auto t = topology_from(full);
    const auto routing = routing_from("type = 'd-mod-k'", *t, 1);
    for (std::uint32_t shift = 1; shift < t->endpoints(); ++shift) {
      ASSERT_LE(contention(*t, *routing, shift), 1) << t->describe() << ", shift " << shift;
    }
  }
}

TEST(DModK, SharesLinksOfTaperedTreesAsTheyMust) {
  const auto t = topology_from("type = 'fat-tree'\nradix = 6\nlevels = 2\ntaper = 2");
  const auto routing = routing_from("type = 'd-mod-k'", *t, 1);
  for (std::uint32_t shift = 4; shift <= t->endpoints() - 4; shift += 4) {
    EXPECT_EQ(contention(*t, *routing, shift), 2);  // four endpoints over two links
  }
}

// Of all paths between two leaves of different pods, each link up of the source is on the same
// share.
TEST(RandomUpDown, SpreadsEvenly) {
  for (const char* toml :
       {"type = 'fat-tree'\nradix = 6", "type = 'pruned-tree'\nradix = 8\npods = 2",
        "type = 'xgft'\nchildren = [2, 3, 2]\nparents = [2, 3]\nparallel = [2, 3]"}) {
    const auto t = topology_from(toml);
    const auto routing = routing_from("type = 'random-up-down'", *t, 1);
    const RouterId from{0}, to = t->router_of({t->endpoints() - 1});
    std::map<std::size_t, std::map<PortRef, std::uint32_t>> load;  // by step of the path
    for (std::uint32_t path = 0; path < routing->paths(); ++path) {
      const Path p = path_of(*t, *routing, from, to, path);
      for (std::size_t i = 0; i < p.channels.size(); ++i) ++load[i][p.channels[i]];
    }
    ASSERT_EQ(load.size(), 4);
    for (const auto& [step, channels] : load) {
      for (const auto& [channel, n] : channels) {
        EXPECT_EQ(n * channels.size(), routing->paths()) << t->describe() << ", step " << step;
      }
    }
    const auto& tree = dynamic_cast<const Xgft&>(*t);
    EXPECT_EQ(load[1].size(), tree.parents(2) * tree.up_ports(2))
        << "all links to the top are used";
  }
}

// All paths of a pair, or as many as are asked for, each link up of the source's switch on as many.
TEST(RandomUpDown, ListsThePathsOfAMessage) {
  const auto t = topology_from("type = 'xgft'\nchildren = [2, 3, 4]\nparents = [6, 8]");
  const auto routing = routing_from("type = 'random-up-down'", *t, 1);
  const auto& listed = dynamic_cast<const SprayedPaths&>(*routing);
  for (const auto& [to, all] : {std::pair(1u, 1u), {3u, 6u}, {23u, 48u}}) {
    for (const std::uint32_t most : {4u, 16u, 48u}) {
      std::vector<std::uint32_t> paths;
      listed.sprayed_paths({0}, {to}, most, 5, 0, paths);
      std::set<std::vector<PortRef>> different;
      std::map<PortRef, std::size_t> first;
      for (const std::uint32_t path : paths) {
        const Path p = path_of(*t, *routing, t->router_of({0}), t->router_of({to}), path);
        different.insert(p.channels);
        if (!p.channels.empty()) ++first[p.channels.front()];
      }
      SCOPED_TRACE(fmt::format("to {}, {} at most", to, most));
      EXPECT_EQ(different.size(), paths.size()) << "no path is taken twice";
      EXPECT_EQ(paths.size(), most == 16 && all == 48 ? 12 : std::min(all, most));
      for (const auto& [link, n] : first) EXPECT_EQ(n, paths.size() / first.size());
    }
  }
}

TEST(UpDown, DescribesItself) {
  const auto t = topology_from("type = 'fat-tree'\nradix = 4");
  EXPECT_EQ(routing_from("type = 'd-mod-k'", *t, 1)->describe(),
            "up and down, parents by destination (D-mod-K)");
  EXPECT_EQ(routing_from("type = 'random-up-down'", *t, 1)->describe(),
            "up at random and down, 4 paths");
}

TEST(UpDown, RefusesMoreWaysThanItCanNumber) {
  const auto t = topology_from(
      "type = 'xgft'\nchildren = [1, 1, 1, 1]\nparents = [1, 1, 1]\n"
      "parallel = [2000, 2000, 2000]");
  EXPECT_THAT(refusal_of("type = 'random-up-down'", *t, 1), ::testing::HasSubstr("2^32 paths"));
}

// The path of a packet: none, its destination's, or as good as random and the same for the same
// packet.
TEST(PathSelector, DrawsEvenlyAndAgain) {
  const auto t = topology_from("type = 'fat-tree'\nradix = 6");
  const auto random = routing_from("type = 'random-up-down'", *t, 1);
  const PathSelector a(*random, 1), b(*random, 2);
  std::map<std::uint32_t, int> drawn;
  int equal = 0;
  for (std::uint32_t e = 0; e < 30; ++e) {
    for (std::uint32_t n = 0; n < 300; ++n) {
      const std::uint32_t path = a.path({e}, {0}, n);
      ASSERT_EQ(path, a.path({e}, {7}, n));
      equal += path == b.path({e}, {0}, n);
      ++drawn[path];
    }
  }
  ASSERT_EQ(drawn.size(), 9);
  for (const auto& [path, n] : drawn) EXPECT_NEAR(n, 1000, 120);  // four standard deviations
  EXPECT_NEAR(equal, 1000, 120);                                 // another seed, other paths
  const auto by_destination = routing_from("type = 'd-mod-k'", *t, 1);
  EXPECT_EQ(PathSelector(*by_destination, 1).path({5}, {10}, 3), 10 % 3);
}

}  // namespace up_down_test
}  // namespace kasuri
