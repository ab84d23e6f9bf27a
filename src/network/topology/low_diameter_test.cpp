// SPDX-License-Identifier: MIT
// Hypercube, HyperX, Slim Fly, PolarFly and Jellyfish: published sizes, degrees and diameters, and what is
// refused.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "network/topology/distances.h"
#include "network/topology/family.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace low_diameter_test {

using ::testing::HasSubstr;

std::map<std::uint32_t, std::uint32_t> routers_by_degree(const Topology& t) {
  std::map<std::uint32_t, std::uint32_t> count;
  for (std::uint32_t r = 0; r < t.routers(); ++r) ++count[t.degree({r})];
  return count;
}

struct Size {
  std::uint32_t q, routers, degree;
};

// Table 2 of Besta & Hoefler's library of MMS graphs: q = 3, 4, 5, 7, 8, 9, 11, …
TEST(SlimFly, HasThePublishedSizes) {
  for (const auto& [q, routers, degree] : {Size{3, 18, 5}, Size{4, 32, 6}, Size{5, 50, 7}, Size{7, 98, 11},
                                           Size{8, 128, 12}, Size{9, 162, 13}, Size{11, 242, 17},
                                           Size{13, 338, 19}, Size{16, 512, 24}, Size{17, 578, 25},
                                           Size{19, 722, 29}, Size{25, 1250, 37}, Size{27, 1458, 41}}) {
    const auto t = topology_from("type = 'slim-fly'\nq = " + std::to_string(q));
    EXPECT_EQ(t->routers(), routers) << q;
    EXPECT_EQ(routers_by_degree(*t), (std::map<std::uint32_t, std::uint32_t>{{degree, routers}})) << q;
    const DistanceSummary d = summarize_distances(*t);
    EXPECT_EQ(d.diameter, 2u) << q;
    // All others are neighbours or two away.
    EXPECT_NEAR(d.mean, 2 - static_cast<double>(degree) / (routers - 1), 1e-9) << q;
    EXPECT_EQ(t->endpoints(), routers * ((degree + 1) / 2));
  }
}

// q = 5 is the Hoffman-Singleton graph, the largest of degree 7 and diameter 2: no two routers have two
// common neighbours, and neighbours have none.
TEST(SlimFly, IsTheHoffmanSingletonGraph) {
  const auto t = topology_from("type = 'slim-fly'\nq = 5");
  for (std::uint32_t a = 0; a < 50; ++a) {
    std::map<std::uint32_t, int> ways;
    for (std::uint32_t p = 0; p < 7; ++p) {
      const RouterId b = t->neighbour({a}, p).router;
      ways[b.v] += 10;
      for (std::uint32_t k = 0; k < 7; ++k) ++ways[t->neighbour(b, k).router.v];
    }
    EXPECT_EQ(ways.size(), 50u);
    for (const auto& [b, n] : ways) {
      if (b != a) EXPECT_TRUE(n == 10 || n == 1) << a << " " << b;
    }
  }
}

// Table I of Lakhotia et al.
TEST(PolarFly, HasThePublishedSizes) {
  for (const auto& [q, routers, degree] :
       {Size{2, 7, 3}, Size{3, 13, 4}, Size{4, 21, 5}, Size{5, 31, 6}, Size{7, 57, 8}, Size{8, 73, 9},
        Size{9, 91, 10}, Size{11, 133, 12}, Size{13, 183, 14}, Size{16, 273, 17}, Size{31, 993, 32}}) {
    const auto t = topology_from("type = 'polarfly'\nq = " + std::to_string(q));
    EXPECT_EQ(t->routers(), routers) << q;
    EXPECT_EQ(routers_by_degree(*t), (std::map<std::uint32_t, std::uint32_t>{{degree - 1, q + 1},
                                                                             {degree, q * q}})) << q;
    EXPECT_EQ(summarize_distances(*t).diameter, 2u) << q;
  }
}

// Clusters of section V: q + 1 quadrics, which no link joins, and for odd q as many clusters of q routers.
TEST(PolarFly, HasItsClustersAsGroups) {
  const auto t = topology_from("type = 'polarfly'\nq = 7");
  std::map<std::uint32_t, std::uint32_t> sizes;
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    ++sizes[t->group({r})];
    for (std::uint32_t p = 0; p < t->degree({r}); ++p) {
      if (t->group({r}) == 0) EXPECT_NE(t->group(t->neighbour({r}, p).router), 0u);
    }
  }
  EXPECT_EQ(sizes, (std::map<std::uint32_t, std::uint32_t>{{0, 8}, {1, 7}, {2, 7}, {3, 7}, {4, 7}, {5, 7},
                                                           {6, 7}, {7, 7}}));
}

TEST(Hypercube, HasItsDimensionsAsDiameter) {
  for (const std::uint32_t n : {1u, 3u, 6u, 10u}) {
    const auto t = topology_from("type = 'hypercube'\ndimensions = " + std::to_string(n));
    EXPECT_EQ(t->routers(), 1u << n);
    EXPECT_EQ(t->degree({0}), n);
    EXPECT_EQ(summarize_distances(*t).diameter, n);
    for (std::uint32_t p = 0; p < n; ++p) EXPECT_EQ(t->neighbour({5 % (1u << n)}, p).router.v ^ 1u << p,
                                                    5 % (1u << n));
  }
}

