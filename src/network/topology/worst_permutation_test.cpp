// SPDX-License-Identifier: MIT
// Worst permutations that are known, and those of small graphs by trying all.
#include "network/topology/worst_permutation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "network/topology/test_instances.h"

namespace kasuri {
namespace worst_permutation_test {

WorstPermutation worst_of(const Topology& t) {
  return *worst_permutation(ChannelGraph(t, std::vector<double>(t.link_classes().size(), 1.0)), 1.0);
}
double worst_of(const std::string& toml) {
  const WorstPermutation w = worst_of(*topology_from(toml));
  EXPECT_TRUE(w.exact) << toml;
  return w.saturation;
}

// By channel, the share of the packets from s to d, by listing all shortest paths.
std::vector<double> shares_of(const ChannelGraph& g, std::uint32_t s, std::uint32_t d) {
  std::vector<double> share(g.channels());
  std::vector<std::vector<std::size_t>> walks{{}};
  const auto end = [&](const std::vector<std::size_t>& w) { return w.empty() ? s : g.to(w.back()); };
  while (std::ranges::none_of(walks, [&](const auto& w) { return end(w) == d; })) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& w : walks) {
      for (std::size_t c = g.first(end(w)); c < g.first(end(w) + 1); ++c) {
        longer.push_back(w);
        longer.back().push_back(c);
      }
    }
    walks = std::move(longer);
  }
  std::erase_if(walks, [&](const auto& w) { return end(w) != d; });
  for (const auto& w : walks) {
    for (const std::size_t c : w) share[c] += 1 / static_cast<double>(walks.size());
  }
  return share;
}

// Tornado: all go the same direction, as far as the shortest path allows (Dally & Towles, section 3.3).
TEST(WorstPermutation, IsTornadoOnRings) {
  EXPECT_NEAR(worst_of("type = 'torus'\nextents = [7]"), 1.0 / 3, 1e-12);
  EXPECT_NEAR(worst_of("type = 'torus'\nextents = [8]"), 1.0 / 3, 1e-12);
  EXPECT_NEAR(worst_of("type = 'torus'\nextents = [5]\nendpoints_per_router = 3"), 1.0 / 6, 1e-12);
}

// All endpoints of a router share one channel. In projective planes, and in the graph of Hoffman &
// Singleton, a second router's join them: shortest paths are unique, so only a -> b' and a' -> b cross the
// channel a -> b.
TEST(WorstPermutation, SharesOneChannel) {
  EXPECT_NEAR(worst_of("type = 'full-mesh'\nrouters = 8\nendpoints_per_router = 5"), 1.0 / 5, 1e-12);
  EXPECT_NEAR(worst_of("type = 'hyperx'\nextents = [4, 4]\nendpoints_per_router = 4"), 1.0 / 4, 1e-12);
  EXPECT_NEAR(worst_of("type = 'polarfly'\nq = 7\nendpoints_per_router = 4"), 1.0 / 8, 1e-12);
  EXPECT_NEAR(worst_of("type = 'slim-fly'\nq = 5\nendpoints_per_router = 4"), 1.0 / 8, 1e-12);
}

TEST(WorstPermutation, IsHarmlessOnFullTrees) {
  EXPECT_NEAR(worst_of("type = 'fat-tree'\nradix = 8\nlevels = 2"), 1, 1e-12);
  EXPECT_NEAR(worst_of("type = 'fat-tree'\nradix = 12\ntaper = 2"), 0.5, 1e-12);
}

TEST(WorstPermutation, IsTheWorstOfAllPermutations) {
  int tried = 0;
  for_each_small_topology([&](const std::string&, const Topology& t) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      if (t.endpoints_at({r}) == t.endpoints() / t.routers()) ends.push_back(r);
    }
    if (ends.size() != t.routers() || ends.size() < 2 || ends.size() > 7) return;
    ++tried;
    const ChannelGraph g(t, std::vector<double>(t.link_classes().size(), 1.0));
    const auto n = static_cast<std::uint32_t>(ends.size());
    std::vector<std::vector<double>> loads(n * n);
    for (std::uint32_t s = 0; s < n; ++s) {
      for (std::uint32_t d = 0; d < n; ++d) loads[s * n + d] = shares_of(g, s, d);
    }
    std::vector<std::uint32_t> to(n);
    std::iota(to.begin(), to.end(), 0u);
    double most = 0;
    do {
      for (std::size_t c = 0; c < g.channels(); ++c) {
        double sum = 0;
        for (std::uint32_t s = 0; s < n; ++s) sum += loads[s * n + to[s]][c];
        most = std::max(most, sum * t.endpoints_at({0}));
      }
    } while (std::ranges::next_permutation(to).found);
    EXPECT_NEAR(worst_of(t).saturation, std::min(1.0, 1 / most), 1e-9) << t.describe();
  });
  EXPECT_GT(tried, 5);
}

TEST(WorstPermutation, IsAPermutation) {
  const auto t = topology_from("type = 'jellyfish'\nrouters = 40\nlinks_per_router = 5");
  std::vector<std::uint32_t> to = worst_of(*t).to;
  std::ranges::sort(to);
  for (std::uint32_t r = 0; r < 40; ++r) EXPECT_EQ(to[r], r);
}

}  // namespace worst_permutation_test
}  // namespace kasuri
