// SPDX-License-Identifier: MIT
// Placement policies: each one's promise, and for all of them on all topologies that a job gets as many
// different nodes as it wants, all of them free.
#include "network/placement/placement.h"

#include <gmock/gmock.h>

#include <fstream>
#include <set>

#include "base/core/test_path.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace placement_test {

using testing::ElementsAre;
using testing::HasSubstr;

struct Case {
  std::string topology;
  std::string placement;  // TOML of the section
  std::uint32_t count = 0;
  std::vector<std::uint32_t> taken{};
  std::uint64_t seed = 1;
  std::uint32_t job = 0;
};

struct Chosen {
  std::unique_ptr<Topology> topology;
  std::vector<NodeId> nodes;

  std::vector<std::uint32_t> numbers() const {
    std::vector<std::uint32_t> all;
    for (const NodeId n : nodes) all.push_back(n.v);
    return all;
  }
  std::vector<std::uint32_t> groups() const {
    std::vector<std::uint32_t> all;
    for (const NodeId n : nodes) all.push_back(topology->group(topology->router_of({n.v})));
    return all;
  }
  std::vector<std::uint32_t> routers() const {
    std::vector<std::uint32_t> all;
    for (const NodeId n : nodes) all.push_back(topology->router_of({n.v}).v);
    return all;
  }
};

Chosen choose(const Case& c) {
  Chosen result{topology_from(c.topology), {}};
  const std::set<std::uint32_t> taken(c.taken.begin(), c.taken.end());
  std::vector<NodeId> free;
  for (std::uint32_t n = 0; n < result.topology->endpoints(); ++n) {
    if (!taken.contains(n)) free.push_back({n});
  }
  auto document = config::Document::parse("[placement]\n" + c.placement, "config.toml");
  const auto choice = config::read<config::Choice<Placement>>(document.root().section("placement"));
  document.finish();
  PlacementContext context{.topology = *result.topology,
                           .nics_per_node = 1,
                           .free = free,
                           .count = c.count,
                           .seed = c.seed,
                           .job = c.job,
                           .why_not = [&](NodeId n) {
                             return std::string(taken.contains(n.v) ? "taken" : "");
                           }};
  result.nodes = choice.make(context)->choose();
  return result;
}

constexpr const char* kGrid = "type = 'torus'\nextents = [4, 4]";
// Nine groups of four routers with two nodes each.
constexpr const char* kDragonfly =
    "type = 'dragonfly'\nrouters_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2";

// The nodes of a job lie in runs between those of others, so much apart as these are many.
TEST(Placement, ScheduledJobsGetWhatIsFreeOnABusyMachine) {
  const char* const switch_of_1000 = "type = 'switch'\nendpoints = 1000";
  const auto reach = [&](const char* more, std::uint32_t count, std::uint64_t seed) {
    const auto n = choose({switch_of_1000, std::string("type = 'scheduled'\n") + more, count, {}, seed})
                       .numbers();
    EXPECT_TRUE(std::ranges::is_sorted(n));
    return n.back() - n.front() + 1;
  };
  double busy = 0, idle = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    busy += reach("occupied = 0.9", 20, seed) / 200.0;
    idle += reach("occupied = 0", 20, seed) / 200.0;
  }
  EXPECT_GT(busy, 150);  // 200 nodes have 20 free ones; some jobs begin near the end and go on at node 0
  EXPECT_LT(idle, 60);
  EXPECT_EQ(reach("occupied = 0.9", 1000, 1), 1000u);  // nobody else is there
  EXPECT_LT(reach("run = 1", 500, 1), 1001u);
}