TEST(HyperX, HasThePortsOfTheFormula) {
  const auto t = topology_from("type = 'hyperx'\nextents = [4, 3, 5]\nwidths = [1, 2, 1]\n"
                               "endpoints_per_router = 3");
  EXPECT_EQ(t->routers(), 60u);
  EXPECT_EQ(t->degree({0}) + t->endpoints_at({0}), 3u + 2 * 2 + 4 + 3);
  EXPECT_EQ(summarize_distances(*t).diameter, 3u);
  // A flattened butterfly of two dimensions; a full mesh.
  const auto butterfly = topology_from("type = 'hyperx'\nextents = [8, 8]\nendpoints_per_router = 8");
  EXPECT_EQ(butterfly->endpoints(), 512u);
  EXPECT_EQ(butterfly->degree({0}), 14u);
  const auto mesh = topology_from("type = 'hyperx'\nextents = [7]");
  EXPECT_EQ(summarize_distances(*mesh).diameter, 1u);
}

TEST(Jellyfish, IsRegularAndHangsTogether) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    for (const auto& [routers, degree] : {std::pair{20u, 3u}, {50u, 7u}, {9u, 8u}, {64u, 4u}, {30u, 2u}}) {
      const auto t = topology_from(fmt::format("type = 'jellyfish'\nrouters = {}\nlinks_per_router = {}\n"
                                               "seed = {}", routers, degree, seed));
      for (std::uint32_t r = 0; r < routers; ++r) {
        std::set<std::uint32_t> near;
        for (std::uint32_t p = 0; p < t->degree({r}); ++p) near.insert(t->neighbour({r}, p).router.v);
        EXPECT_EQ(near.size(), degree);
        EXPECT_FALSE(near.contains(r));
      }
      for (const std::uint32_t d : distances_from(*t, {0})) EXPECT_NE(d, kUnreachable);
    }
  }
}

// A random graph is near the bound of Moore.
TEST(Jellyfish, HasShortPaths) {
  const auto t = topology_from("type = 'jellyfish'\nrouters = 246\nlinks_per_router = 11");
  const DistanceSummary d = summarize_distances(*t);
  EXPECT_LE(d.diameter, 4u);
  EXPECT_LT(d.mean, 2.7);  // at least 1 × 11 + 2 × 110 + 3 × 123 over 244: 2.46
  EXPECT_GT(d.mean, 2.45);
  const auto other = topology_from("type = 'jellyfish'\nrouters = 246\nlinks_per_router = 11\nseed = 2");
  std::uint32_t same = 0;
  for (std::uint32_t p = 0; p < 11; ++p) {
    same += t->neighbour({0}, p).router == other->neighbour({0}, p).router;
  }
  EXPECT_LT(same, 11u);
}

TEST(LowDiameter, NamesTheNearestLegalInstances) {
  EXPECT_THAT(refusal_of("type = 'slim-fly'\nq = 6"),
              HasSubstr("no power of a prime; the nearest: 5 or 7"));
  EXPECT_THAT(refusal_of("type = 'slim-fly'\nq = 2"), HasSubstr("3"));
  EXPECT_THAT(refusal_of("type = 'polarfly'\nq = 15"), HasSubstr("the nearest: 13 or 16"));
  EXPECT_THAT(refusal_of("type = 'jellyfish'\nrouters = 9\nlinks_per_router = 3"),
              HasSubstr("the nearest: 2 links or 4, or 8 or 10 routers"));
  EXPECT_THAT(refusal_of("type = 'jellyfish'\nrouters = 9\nlinks_per_router = 9"), HasSubstr("at most 8"));
  EXPECT_THAT(refusal_of("type = 'hyperx'\nextents = [4000, 4000]"),
              HasSubstr("the nearest extent: 98"));
  EXPECT_THAT(refusal_of("type = 'hyperx'\nextents = [4]\nwidths = [1, 2]"), HasSubstr("need as many"));
  EXPECT_THAT(refusal_of("type = 'hypercube'\ndimensions = 24\nendpoints_per_router = 100"),
              HasSubstr("at most 63"));
}

// What a family says of an instance is what the topology then has.
TEST(Family, KnowsItsInstances) {
  for (const Family* f : families()) {
    for (const std::uint64_t endpoints : {64u, 500u, 4096u}) {
      const std::vector<Instance> all = f->near(endpoints);
      const Instance* best = nearest(all, endpoints);
      ASSERT_TRUE(best) << f->name << " " << endpoints;
      EXPECT_GE(best->endpoints, endpoints) << f->name;
      std::string keys = best->keys;
      const auto t = topology_from(fmt::format("type = '{}'", f->topology) + [&] {
        int depth = 0;
        std::string lines = "\n";
        for (const char c : keys) {
          depth += (c == '[') - (c == ']');
          lines += c == ',' && !depth ? '\n' : c;
        }
        return lines;
      }());
      EXPECT_EQ(t->endpoints(), best->endpoints) << f->name;
      EXPECT_EQ(t->routers(), best->routers) << f->name;
      std::uint64_t ports = 0;
      std::uint32_t radix = 0;
      for (std::uint32_t r = 0; r < t->routers(); ++r) {
        const std::uint32_t here = t->degree({r}) + t->endpoints_at({r});
        ports += here;
        radix = std::max(radix, here);
      }
      EXPECT_EQ(ports, best->ports) << f->name << ": " << best->keys;
      EXPECT_EQ(radix, best->radix) << f->name << ": " << best->keys;
    }
  }
}

}  // namespace low_diameter_test
}  // namespace kasuri
