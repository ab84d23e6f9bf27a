// SPDX-License-Identifier: MIT
// Trees: the counts of Öhring et al., full bisection of full trees, and the named conveniences.
#include "network/topology/xgft.h"

#include <gmock/gmock.h>

#include <numeric>

#include "network/topology/bisection.h"
#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace xgft_test {

using ::testing::HasSubstr;

const Xgft& tree(const std::unique_ptr<Topology>& t) { return dynamic_cast<const Xgft&>(*t); }

// The fewest channels between two halves of the leaf switches, over all ways to halve them.
std::uint64_t true_bisection(const Topology& t) {
  std::vector<RouterId> leaves;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (t.endpoints_at({r})) leaves.push_back({r});
  }
  EXPECT_LE(leaves.size(), 12);
  const std::vector<std::uint64_t> one(t.link_classes().size(), 1);
  std::uint64_t least = UINT64_MAX;
  for (std::uint32_t set = 0; set < 1u << leaves.size(); ++set) {
    if (std::popcount(set) * 2u != leaves.size() || !(set & 1)) continue;
    std::vector<RouterId> a, b;
    for (std::size_t i = 0; i < leaves.size(); ++i) (set >> i & 1 ? a : b).push_back(leaves[i]);
    least = std::min(least, max_flow(t, a, b, one).capacity);
  }
  return least;
}

TEST(Xgft, CountsSwitchesLevelByLevel) {
  // Level i has w_1 … w_i · m_{i+1} … m_h switches.
  const auto t = topology_from("type = 'xgft'\nchildren = [5, 4, 3]\nparents = [2, 6]");
  EXPECT_EQ(t->endpoints(), 60);
  EXPECT_EQ(tree(t).routers_at(1), 12);
  EXPECT_EQ(tree(t).routers_at(2), 2 * 3);
  EXPECT_EQ(tree(t).routers_at(3), 2 * 6);
  EXPECT_EQ(t->routers(), 30);
  EXPECT_EQ(t->degree({0}), 2);
  EXPECT_EQ(t->degree({12}), 4 + 6);
  EXPECT_EQ(t->degree({18}), 3);
  EXPECT_EQ(t->link_classes(), (std::vector<std::string>{"level1", "level2"}));
  EXPECT_EQ(t->name({12}), "(2,0)");
  EXPECT_EQ(t->describe(), "tree, XGFT(3; 5,4,3; 1,2,6)");
  EXPECT_EQ(t->first_endpoint({3}).v, 15);
}

TEST(Xgft, BundlesParallelLinks) {
  const auto t = topology_from("type = 'xgft'\nchildren = [2, 3]\nparents = [2]\nparallel = [4]");
  EXPECT_EQ(t->degree({0}), 8);
  EXPECT_EQ(t->degree({3}), 12);
  for (std::uint32_t p = 0; p < 4; ++p) EXPECT_EQ(t->neighbour({1}, p).port, 4 + p);
  EXPECT_EQ(t->describe(), "tree, XGFT(2; 2,3; 1,2) with 1,4 parallel links");
}

// Every half of the leaf switches can send to the other half at the full rate of its endpoints.
TEST(FatTree, HasFullBisection) {
  for (const char* full :
       {"type = 'fat-tree'\nradix = 4", "type = 'fat-tree'\nradix = 6\nlevels = 2",
        "type = 'fat-tree'\nradix = 2\nlevels = 4", "type = 'k-ary-n-tree'\narity = 2\nlevels = 3",
        "type = 'k-ary-n-tree'\narity = 2\nlevels = 4",
        "type = 'k-ary-n-tree'\narity = 4\nlevels = 2", "type = 'pruned-tree'\nradix = 4\npods = 2",
        "type = 'pruned-tree'\nradix = 6\npods = 2"}) {
    const auto t = topology_from(full);
    EXPECT_EQ(true_bisection(*t), t->endpoints() / 2) << t->describe();
  }
}

TEST(FatTree, TaperedHasItsShareOfIt) {
  for (const auto& [tapered, taper] :
       {std::pair("type = 'fat-tree'\nradix = 6\nlevels = 2\ntaper = 2", 2u),
        {"type = 'fat-tree'\nradix = 8\nlevels = 2\ntaper = 3", 3u}}) {
    const auto t = topology_from(tapered);
    EXPECT_EQ(true_bisection(*t) * taper, t->endpoints() / 2) << t->describe();
  }
}

