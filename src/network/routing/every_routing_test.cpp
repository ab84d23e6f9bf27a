// SPDX-License-Identifier: MIT
// Every registered topology with every registered routing that takes it: all pairs are reached by
// every path, paths are as long as stated, and channels wait for one another in no cycle.
#include <gmock/gmock.h>

#include <set>

#include "network/routing/deadlock_check.h"
#include "network/routing/test_routing.h"
#include "network/topology/distances.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace every_routing_test {

using Claims = std::set<std::string>;

// Which topologies a routing takes; "*" stands for all, and "!torus" takes one out. Where tables of
// lowest ports close a cycle, the check says so, and that is no fault of theirs: "tables" promises paths
// only.
const std::map<std::string, Claims>& claims() {
  static const Claims trees{"xgft", "fat-tree", "k-ary-n-tree", "pruned-tree", "nvswitch"};
  static const Claims lattices{"mesh", "torus", "tofu", "stack"};
  static const std::map<std::string, Claims> all{
      {"dimension-order", {"mesh", "torus", "tofu", "stack", "hyperx", "hypercube"}},
      {"dimwar", {"hyperx", "hypercube"}},
      {"omniwar", {"hyperx", "hypercube"}},
      {"minimal", {"*"}},
      {"bubble", lattices},
      {"minimal-adaptive", lattices},
      {"west-first", {"mesh", "stack"}},
      {"north-last", {"mesh", "stack"}},
      {"negative-first", {"mesh", "stack"}},
      {"odd-even", {"mesh", "stack"}},
      {"d-mod-k", trees},
      {"random-up-down", trees},
      {"adaptive-up-down", trees},
      {"dragonfly-minimal", {"dragonfly"}},
      {"ugal-l", {"*"}},
      {"ugal-g", {"*"}},
      {"ugal-node", {"dragonfly"}},
      {"progressive", {"dragonfly", "dragonfly-plus"}},
      {"dragonfly-plus-minimal", {"dragonfly-plus"}},
      {"dragonfly-plus-adaptive", {"dragonfly-plus"}},
      {"shortest-paths", {"*"}},
      {"tables", {"*"}},
      {"paths", {"*"}},
      {"valiant", {"*"}},
      {"detour", {"*"}},
      {"rails", {"rails"}},
      {"hierarchy", {"hierarchy", "gpu-pod"}},
      {"ecmp", {"*", "!hierarchy", "!gpu-pod"}},
      {"packet-spraying", {"*", "!hierarchy", "!gpu-pod"}},
  };
  return all;
}

bool claimed(const std::string& routing, const std::string& topology) {
  const Claims& c = claims().at(routing);
  return (c.contains("*") && !c.contains("!" + topology)) || c.contains(topology);
}

// f(topology, routing's name, routing, virtual channels) for every pair that fits.
template <class F>
void for_each_machine(F f) {
  for_each_small_topology([&](const std::string& name, const Topology& t) {
    for (const config::Component* c : config::components("routing")) {
      if (!claims().contains(c->name) || !claimed(c->name, name)) continue;
      constexpr std::uint32_t kVcs = 12;
      f(t, c->name, *routing_from("type = '" + c->name + "'", t, kVcs), kVcs);
    }
  });
}

TEST(EveryRouting, IsInTheTableOfClaims) {
  for (const config::Component* c : config::components("routing")) {
    EXPECT_TRUE(claims().contains(c->name)) << c->name << ": add it to claims()";
  }
}

TEST(EveryRouting, RefusesWhatItDoesNotClaim) {
  for_each_small_topology([&](const std::string& name, const Topology& t) {
    for (const auto& [routing, topologies] : claims()) {
      const std::string why = refusal_of("type = '" + routing + "'", t, 12);
      if (claimed(routing, name)) {
        EXPECT_EQ(why, "") << routing << " on " << t.describe();
      } else {
        EXPECT_THAT(why, ::testing::AllOf(::testing::HasSubstr(routing),
                                          ::testing::HasSubstr(t.describe())));
      }
    }
  });
}

TEST(EveryRouting, IsFreeOfDeadlockAndReachesAllPairs) {
  int cycles = 0;
  for_each_machine(
      [&](const Topology& t, const std::string& name, const Routing& r, std::uint32_t vcs) {
        const std::string what = name + " on " + t.describe();
        // Those that name a random router and a choice have many paths.
        const DeadlockReport report =
            check_deadlock(t, r, vcs, {.without_argument = 50'000'000, .with_argument = 200'000'000});
        EXPECT_EQ(report.basis, DeadlockReport::Basis::exact) << what;
        EXPECT_EQ(report.bad_path, "") << what;
        if (report.argument) {
          EXPECT_EQ(report.argument->deadlock_free, report.cycle.empty()) << what;
        }
        if (name == "tables") {
          cycles += !report.cycle.empty();
        } else {
          EXPECT_TRUE(report.ok()) << what << ": " << report.describe(t);
        }
        std::uint64_t terminals = 0;
        for (std::uint32_t i = 0; i < t.routers(); ++i) terminals += t.endpoints_at({i}) > 0;
        EXPECT_EQ(report.pairs, terminals > 1 ? terminals * (terminals - 1) * r.paths() : 0) << what;
      });
  EXPECT_GT(cycles, 0);  // so the check can fail
}

TEST(EveryRouting, MakesPathsAsLongAsStated) {
  for_each_machine(
      [&](const Topology& t, const std::string& name, const Routing& r, std::uint32_t) {
        for (std::uint32_t s = 0; s < t.routers(); ++s) {
          if (!t.endpoints_at({s})) continue;
          const auto distance = distances_from(t, {s});
          for (std::uint32_t d = 0; d < t.routers(); ++d) {
            if (d == s || !t.endpoints_at({d})) continue;
            const std::uint32_t step = std::max(1u, r.paths() / 16);
            for (std::uint32_t path = 0; path < r.paths(); path += step) {
              const Path p = path_of(t, r, {s}, {d}, path, path % 2, 1000, s + d + path);
              ASSERT_EQ(p.routers.back().v, d) << name << " on " << t.describe();
              const std::size_t hops = p.channels.size();
              if (r.minimal()) {
                ASSERT_EQ(hops, distance[d]) << name << " on " << t.describe();
              }
              ASSERT_LE(hops, r.hop_limit().value_or(2 * t.routers()))
                  << name << " on " << t.describe();
            }
          }
        }
      });
}

TEST(EveryRouting, TheUsualOneTakesItsTopology) {
  for_each_small_topology([](const std::string&, const Topology& t) {
    EXPECT_EQ(refusal_of("type = '" + std::string(t.usual_routing()) + "'", t, 8), "")
        << t.describe();
  });
}

}  // namespace every_routing_test
}  // namespace kasuri
