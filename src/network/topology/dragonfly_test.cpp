// SPDX-License-Identifier: MIT
// Dragonflies: the counts of Kim et al. and TraceRP, and the three arrangements of global links.
#include "network/topology/dragonfly.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "base/core/test_path.h"

#include "network/topology/distances.h"
#include "network/topology/test_topology.h"

namespace kasuri {
namespace dragonfly_test {

using ::testing::AllOf;
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

// Of a dragonfly, the links from each group to each other.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> links_of(const Topology& t,
                                                                          std::uint32_t local) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> links;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = local; p < t.degree({r}); ++p)
      ++links[{t.group({r}), t.group(t.neighbour({r}, p).router)}];
  }
  return links;
}

// Links lead back to where they came from, and no port has two.
void expect_joined(const Topology& t) {
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint16_t p = 0; p < t.degree({r}); ++p) {
      const PortRef to = t.neighbour({r}, p);
      ASSERT_LT(to.port, t.degree(to.router));
      ASSERT_EQ(t.neighbour(to.router, to.port), (PortRef{{r}, p})) << t.describe();
    }
  }
}

// 16 groups of 4 routers with 4 ports use 15 of 16 ports; 7 groups with 2 links a pair 12.
TEST(Dragonfly, LeavesGlobalPortsUnused) {
  for (const char* arrangement : {"absolute", "relative"}) {
    for (const auto [groups, links] : {std::pair{16u, 1u}, std::pair{7u, 2u}, std::pair{3u, 7u}}) {
      const auto t = dragonfly(
          4, 4, 2,
          fmt::format("groups = {}\nlinks_per_pair = {}\narrangement = '{}'", groups, links, arrangement));
      expect_joined(*t);
      const auto joined = links_of(*t, 3);
      EXPECT_EQ(joined.size(), groups * (groups - 1));
      for (const auto& [pair, n] : joined) EXPECT_EQ(n, links);
      for (std::uint32_t r = 0; r < t->routers(); ++r) {
        const std::uint32_t each = links * (groups - 1) / 4;
        EXPECT_THAT(t->degree({r}) - 3, ::testing::AnyOf(each, each + 1));
        EXPECT_LE(t->degree({r}) - 3, 4u);
      }
    }
  }
}

TEST(Dragonfly, TakesTheNumberOfLinksOfEachPair) {
  const std::string file = test_path("links.txt");
  std::ofstream(file) << "# groups, links\n0 1 3\n0 2 1\n2 1 4\n";
  const auto t = dragonfly(4, 2, 1, "groups = 3\nlink_map = '" + file + "'");
  expect_joined(*t);
  const std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> expected{
      {{0, 1}, 3}, {{1, 0}, 3}, {{0, 2}, 1}, {{2, 0}, 1}, {{1, 2}, 4}, {{2, 1}, 4}};
  EXPECT_EQ(links_of(*t, 3), expected);
  EXPECT_EQ(dynamic_cast<const Dragonfly&>(*t).links_per_pair(), 4u);
  EXPECT_EQ(summarize_distances(*t).diameter, 3u);
  std::filesystem::remove(file);
}

TEST(Dragonfly, SaysWhatIsWrongWithALinkMap) {
  const std::string file = test_path("wrong.txt");
  std::ofstream(file) << "0 1 3\n0 3 1\n1 1 1\n1 0 2\n1 2 9\n2\n";
  EXPECT_THAT(
      refusal_of("type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 1\n"
                 "groups = 3\nlink_map = '" +
                 file + "'"),
      AllOf(HasSubstr(":2:3: error: group 3 is not one of 0 to 2"),
            HasSubstr(":3:3: error: a group has no global links to itself"),
            HasSubstr(":4:1: error: groups 1 and 0 have links already"),
            HasSubstr(":5:5: error: a pair has 1 to 8 links, not 9"), HasSubstr(":6:1: error: expected")));
  std::ofstream(file) << "0 1 8\n0 2 1\n";
  EXPECT_THAT(
      refusal_of("type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 1\n"
                 "groups = 3\nlink_map = '" +
                 file + "'"),
      AllOf(HasSubstr("group 0 has 9 links, but 8 global ports"),
            HasSubstr("groups 1 and 2 have no links")));
  std::filesystem::remove(file);
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
  EXPECT_THAT(refusal_of(base + "groups = 6"),
              HasSubstr("links_per_pair, at most 2: then 2 ports are unused"));
  EXPECT_THAT(refusal_of(base + "groups = 6\nlinks_per_pair = 3"), HasSubstr("at most 2 each"));
  EXPECT_THAT(refusal_of(base + "link_map = 'x'"), HasSubstr("needs the number of groups, 2 to 4096"));
  EXPECT_THAT(refusal_of(base + "groups = 6\nlinks_per_pair = 2\nlink_map = 'x'"),
              HasSubstr("remove links_per_pair"));
  EXPECT_THAT(refusal_of(base + "groups = 14"), HasSubstr("the nearest: 13"));
  EXPECT_THAT(refusal_of(base + "groups = 4\narrangement = 'circulant'"), HasSubstr("odd number"));
  EXPECT_THAT(refusal_of(base + "arrangement = 'circular'"), HasSubstr("did you mean 'circulant'"));
  EXPECT_THAT(refusal_of("type = 'dragonfly'\nrouters_per_group = 2048\nglobal_links = 2048\n"
                         "endpoints_per_router = 2048"),
              HasSubstr("can be numbered"));
}

}  // namespace dragonfly_test
}  // namespace kasuri
