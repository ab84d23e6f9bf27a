// SPDX-License-Identifier: MIT
// Costs are the closed forms of spec 4.7; plans keep their promises as an independent checker sees
// them; the kept trees of the path finder change nothing.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "chip/bound.h"
#include "chip/path_finder.h"
#include "chip/test_chip.h"
#include "chip/verify.h"

namespace kasuri::chip {
namespace {

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
  PathFinder finder(s, costs, circuits);
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
  finder.forget();
  EXPECT_TRUE(circuits.firsts().empty());
  EXPECT_TRUE(circuits.passes(*far));
}

TEST(Circuits, TwoWayOnesServeTheWayBack) {
  const Structure s = make_structure(test::config({"servers=3x1", "layers=2"}).layout, 1);
  const Costs costs(s, EnergyParams{.packet_switch = 100});
  Circuits circuits(s, Direction::two_way);
  PathFinder finder(s, costs, circuits);
  circuits.set(*finder.find(s.home({0}), s.home({2})));
  EXPECT_FALSE(circuits.set(*finder.find(s.home({2}), s.home({0}))));
  EXPECT_EQ(circuits.firsts().size(), 1u);
}

// The greedy rule with a new search for each demand.
Plan without_kept_trees(const Experiment& e) {
  Plan plan(Circuits(e.structure, Direction::one_way));
  plan.paths.resize(e.demands.size());
  for (const std::uint32_t i : e.order) {
    PathFinder fresh(e.structure, e.costs, plan.circuits);
    plan.paths[i] = fresh.find(e.structure.home(e.demands[i].source),
                               e.structure.home(e.demands[i].target));
    if (plan.paths[i]) plan.circuits.set(*plan.paths[i]);
  }
  return plan;
}

const std::vector<std::vector<std::string>> kStructures{
    {"wiring=A"}, {"wiring=B"}, {"wiring=C"}, {"wiring=mesh"}, {"attachment=dispersed"},
    {"attachment=dispersed", "wiring=A"}, {"composition=mixed", "servers=5x4"},
    {"composition=mixed", "layers=1", "servers=5x4"},
    {"composition=mixed", "layers=1", "mixed_pattern=chain", "servers=4x4"}};

TEST(Greedy, KeptTreesChangeNothing) {
  for (const auto& structure : kStructures) {
    std::vector<std::string> o{"servers=6x5"};
    o.insert(o.end(), structure.begin(), structure.end());
    const Experiment e(test::config(o));
    const Plan kept = e.plan(e.config.chip.planner);
    EXPECT_EQ(kept.paths, without_kept_trees(e).paths) << e.structure.describe();
    EXPECT_LT(kept.searches, e.demands.size());
  }
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
    collision.paths[i] = PathFinder(e.structure, e.costs, none)
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
  const Result r = e.measure(e.plan(e.config.chip.planner));
  ASSERT_EQ(r.unroutable.size(), 1u);
  EXPECT_EQ(r.unroutable[0].source, ServerId{2});
  EXPECT_EQ(r.circuits, 2u);
  EXPECT_NEAR(r.planned.energy, 2 * 10 * (2 * 0.98 + 0.37 + 2 * (0.39 + 0.24)), 1e-9);
}

}  // namespace
}  // namespace kasuri::chip