TEST(Placement, EveryPolicyTakesFreeNodesOfEveryTopology) {
  const auto file = test_path("nodes.txt");
  int policies = 0;
  for (const config::Component* p : config::components(Placement::kKind)) {
    ++policies;
    std::string section = "type = '" + p->name + "'\n";
    if (p->name == "file") section += "file = '" + file.string() + "'\n";
    for (const auto& [type, instances] : small_instances()) {
      for (const std::string& instance : instances) {
        const std::string topology = "type = '" + type + "'\n" + instance;
        const std::uint32_t nodes = topology_from(topology)->endpoints();
        for (std::uint32_t count : {1u, nodes / 2, nodes - 1}) {
          Case c{topology, section, std::max(1u, count), {}};
          if (count < nodes / 2) c.taken = {0, nodes / 3};
          if (nodes < 4) c.taken.clear();
          std::ofstream names(file);
          for (std::uint32_t n = nodes; n-- > 0;) {
            if (std::ranges::find(c.taken, n) == c.taken.end()) names << n << "\n";
          }
          names.close();
          try {
            const Chosen chosen = choose(c);
            std::set<std::uint32_t> different;
            for (const std::uint32_t n : chosen.numbers()) {
              EXPECT_LT(n, nodes);
              EXPECT_EQ(std::ranges::count(c.taken, n), 0) << p->name << " on " << topology;
              different.insert(n);
            }
            EXPECT_EQ(different.size(), c.count) << p->name << " on " << topology;
            EXPECT_EQ(chosen.numbers(), choose(c).numbers());
          } catch (const Error& e) {  // only boxes may be impossible
            EXPECT_EQ(p->name, "blocked") << e.what();
            EXPECT_THAT(e.what(), HasSubstr("no box of"));
          }
        }
      }
    }
  }
  EXPECT_GE(policies, 8);
}

TEST(Placement, LinearLeavesNoGapsButTakenNodes) {
  EXPECT_THAT(choose({kGrid, "type = 'linear'", 5, {1, 4}}).numbers(), ElementsAre(0, 2, 3, 5, 6));
}

TEST(Placement, RandomOrdersDependOnSeedAndJob) {
  for (const char* type : {"random-nodes", "random-routers", "random-groups"}) {
    const std::string section = std::string("type = '") + type + "'";
    const auto first = choose({kDragonfly, section, 40}).numbers();
    EXPECT_EQ(first, choose({kDragonfly, section, 40}).numbers());
    EXPECT_NE(first, choose({kDragonfly, section, 40, {}, 2}).numbers());
    EXPECT_NE(first, choose({kDragonfly, section, 40, {}, 1, 1}).numbers());
    EXPECT_EQ(first, choose({kDragonfly, section + "\nseed = 1", 40, {}, 2}).numbers());
    EXPECT_FALSE(std::ranges::is_sorted(first));
  }
}

TEST(Placement, RandomRoutersAndGroupsKeepTheirNodesTogether) {
  const auto routers = choose({kDragonfly, "type = 'random-routers'", 40}).routers();
  for (std::size_t i = 0; i < routers.size(); i += 2) EXPECT_EQ(routers[i], routers[i + 1]);
  const auto groups = choose({kDragonfly, "type = 'random-groups'", 40}).groups();
  for (std::size_t i = 0; i < groups.size(); ++i) EXPECT_EQ(groups[i], groups[i / 8 * 8]);
}

TEST(Placement, RoundRobinGoesFromGroupToGroup) {
  const auto nodes = choose({kDragonfly, "type = 'round-robin'", 20});
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(nodes.groups()[i], i % 9);
  const auto routers = choose({kDragonfly, "type = 'round-robin'\nunit = 'router'", 20});
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(routers.groups()[i], i / 2 % 9);
  // Groups that have no more are passed over.
  EXPECT_THAT(choose({kGrid, "type = 'round-robin'", 6, {1, 2, 3, 4, 5, 6, 7}}).numbers(),
              ElementsAre(0, 8, 12, 9, 13, 10));
}

// Part of the GPUs of servers.
TEST(Placement, PerServerTakesTheFirstNodesOfEach) {
  EXPECT_THAT(choose({kGrid, "type = 'per-server'\nnodes = 2\nserver = 4", 5, {4}}).numbers(),
              ElementsAre(0, 1, 5, 6, 8));
  // Once more, where servers do not suffice.
  EXPECT_THAT(choose({"type = 'torus'\nextents = [6]\n", "type = 'per-server'\nserver = 3", 5}).numbers(),
              ElementsAre(0, 3, 1, 4, 2));
}

