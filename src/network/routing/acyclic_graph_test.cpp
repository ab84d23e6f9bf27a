// SPDX-License-Identifier: MIT
// The incremental order says no exactly when a search would find a cycle.
#include "network/routing/acyclic_graph.h"

#include <gtest/gtest.h>

#include <set>

#include "base/core/rng.h"

namespace kasuri {
namespace acyclic_graph_test {

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

bool reaches(const Edges& edges, std::uint32_t from, std::uint32_t to) {
  std::set<std::uint32_t> seen{from};
  std::vector<std::uint32_t> left{from};
  while (!left.empty()) {
    const std::uint32_t at = left.back();
    left.pop_back();
    if (at == to) return true;
    for (const auto& [a, b] : edges) {
      if (a == at && seen.insert(b).second) left.push_back(b);
    }
  }
  return false;
}

TEST(AcyclicGraph, RefusesExactlyTheEdgesThatCloseACycle) {
  for (std::uint32_t round = 0; round < 50; ++round) {
    constexpr std::uint32_t kNodes = 14;
    AcyclicGraph graph(kNodes);
    Edges edges;
    int refused = 0;
    for (std::uint32_t i = 0; i < 120; ++i) {
      const auto [x, y] = random_at(7, round, 0, i);
      const auto a = static_cast<std::uint32_t>(below(x, kNodes));
      const auto b = static_cast<std::uint32_t>(below(y, kNodes));
      if (edges.contains({a, b})) {
        EXPECT_TRUE(graph.has(a, b));
        if (i % 3 == 0) {  // some are taken out again
          graph.remove(a, b);
          edges.erase({a, b});
        }
        continue;
      }
      const bool closes = reaches(edges, b, a);
      ASSERT_EQ(graph.add(a, b), !closes);
      if (!closes) edges.insert({a, b});
      refused += closes;
    }
    EXPECT_GT(refused, 10);
  }
}

TEST(AcyclicGraph, GrowsAndRemembersWhatItRefuses) {
  AcyclicGraph graph(2);
  EXPECT_TRUE(graph.add(0, 1));
  graph.grow(10'000);
  for (std::uint32_t n = 1; n + 1 < 10'000; ++n) ASSERT_TRUE(graph.add(n, n + 1));
  EXPECT_FALSE(graph.add(9'999, 0));
  EXPECT_FALSE(graph.is_refused(9'999, 0));
  graph.refuse(9'999, 0);
  EXPECT_TRUE(graph.is_refused(9'999, 0));
  EXPECT_FALSE(graph.has(9'999, 0));
  EXPECT_TRUE(graph.has(4'000, 4'001));
  EXPECT_FALSE(graph.has(4'000, 4'002));
}

}  // namespace acyclic_graph_test
}  // namespace kasuri