// k-port n-tree: 2 (k/2)^n endpoints, (2n − 1) (k/2)^(n−1) switches of k ports.
TEST(FatTree, IsMadeOfEqualSwitches) {
  for (std::uint32_t k : {2u, 4u, 8u, 10u}) {
    for (std::uint32_t n : {1u, 2u, 3u, 4u}) {
      const auto t = topology_from("type = 'fat-tree'\nradix = " + std::to_string(k) +
                                   "\nlevels = " + std::to_string(n));
      const auto power = [&](std::uint32_t e) {
        std::uint32_t product = 1;
        while (e-- > 0) product *= k / 2;
        return product;
      };
      EXPECT_EQ(t->endpoints(), 2 * power(n));
      EXPECT_EQ(t->routers(), (2 * n - 1) * power(n - 1));
      for (std::uint32_t r = 0; r < t->routers(); ++r) {
        ASSERT_EQ(t->degree({r}) + t->endpoints_at({r}), k);
      }
    }
  }
}

TEST(KAryNTree, HasTheNumbersOfPetriniAndVanneschi) {
  const auto t = topology_from("type = 'k-ary-n-tree'\narity = 4\nlevels = 3");
  EXPECT_EQ(t->endpoints(), 64);
  EXPECT_EQ(t->routers(), 3 * 16);
  EXPECT_EQ(channel_count(*t), 2 * 2 * 64);
  EXPECT_EQ(summarize_distances(*t).diameter, 4);
  EXPECT_EQ(t->describe(), "4-ary 3-tree, XGFT(3; 4,4,4; 1,4,4)");
}

// TraceRP: 288 nodes, 24 + 24 + 12 switches of radix 24, 864 links of which 288 lead to nodes, and
// 12 parallel links between each aggregation switch and its core switch.
TEST(PrunedTree, IsThatOfTraceRP) {
  const auto t = topology_from("type = 'pruned-tree'");
  EXPECT_EQ(t->endpoints(), 288);
  EXPECT_EQ(t->routers(), 60);
  EXPECT_EQ(tree(t).routers_at(1), 24);
  EXPECT_EQ(tree(t).routers_at(2), 24);
  EXPECT_EQ(tree(t).routers_at(3), 12);
  EXPECT_EQ(channel_count(*t) / 2 + t->endpoints(), 864);
  for (std::uint32_t r = 0; r < 60; ++r) ASSERT_EQ(t->degree({r}) + t->endpoints_at({r}), 24);
  std::map<std::uint32_t, int> cores;
  for (std::uint32_t p = 12; p < 24; ++p) ++cores[t->neighbour({24}, p).router.v];
  EXPECT_EQ(cores, (std::map<std::uint32_t, int>{{48, 12}}));
  const std::vector<std::uint64_t> one{1, 1};
  EXPECT_EQ(find_bisection(*t, one)->capacity, 144);
}

TEST(PrunedTree, IsAFatTreeWithAllPods) {
  const auto pruned = topology_from("type = 'pruned-tree'\nradix = 6\npods = 6");
  const auto full = topology_from("type = 'fat-tree'\nradix = 6");
  ASSERT_EQ(pruned->routers(), full->routers());
  for (std::uint32_t r = 0; r < full->routers(); ++r) {
    ASSERT_EQ(pruned->degree({r}), full->degree({r}));
    for (std::uint32_t p = 0; p < full->degree({r}); ++p) {
      ASSERT_EQ(pruned->neighbour({r}, p), full->neighbour({r}, p));
    }
  }
}

TEST(Trees, RefuseWhatCannotBe) {
  EXPECT_THAT(refusal_of("type = 'fat-tree'\nradix = 7"), HasSubstr("the nearest: 6 or 8"));
  EXPECT_THAT(refusal_of("type = 'fat-tree'\nradix = 8\ntaper = 2"),
              HasSubstr("multiple of 6, the nearest: 6 or 12"));
  EXPECT_THAT(refusal_of("type = 'fat-tree'\nradix = 64\nlevels = 9"), HasSubstr("too large"));
  EXPECT_THAT(refusal_of("type = 'xgft'\nchildren = [2, 3]"),
              HasSubstr("'parents' has 0 values; 2 levels of switches need 1"));
  EXPECT_THAT(refusal_of("type = 'xgft'\nchildren = [2, 3]\nparents = [2]\nparallel = [1, 2]"),
              HasSubstr("parallel"));
  EXPECT_THAT(refusal_of("type = 'xgft'\nchildren = [2, 4096]\nparents = [2]\nparallel = [2]"),
              HasSubstr("8192 ports at each switch of level 2; at most 4096"));
  EXPECT_THAT(refusal_of("type = 'k-ary-n-tree'\narity = 1\nlevels = 2"), HasSubstr("from 2"));
  EXPECT_THAT(refusal_of("type = 'pruned-tree'\nradix = 7"), HasSubstr("6 or 8"));
  EXPECT_THAT(refusal_of("type = 'pruned-tree'\nradix = 6\npods = 7"), HasSubstr("at most 6 pods"));
}

}  // namespace xgft_test
}  // namespace kasuri