TEST(Placement, SpreadGroupsGivesEachGroupItsShare) {
  const auto groups = choose({kDragonfly, "type = 'spread-groups'", 32}).groups();
  EXPECT_TRUE(std::ranges::is_sorted(groups));
  for (std::uint32_t g = 0; g < 9; ++g) {
    const auto n = std::ranges::count(groups, g);
    EXPECT_TRUE(n == 3 || n == 4) << n;
  }
  // What a full group cannot give, others do.
  EXPECT_THAT(choose({kGrid, "type = 'spread-groups'", 9, {0, 1, 2}}).groups(),
              ElementsAre(0, 1, 1, 1, 2, 2, 2, 3, 3));
}

TEST(Placement, BlockedTakesBoxesOfGrids) {
  // Sixteen routers of an 8x8x8 torus: no box of this volume has less surface than 4x2x2.
  const std::string torus = "type = 'torus'\nextents = [8, 8, 8]";
  const Chosen c = choose({torus, "type = 'blocked'", 16});
  std::vector<std::uint32_t> most(3, 0);
  for (const std::uint32_t r : c.routers()) {
    const auto x = c.topology->coordinates({r});
    for (std::size_t d = 0; d < 3; ++d) most[d] = std::max(most[d], x[d] + 1);
  }
  std::ranges::sort(most);
  EXPECT_THAT(most, ElementsAre(2, 2, 4));
  // The next job's box begins where it is free; a box that fits nowhere gives way to another shape.
  const Chosen next = choose({torus, "type = 'blocked'", 16, c.numbers()});
  EXPECT_EQ(next.nodes.size(), 16u);
  EXPECT_THAT(choose({kGrid, "type = 'blocked'", 4, {0, 2, 5, 8, 10, 13}}).numbers(),
              ElementsAre(3, 7, 11, 15));
  EXPECT_THROW(choose({kGrid, "type = 'blocked'", 4, {0, 2, 5, 7, 8, 10, 13, 15}}), Error);
}

TEST(Placement, BlockedTakesAGivenBox) {
  EXPECT_THAT(choose({kGrid, "type = 'blocked'\nextents = [3, 2]", 6}).numbers(),
              ElementsAre(0, 1, 2, 4, 5, 6));
  EXPECT_THAT(choose({kGrid, "type = 'blocked'\nextents = [3, 2]", 6, {2}}).numbers(),
              ElementsAre(4, 5, 6, 8, 9, 10));
  EXPECT_THROW(choose({kGrid, "type = 'blocked'\nextents = [3, 2]", 7}), Error);
  EXPECT_THROW(choose({kGrid, "type = 'blocked'\nextents = [5, 2]", 6}), Error);
  EXPECT_THROW(choose({kGrid, "type = 'blocked'\nextents = [7]", 7}), Error);
  EXPECT_THROW(choose({kDragonfly, "type = 'blocked'\nextents = [2, 2]", 4}), Error);
}

// Tofu's boxes are folded: neighbours along each of their axes are one channel apart, and so are the ends
// of axes with an even number of places along X or Z.
TEST(Placement, BoxesOfTofuAreFolded) {
  const Chosen c = choose({"type = 'tofu'\nextents = [6, 4, 6]",
                           "type = 'blocked'\nextents = [8, 8, 8]", 512});
  const auto distance = [&](std::uint32_t a, std::uint32_t b) {
    return *c.topology->distance(c.topology->router_of({c.nodes[a].v}),
                                 c.topology->router_of({c.nodes[b].v}));
  };
  std::uint32_t stride = 1;
  for (const bool closed : {true, false, true}) {
    for (std::uint32_t i = 0; i < 512; ++i) {
      const std::uint32_t at = i / stride % 8;
      if (at < 7) EXPECT_EQ(distance(i, i + stride), 1u);
      else if (closed) EXPECT_EQ(distance(i, i - 7 * stride), 1u);
    }
    stride *= 8;
  }
}

// Jobs in one and two dimensions on three axes: neighbours along their axes stay one channel apart.
TEST(Placement, BoxesOfFewerAxesAreFolded) {
  for (const auto& [extents, width] : {std::pair{"[12, 32]", 12u}, {"[32, 12]", 32u}, {"[384]", 384u}}) {
    const std::uint32_t count = 384;
    const Chosen c = choose({"type = 'tofu'\nextents = [6, 4, 6]",
                             std::string("type = 'blocked'\nextents = ") + extents, count});
    const auto distance = [&](std::uint32_t a, std::uint32_t b) {
      return *c.topology->distance(c.topology->router_of({c.nodes[a].v}),
                                   c.topology->router_of({c.nodes[b].v}));
    };
    const std::set<std::uint32_t> all = [&] {
      std::set<std::uint32_t> s;
      for (const NodeId n : c.nodes) s.insert(n.v);
      return s;
    }();
    EXPECT_EQ(all.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i % width + 1 < width) { EXPECT_EQ(distance(i, i + 1), 1u) << extents << " " << i; }
      if (i + width < count) { EXPECT_EQ(distance(i, i + width), 1u) << extents << " " << i; }
    }
  }
}

