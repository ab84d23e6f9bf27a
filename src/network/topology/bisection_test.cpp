// SPDX-License-Identifier: MIT
// Bisections of Dally & Towles, ch. 3 and 5, and of small graphs by trying all halves.
#include "network/topology/bisection.h"

#include <gmock/gmock.h>

#include "network/topology/graph_export.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace bisection_test {

std::uint64_t bisection(const std::string& toml) {
  const auto t = topology_from(toml);
  const std::vector<std::uint64_t> one(t->link_classes().size(), 1);
  return find_bisection(*t, one)->capacity;
}

// k-ary n-mesh: k^(n−1) channels each way for even k; torus: twice as many.
TEST(Bisection, OfMeshesAndTori) {
  EXPECT_EQ(bisection("type = 'mesh'\nextents = [8, 8]"), 8);
  EXPECT_EQ(bisection("type = 'torus'\nextents = [8, 8]"), 16);
  EXPECT_EQ(bisection("type = 'torus'\nextents = [4, 4, 4]"), 32);
  EXPECT_EQ(bisection("type = 'torus'\nextents = [4, 16]"), 8);  // across the long dimension
  EXPECT_EQ(bisection("type = 'torus'\nextents = [16, 4]"), 8);
  EXPECT_EQ(bisection("type = 'mesh'\nextents = [4, 4]\nwidths = [3, 1]"), 4);
}

TEST(Bisection, OfOtherNetworks) {
  EXPECT_EQ(bisection("type = 'full-mesh'\nrouters = 8"), 16);
  EXPECT_EQ(bisection("type = 'full-mesh'\nrouters = 6\nparallel = 2"), 18);
  EXPECT_EQ(bisection("type = 'k-ary-n-tree'\narity = 4\nlevels = 3"), 32);
  EXPECT_EQ(bisection("type = 'fat-tree'\nradix = 8\nlevels = 2"), 16);
}

TEST(Bisection, CountsCapacityPerClass) {
  const auto t = topology_from("type = 'stack'\nextents = [2, 2]\nlayers = 2");
  const std::vector<std::uint64_t> cheap_up{10, 10, 1}, dear_up{10, 10, 100};
  const MinimumCut up = *find_bisection(*t, cheap_up);
  EXPECT_EQ(up.capacity, 4);
  EXPECT_EQ(up.channels, (std::vector<std::uint64_t>{0, 0, 4}));
  EXPECT_EQ(find_bisection(*t, dear_up)->capacity, 40);
}

// Where few routers allow it, all halves are tried: the search finds the smallest cut.
TEST(Bisection, IsTheSmallestCutOfSmallGraphs) {
  int tried = 0;
  for_each_small_topology([&](const std::string&, const Topology& t) {
    std::vector<RouterId> ends;
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      if (t.endpoints_at({r})) ends.push_back({r});
    }
    const bool equal = t.endpoints() == ends.size() * t.endpoints_at(ends[0]);
    if (ends.size() < 2 || ends.size() > 14 || ends.size() % 2 || !equal) return;
    ++tried;
    const std::vector<std::uint64_t> one(t.link_classes().size(), 1);
    std::uint64_t least = UINT64_MAX;
    for (std::uint32_t set = 1; set < 1u << ends.size(); set += 2) {
      if (2u * static_cast<std::uint32_t>(std::popcount(set)) != ends.size()) continue;
      std::vector<RouterId> a, b;
      for (std::size_t i = 0; i < ends.size(); ++i) (set >> i & 1 ? a : b).push_back(ends[i]);
      least = std::min(least, max_flow(t, a, b, one).capacity);
    }
    EXPECT_EQ(find_bisection(t, one)->capacity, least) << t.describe();
  });
  EXPECT_GT(tried, 15);
}

TEST(Bisection, IsNoneOfASwitch) {
  const auto t = topology_from("type = 'switch'\nendpoints = 4");
  EXPECT_FALSE(find_bisection(*t, std::vector<std::uint64_t>{1}));
}

TEST(Cables, PairChannels) {
  EXPECT_EQ(cables(*topology_from("type = 'torus'\nextents = [8, 8]")).size(), 128);
  const auto se = topology_from("type = 'shuffle-exchange'\nbits = 3");
  int one_way = 0;
  for (const Cable& c : cables(*se)) one_way += !c.both;
  EXPECT_EQ(one_way, 6);
  EXPECT_EQ(cables(*se).size(), 6 + 4);
}

}  // namespace bisection_test
}  // namespace kasuri
