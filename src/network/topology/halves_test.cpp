// SPDX-License-Identifier: MIT
// Bisections that are known, in graphs whose numbers and coordinates say nothing: all routers are numbered
// at random.
#include "network/topology/halves.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "base/core/rng.h"
#include "base/core/test_path.h"
#include "network/topology/analysis.h"
#include "network/topology/bisection.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace halves_test {

using EdgeList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<std::uint32_t> random_order(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = n; i > 1; --i) {
    std::swap(order[i - 1], order[below(random_at(seed, 0, 0, i)[0], i)]);
  }
  return order;
}

EdgeList edges_of(const Topology& t) {
  EdgeList all;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      if (const std::uint32_t to = t.neighbour({r}, p).router.v; r < to) all.emplace_back(r, to);
    }
  }
  return all;
}

// Each with one endpoint, or as many as `endpoints` says.
std::unique_ptr<Topology> shuffled(std::uint32_t n, const EdgeList& edges,
                                   const std::vector<std::uint32_t>& endpoints = {}) {
  const std::vector<std::uint32_t> name = random_order(n, 7);
  const std::string path = test_path("shuffled.net");
  std::ofstream out(path);
  std::vector<std::uint32_t> old(n);
  for (std::uint32_t v = 0; v < n; ++v) old[name[v]] = v;
  for (std::uint32_t i = 0; i < n; ++i) {
    out << fmt::format("router r{} endpoints={}\n", i, endpoints.empty() ? 1 : endpoints[old[i]]);
  }
  for (const auto& [a, b] : edges) out << fmt::format("link r{} r{}\n", name[a], name[b]);
  out.close();
  return topology_from("type = 'graph'\nfile = '" + path + "'");
}

std::uint64_t multilevel(const Topology& t) {
  const MinimumCut cut = *multilevel_bisection(t, std::vector<std::uint64_t>{1});
  std::int64_t difference = 0;
  std::uint32_t heaviest = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t here = t.endpoints_at({r});
    difference += cut.first_half[r] ? here : -std::int64_t{here};
    heaviest = std::max(heaviest, here);
  }
  EXPECT_LE(std::abs(difference), heaviest);
  return cut.capacity;
}

std::uint64_t multilevel_of(const std::string& toml) {
  const auto t = topology_from(toml);
  return multilevel(*shuffled(t->routers(), edges_of(*t)));
}

TEST(MultilevelCut, FindsKnownBisections) {
  EXPECT_EQ(multilevel_of("type = 'torus'\nextents = [16, 16]"), 32u);
  EXPECT_EQ(multilevel_of("type = 'torus'\nextents = [8, 8, 8]"), 128u);
  EXPECT_EQ(multilevel_of("type = 'mesh'\nextents = [32, 16]"), 16u);
  EXPECT_EQ(multilevel_of("type = 'hypercube'\ndimensions = 9"), 256u);
  EXPECT_EQ(multilevel_of("type = 'full-mesh'\nrouters = 20"), 100u);
  EXPECT_EQ(multilevel_of("type = 'hyperx'\nextents = [8, 6]"), 8u * 9);
}

// Petersen's graph: 5, by its second eigenvalue 2 (2 · 10 / 4) and by its outer and inner ring.
TEST(MultilevelCut, MeetsTheBoundOfPetersensGraph) {
  EdgeList edges;
  for (std::uint32_t i = 0; i < 5; ++i) {
    edges.emplace_back(i, (i + 1) % 5);
    edges.emplace_back(5 + i, 5 + (i + 2) % 5);
    edges.emplace_back(i, 5 + i);
  }
  const auto t = shuffled(10, edges);
  EXPECT_EQ(multilevel(*t), 5u);
  const std::vector<double> rates{1e9, 1e9};
  auto cut = find_bisection(*t, std::vector<std::uint64_t>{1'000'000'000});
  const GraphAnalysis a = analyse_graph(*t, rates, {}, cut, {});
  ASSERT_TRUE(a.exact_bisection);
  EXPECT_TRUE(a.bounds_agree);
  EXPECT_EQ(*a.exact_bisection, 5e9);
}

// Two random graphs of 7 links a router, joined by a few cables.
TEST(MultilevelCut, FindsPlantedHalves) {
  constexpr std::uint32_t kHalf = 2000, kJoints = 40;
  const auto half = topology_from("type = 'jellyfish'\nrouters = 2000\nlinks_per_router = 7");
  EdgeList edges = edges_of(*half);
  const std::size_t n = edges.size();
  for (std::size_t i = 0; i < n; ++i) edges.emplace_back(edges[i].first + kHalf, edges[i].second + kHalf);
  for (std::uint32_t i = 0; i < kJoints; ++i) edges.emplace_back(31 * i, kHalf + 17 * i);
  EXPECT_EQ(multilevel(*shuffled(2 * kHalf, edges)), kJoints);
}

// Switches without endpoints go where they cost least: a full tree of two levels, and chains of switches.
TEST(MultilevelCut, PlacesSwitches) {
  const auto tree = topology_from("type = 'xgft'\nchildren = [4, 16]\nparents = [4]");
  std::vector<std::uint32_t> endpoints;
  for (std::uint32_t r = 0; r < tree->routers(); ++r) endpoints.push_back(tree->endpoints_at({r}));
  EXPECT_EQ(multilevel(*shuffled(tree->routers(), edges_of(*tree), endpoints)), 16u * 4 / 2);
  // Two routers of 3 endpoints and a chain of 200 switches.
  EdgeList chain;
  endpoints.assign(202, 0);
  endpoints[0] = endpoints[201] = 3;
  for (std::uint32_t i = 0; i < 201; ++i) chain.emplace_back(i, i + 1);
  EXPECT_EQ(multilevel(*shuffled(202, chain, endpoints)), 1u);
}

// Almost all large random cubic graphs have a bisection of n / 6 at most (Monien & Preis 2001) and 0.101 n
// at least (Kostochka & Melnikov 1992).
TEST(MultilevelCut, IsNearTheBoundsOfRandomCubicGraphs) {
  constexpr double kRouters = 10'000;
  const auto t = topology_from("type = 'jellyfish'\nrouters = 10000\nlinks_per_router = 3");
  const auto cut = static_cast<double>(multilevel(*t));
  EXPECT_GT(cut, 0.101 * kRouters);
  EXPECT_LT(cut, kRouters / 6);
}

TEST(RefineHalves, EndsWithEqualSides) {
  const auto t = topology_from("type = 'torus'\nextents = [10, 10]\nendpoints_per_router = 3");
  const WeightedGraph g = weighted_graph(*t, std::vector<std::uint64_t>{25, 25});
  Sides first(100);
  for (std::uint32_t v = 0; v < 9; ++v) first[v * 11] = true;
  refine_halves(g, first);
  EXPECT_EQ(std::ranges::count(first, true), 50);
  EXPECT_LE(weight_of_cut(g, first), 2 * 30);
  EXPECT_EQ(g.edge[0], 2);  // of both directions, in units of the rates
}

TEST(MultilevelCut, IsTheSameEachTime) {
  const auto t = topology_from("type = 'jellyfish'\nrouters = 300\nlinks_per_router = 6");
  const WeightedGraph g = weighted_graph(*t, std::vector<std::uint64_t>{1});
  EXPECT_EQ(multilevel_halves(g), multilevel_halves(g));
}

}  // namespace halves_test
}  // namespace kasuri