TEST(Placement, BlockedTakesWholeGroupsElsewhere) {
  const auto fits = choose({kDragonfly, "type = 'blocked'", 8, {0, 9}}).groups();
  for (const std::uint32_t g : fits) EXPECT_EQ(g, fits.front());
  EXPECT_EQ(fits.front(), 2u);  // the first that is large enough
  // Seven nodes go where seven are left, rather than break into a whole group.
  EXPECT_EQ(choose({kDragonfly, "type = 'blocked'", 7, {9}}).groups().front(), 1u);
  const auto two = choose({kDragonfly, "type = 'blocked'", 12}).groups();
  EXPECT_EQ(std::set<std::uint32_t>(two.begin(), two.end()).size(), 2u);
}

TEST(Placement, FilesAreReadWithAllTheirMistakes) {
  const auto file = test_path("nodes.txt");
  const std::string section = "type = 'file'\nfile = '" + file.string() + "'";
  std::ofstream(file) << "# my nodes\n7 0-2\n\n9\n";
  EXPECT_THAT(choose({kGrid, section, 4}).numbers(), ElementsAre(7, 0, 1, 2));
  EXPECT_THAT(choose({kGrid, section, 5}).numbers(), ElementsAre(7, 0, 1, 2, 9));
  std::ofstream(file) << "(1,2) 0-1 (3,3):0\n";
  EXPECT_THAT(choose({kGrid, section, 4}).numbers(), ElementsAre(9, 0, 1, 15));
  const auto mistake = [&](const char* text, std::uint32_t count) {
    std::ofstream(file) << text;
    try {
      choose({kGrid, section, count, {5}});
      return std::string();
    } catch (const Error& e) {
      return std::string(e.what()).substr(file.string().size());
    }
  };
  EXPECT_EQ(mistake("0-3\n 2", 4), ":2:2: error: node 2 is already in line 1");
  EXPECT_EQ(mistake("3 4 5 6", 4), ":1:5: error: node 5: taken");
  EXPECT_EQ(mistake("14-16", 0), ":1:1: error: node 16 does not exist; nodes are 0 to 15");
  EXPECT_EQ(mistake("x", 0), ":1:1: error: expected a node as in 8 or (1,2,3), or a range as in 8-15, "
                             "not 'x'");
  EXPECT_EQ(mistake("3-1", 0), ":1:1: error: expected a node as in 8 or (1,2,3), or a range as in 8-15, "
                               "not '3-1'");
  EXPECT_EQ(mistake("(1,4)", 0), ":1:1: error: there is no router '(1,4)'; routers are named as (0,0), "
                                 "or numbered 0 to 15");
  EXPECT_EQ(mistake("1\n2\n", 4), ":3:1: error: the job needs 4 nodes, but the file has 2");
}

TEST(Groups, AreWhatNeighboursShare) {
  EXPECT_EQ(topology_from(kDragonfly)->group({5}), 1u);
  EXPECT_EQ(topology_from(kGrid)->group({5}), 1u);
  const auto tree = topology_from("type = 'fat-tree'\nradix = 4");  // four pods of two leaf switches
  EXPECT_EQ(tree->group({1}), 0u);
  EXPECT_EQ(tree->group({2}), 1u);
  EXPECT_EQ(tree->group({7}), 3u);
  EXPECT_EQ(tree->group({8}), 0u);  // above the leaf switches
  EXPECT_EQ(topology_from("type = 'tofu'\nextents = [3, 2, 1]")->group({7}), 1u);
  EXPECT_EQ(topology_from("type = 'switch'\nendpoints = 5")->group({0}), 0u);
}

}  // namespace placement_test
}  // namespace kasuri
