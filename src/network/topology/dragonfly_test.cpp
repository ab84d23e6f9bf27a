// SPDX-License-Identifier: MIT
// Dragonflies: the counts of Kim et al. and TraceRP, and the three arrangements of global links.
#include "network/topology/dragonfly.h"

#include <gmock/gmock.h>

#include <map>

#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace dragonfly_test {

using ::testing::HasSubstr;

std::unique_ptr<Topology> dragonfly(std::uint32_t a, std::uint32_t h, std::uint32_t p,
                                    const std::string& more = "") {
  return topology_from("type = 'dragonfly'\nrouters_per_group = " + std::to_string(a) +
                       "\nglobal_links = " + std::to_string(h) +
                       "\nendpoints_per_router = " + std::to_string(p) + "\n" + more);
}

// TraceRP, table of topologies: 19 groups of 6 routers with 3 nodes and 3 global links each; 285
// local and 171 global links.
TEST(Dragonfly, IsThatOfTraceRP) {
  const auto t = dragonfly(6, 3, 3);
  EXPECT_EQ(t->endpoints(), 342);
  EXPECT_EQ(t->routers(), 114);
  std::map<std::uint32_t, int> channels;
  for (std::uint32_t r = 0; r < t->routers(); ++r) {
    ASSERT_EQ(t->degree({r}) + t->endpoints_at({r}), 11);
    for (std::uint32_t p = 0; p < t->degree({r}); ++p) ++channels[t->link_class({r}, p)];
  }
  EXPECT_EQ(channels, (std::map<std::uint32_t, int>{{0, 2 * 285}, {1, 2 * 171}}));
  EXPECT_EQ(summarize_distances(*t).diameter, 3);
}

// Balanced, a = 2 p = 2 h, with all groups: Kim et al., Figures 4 and 5 and section 5 (72 and 1,056 nodes;
// 262,656 with 64 ports).
TEST(Dragonfly, HasThePublishedSizes) {
  struct Row {
    std::uint32_t h, groups, nodes, radix;
  };
  for (const auto& [h, groups, nodes, radix] :
       {Row{2, 9, 72, 7}, Row{4, 33, 1056, 15}, Row{8, 129, 16'512, 31}, Row{16, 513, 262'656, 63}}) {
    const auto t = dragonfly(2 * h, h, h);
    EXPECT_EQ(dynamic_cast<const Dragonfly&>(*t).groups(), groups);
    EXPECT_EQ(t->endpoints(), nodes);
    EXPECT_EQ(t->degree({0}) + t->endpoints_at({0}), radix);
    if (nodes < 2000) EXPECT_EQ(summarize_distances(*t).diameter, 3u);
  }
}

TEST(Dragonfly, JoinsEachPairOfGroupsEquallyOften) {
  for (const char* arrangement : {"absolute", "relative", "circulant"}) {
    for (std::uint32_t groups : {3u, 5u, 9u}) {
      const auto t = dragonfly(
          4, 2, 1, "groups = " + std::to_string(groups) + "\narrangement = '" + arrangement + "'");
      const auto& d = dynamic_cast<const Dragonfly&>(*t);
      EXPECT_EQ(d.links_per_pair(), 8 / (groups - 1));
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> links;
      for (std::uint32_t r = 0; r < t->routers(); ++r) {
        for (std::uint32_t p = 3; p < 5; ++p) {
          ++links[{d.group({r}), d.group(t->neighbour({r}, p).router)}];
        }
      }
      EXPECT_EQ(links.size(), groups * (groups - 1)) << arrangement;
      for (const auto& [pair, n] : links) {
        EXPECT_NE(pair.first, pair.second);
        EXPECT_EQ(n, d.links_per_pair()) << arrangement;
      }
    }
  }
}

// The definitions, written out for group 3 of 9, ports 0 to 7.
TEST(Dragonfly, ArrangesGlobalLinksAsDefined) {
  const auto reached = [](const char* arrangement) {
    const auto t = dragonfly(4, 2, 1, std::string("arrangement = '") + arrangement + "'");
    std::vector<std::uint32_t> groups;
    for (std::uint32_t k = 0; k < 8; ++k) {
      groups.push_back(t->neighbour({3 * 4 + k / 2}, 3 + k % 2).router.v / 4);
    }
    return groups;
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(reached("absolute"), ElementsAre(0, 1, 2, 4, 5, 6, 7, 8));
  EXPECT_THAT(reached("relative"), ElementsAre(4, 5, 6, 7, 8, 0, 1, 2));
  EXPECT_THAT(reached("circulant"), ElementsAre(4, 2, 5, 1, 6, 0, 7, 8));
}

TEST(Dragonfly, DescribesItself) {
  EXPECT_EQ(dragonfly(4, 2, 2)->describe(),
            "dragonfly, 9 groups of 4 routers, 2 endpoints and 2 global links each, absolute");
  EXPECT_EQ(dragonfly(4, 2, 2)->name({35}), "(8,3)");
}

TEST(Dragonfly, RefusesWhatCannotBe) {
  const std::string base =
      "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 3\nendpoints_per_router = 1\n";
  EXPECT_THAT(refusal_of(base + "groups = 6"), HasSubstr("must divide 12, the nearest: 5 or 7"));
  EXPECT_THAT(refusal_of(base + "groups = 14"), HasSubstr("the nearest: 13"));
  EXPECT_THAT(refusal_of(base + "groups = 4\narrangement = 'circulant'"), HasSubstr("odd number"));
  EXPECT_THAT(refusal_of(base + "arrangement = 'circular'"), HasSubstr("did you mean 'circulant'"));
  EXPECT_THAT(refusal_of("type = 'dragonfly'\nrouters_per_group = 2048\nglobal_links = 2048\n"
                         "endpoints_per_router = 2048"),
              HasSubstr("can be numbered"));
}

}  // namespace dragonfly_test
}  // namespace kasuri
