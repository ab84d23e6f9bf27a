// SPDX-License-Identifier: MIT
// Costs are the closed forms of spec 4.7; plans keep their promises as an independent checker sees
// them; the kept trees of the path finder change nothing.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "studies/chip/bound.h"
#include "studies/chip/path_finder.h"
#include "studies/chip/test_chip.h"
#include "studies/chip/verify.h"

namespace kasuri::chip {
namespace planner_test {

using ::testing::HasSubstr;
using ::testing::Optional;

TEST(Costs, OfAMeshPathAndOfACircuitAreTheClosedForms) {
  const double link = 0.39 + 0.12 * 2;
  for (const int hops : {1, 4, 9}) {
    const std::string size = fmt::format("servers={}x1", hops + 1);
    const Demand end_to_end{{0}, {static_cast<std::uint32_t>(hops)}, 1000};
    for (const auto& [wiring, per_bit] :
         {std::pair("mesh", 0.98 * (hops + 1) + hops * link),
          std::pair("B", std::min(0.98 * (hops + 1) + hops * link,
                                  2 * 0.98 + 2 * 0.39012 + 0.37 * (hops + 1) + hops * link))}) {
      Experiment e(test::config({size, std::string("wiring=") + wiring, "link_mm=2"}));
      e.demands = {end_to_end};
      e.order = {0};
      const Plan plan = e.plan(e.config.chip.planner);
      EXPECT_NEAR(energy_of(plan, e.costs, e.demands), 1000 * per_bit, 1e-6);
    }
  }
}

TEST(Circuits, AreOneToOneAndStayUntilReleased) {
  // A row of three servers over a row of three circuit switches.
  const Structure s = make_structure(test::config({"servers=3x1", "layers=2"}).layout, 1);
  const Costs costs(s, EnergyParams{.packet_switch = 100});  // circuits pay at once
  Circuits circuits(s, Direction::one_way);
  PathFinder finder(s, costs, circuits, Search::goals);
  const auto far = finder.find(s.home({0}), s.home({2}));
  ASSERT_TRUE(far);
  EXPECT_EQ(far->size(), 4u);
  EXPECT_TRUE(circuits.set(*far));
  EXPECT_FALSE(circuits.set(*far));
  EXPECT_EQ(circuits.firsts().size(), 1u);
  EXPECT_EQ(circuits.along(far->front()), *far);
  // The port of server 0 is taken: the way to server 1 is over packet switches.
  EXPECT_EQ(finder.find(s.home({0}), s.home({1}))->size(), 1u);
  circuits.release(far->front());
  EXPECT_TRUE(circuits.firsts().empty());
  EXPECT_TRUE(circuits.passes(*far));
}

TEST(Circuits, TwoWayOnesServeTheWayBack) {
  const Structure s = make_structure(test::config({"servers=3x1", "layers=2"}).layout, 1);
  const Costs costs(s, EnergyParams{.packet_switch = 100});
  Circuits circuits(s, Direction::two_way);
  PathFinder finder(s, costs, circuits, Search::goals);
  circuits.set(*finder.find(s.home({0}), s.home({2})));
  EXPECT_FALSE(circuits.set(*finder.find(s.home({2}), s.home({0}))));
  EXPECT_EQ(circuits.firsts().size(), 1u);
}

// The greedy rule; `fresh`: with a new finder for each demand, which keeps no tree.
std::vector<std::optional<Path>> greedy_paths(const Experiment& e, Search search, bool fresh,
                                              Direction direction) {
  std::vector<std::optional<Path>> paths(e.demands.size());
  Circuits circuits(e.structure, direction);
  PathFinder keeping(e.structure, e.costs, circuits, search);
  for (const std::uint32_t i : e.order) {
    const SwitchId from = e.structure.home(e.demands[i].source);
    const SwitchId to = e.structure.home(e.demands[i].target);
    paths[i] = fresh ? PathFinder(e.structure, e.costs, circuits, search).find(from, to)
                     : keeping.find(from, to);
    if (paths[i]) circuits.set(*paths[i]);
  }
  return paths;
}

const std::vector<std::vector<std::string>> kStructures{
    {"wiring=A"}, {"wiring=B"}, {"wiring=C"}, {"wiring=mesh"}, {"attachment=dispersed"},
    {"attachment=dispersed", "wiring=A"}, {"attachment=dispersed", "lanes=2"},
    {"lanes=3", "layers=2"}, {"composition=mixed", "servers=5x4"},
    {"composition=mixed", "attachment=dispersed", "servers=5x4"},
    {"composition=mixed", "layers=1", "servers=5x4"},
    {"composition=mixed", "layers=1", "mixed_pattern=chain", "servers=4x4"}};

TEST(PathFinder, FindsTheSamePathsByTreesKeptTreesAndGoals) {
  for (const auto& structure : kStructures) {
    std::vector<std::string> o{"servers=6x5"};
    o.insert(o.end(), structure.begin(), structure.end());
    const Experiment e(test::config(o));
    for (const Direction direction : {Direction::one_way, Direction::two_way}) {
      const auto paths = greedy_paths(e, Search::trees, true, direction);
      EXPECT_EQ(greedy_paths(e, Search::trees, false, direction), paths) << e.structure.describe();
      EXPECT_EQ(greedy_paths(e, Search::goals, false, direction), paths) << e.structure.describe();
      if (direction == Direction::two_way) continue;
      const Plan plan = e.plan(e.config.chip.planner);
      EXPECT_EQ(plan.paths, paths);
      EXPECT_LE(plan.searches, e.demands.size());
    }
  }
}

TEST(PathFinder, TiesAreBrokenAlikeWithoutAnyCost) {
  const Experiment e(test::config({"servers=5x4", "energy.packet_switch=0", "energy.link=0",
                                   "energy.circuit_switch=0", "energy.link_per_mm=0"}));
  EXPECT_EQ(greedy_paths(e, Search::goals, false, Direction::one_way),
            greedy_paths(e, Search::trees, true, Direction::one_way));
}

TEST(Planners, KeepTheirPromisesAndOrderByEnergy) {
  for (const auto& structure : kStructures) {
    std::vector<std::string> o{"servers=7x6", "demands={type=\"pairs\",pairs=120}", "seed=5"};
    o.insert(o.end(), structure.begin(), structure.end());
    const auto energy = [&](const std::string& planner) {
      std::vector<std::string> with = o;
      with.push_back("planner=" + planner);
      const Experiment e(test::config(with));
      const Plan plan = e.plan(e.config.chip.planner);
      EXPECT_EQ(broken_promise(plan, e.structure, e.demands), std::nullopt) << planner;
      for (const auto& path : plan.paths) EXPECT_TRUE(path.has_value()) << planner;
      return energy_of(plan, e.costs, e.demands);
    };
    const double greedy = energy("greedy");
    EXPECT_LE(energy("{type=\"rip_up\",moves=150}"), greedy);
    EXPECT_LE(energy("{type=\"annealing\",moves=150}"), greedy);
    EXPECT_LE(energy("{type=\"greedy\",release=true}"), greedy);
    energy("{type=\"greedy\",circuits=\"two_way\"}");
    const Experiment e(test::config(o));
    EXPECT_LE(energy_lower_bound({e.structure, e.costs, e.demands, e.order, 1}), greedy + 1e-3);
  }
}

TEST(Checker, FindsConflictsGapsAndTurns) {
  const Experiment e(test::config({"servers=6x6", "demands={type=\"pairs\",pairs=60}"}));
  const Plan good = e.plan(e.config.chip.planner);
  const auto longest = std::ranges::max_element(good.paths, {}, [](auto& p) { return p->size(); });
  const auto long_one = static_cast<std::size_t>(longest - good.paths.begin());

  Plan gap = good;
  gap.paths[long_one]->erase(gap.paths[long_one]->begin() + 1);
  EXPECT_THAT(broken_promise(gap, e.structure, e.demands), Optional(HasSubstr("gap")));

  Plan elsewhere = good;
  elsewhere.paths[long_one]->pop_back();
  EXPECT_THAT(broken_promise(elsewhere, e.structure, e.demands), Optional(HasSubstr("elsewhere")));

  // Each demand on its best path of an empty chip: some must collide.
  Plan collision = good;
  for (std::size_t i = 0; i < e.demands.size(); ++i) {
    const Circuits none(e.structure, Direction::one_way);
    collision.paths[i] = PathFinder(e.structure, e.costs, none, Search::goals)
                             .find(e.structure.home(e.demands[i].source),
                                   e.structure.home(e.demands[i].target));
  }
  EXPECT_THAT(broken_promise(collision, e.structure, e.demands),
              Optional(HasSubstr("another circuit")));
}

TEST(Greedy, ListsWhatItCannotRoute) {
  // Three servers around one circuit switch, whose ports to servers 0 and 1 serve each other.
  Experiment e(test::config({"wiring=A", "servers=3x1"}));
  e.structure = parse_structure("S C S\n. S .\n", "x", e.config.layout);
  e.costs = Costs(e.structure, {});
  e.demands = {{{0}, {1}, 10}, {{1}, {0}, 10}, {{2}, {1}, 10}};
  e.order = {0, 1, 2};
  const Result r = measure(e, e.plan(e.config.chip.planner));
  ASSERT_EQ(r.unroutable.size(), 1u);
  EXPECT_EQ(r.unroutable[0].source, ServerId{2});
  EXPECT_EQ(r.circuits, 2u);
  EXPECT_NEAR(r.planned.energy, 2 * 10 * (2 * 0.98 + 0.37 + 2 * (0.39 + 0.24)), 1e-9);
}

}  // namespace planner_test
}  // namespace kasuri::chip
