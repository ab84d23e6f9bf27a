// SPDX-License-Identifier: MIT
// What the paper leaves open, as settings: search per switch, shared outputs, Dijkstra's mesh,
// demands without a path, static power. Costs by hand on chips of a few switches;
// tests/cli/test_chip.py holds searches to an independent model.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <queue>

#include "studies/chip/path_finder.h"
#include "studies/chip/test_chip.h"
#include "studies/chip/verify.h"

namespace kasuri::chip {
namespace readings_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

Experiment experiment(std::vector<std::string> overrides, std::string_view text = "") {
  return Experiment(test::config(overrides, text));
}

// A demand's circuit switch is entered by one input alone if switches have one label: what the
// other input could have reached is lost.
TEST(PerSwitch, LosesWhatOnlyAnotherInputReaches) {
  // Server 0 can enter the circuit switch at 1,1 from above and from the left; 0 -> 1 has set the
  // input from above, so with one label for the switch, that of the upper path, only server 1 is
  // reached.
  Experiment e = experiment({"wiring=A", "energy.packet_switch=100"});
  e.structure = parse_structure("S C .\nC C S\n. S .\n", "x", e.config.layout);
  e.costs = Costs(e.structure, e.config.chip.energy);
  const auto lost = [&](const std::string& search) {
    const Config c = test::config({"planner={type=\"greedy\", search=\"" + search + "\"}"});
    return measure(e, e.plan(c.chip.planner)).unroutable.size();
  };
  e.demands = {{{0}, {1}, 20}, {{0}, {2}, 10}};
  e.order = {0, 1};
  e.starts = {0, 0};
  EXPECT_EQ(lost("per-port"), 0u);
  EXPECT_EQ(lost("per-switch"), 1u);
}

TEST(PerSwitch, NeverCostsLessPerDemandOnAnEmptyChipAndKeepsPromises) {
  for (const char* structure :
       {"wiring=A", "wiring=B", "attachment=dispersed", "composition=mixed"}) {
    const Experiment e = experiment({"servers=6x5", structure, "seed=4"});
    for (const char* more : {"", ", shared_outputs=true"}) {
      const Config per_switch =
          test::config({fmt::format("planner={{type=\"greedy\", search=\"per-switch\"{}}}", more)});
      const Plan plan = e.plan(per_switch.chip.planner);
      EXPECT_EQ(broken_promise(plan, e.structure, e.demands), std::nullopt) << structure << more;
    }
    const Circuits none(e.structure, Direction::one_way);
    PathFinder ports(e.structure, e.costs, none, Search::goals);
    PathFinder switches(e.structure, e.costs, none, Search::goals, Labels::per_switch);
    for (const Demand& d : e.demands) {
      const auto cheapest = ports.find(e.structure.home(d.source), e.structure.home(d.target));
      const auto found = switches.find(e.structure.home(d.source), e.structure.home(d.target));
      if (found) {
        EXPECT_GE(e.costs.of(*found), e.costs.of(*cheapest));
      }
    }
  }
}

// Trees that are kept while circuits stay as they are change nothing.
TEST(PerSwitch, FindsTheSamePathsByKeptTreesAndGoals) {
  for (const char* structure :
       {"wiring=A", "wiring=B", "attachment=dispersed", "composition=mixed"}) {
    const Experiment e = experiment({"servers=6x5", structure, "seed=2"});
    for (const Outputs outputs : {Outputs::exclusive, Outputs::shared}) {
      const auto paths = [&](Search search) {
        std::vector<std::optional<Path>> all(e.demands.size());
        Circuits circuits(e.structure, Direction::one_way, outputs);
        PathFinder finder(e.structure, e.costs, circuits, search, Labels::per_switch);
        for (const std::uint32_t i : e.order) {
          all[i] = finder.find(e.structure.home(e.demands[i].source),
                               e.structure.home(e.demands[i].target));
          if (all[i]) circuits.set(*all[i]);
        }
        if (search == Search::trees) {
          EXPECT_LT(finder.searches(), e.demands.size());
        }
        return all;
      };
      EXPECT_EQ(paths(Search::trees), paths(Search::goals)) << structure;
    }
  }
}

// Three servers around a circuit switch, links of 2 mm: the first two serve each other, and the
// third finds their outputs taken.
TEST(SharedOutputs, LetCircuitsMeetAndWaitForEachOther) {
  Experiment e = experiment({"wiring=A"});
  e.structure = parse_structure("S C S\n. S .\n", "x", e.config.layout);
  e.costs = Costs(e.structure, e.config.chip.energy);
  e.demands = {{{0}, {1}, 160}, {{1}, {0}, 160}, {{2}, {1}, 160}};
  e.order = {0, 1, 2};
  e.starts = {0, 0, 0};
  const auto result = [&](const std::string& planner, Joins joins) {
    const Config c = test::config({"planner={type=\"greedy\"" + planner + "}"});
    e.config.chip.delay.joins = joins;
    return measure(e, e.plan(c.chip.planner));
  };
  EXPECT_EQ(result("", Joins::contend).unroutable.size(), 1u);
  const Result shared = result(", shared_outputs=true", Joins::contend);
  EXPECT_EQ(shared.unroutable.size(), 0u);
  EXPECT_EQ(shared.circuits, 3u);
  EXPECT_NEAR(shared.planned.energy, 3 * 160 * (2 * 0.98 + 0.37 + 2 * 0.63), 1e-9);
  // Ten flits after ten over the wire that both end in; or each as if it were alone.
  EXPECT_EQ(shared.planned.makespan, 20);
  EXPECT_EQ(result(", shared_outputs=true", Joins::free).planned.makespan, 10);
}

TEST(SharedOutputs, AreRefusedWithTwoWayCircuitsAtBothPlaces) {
  const std::string text =
      "servers = \"4x4\"\n[planner]\ntype = \"greedy\"\ncircuits = \"two_way\"\nshared_outputs = "
      "true\n";
  EXPECT_THAT(test::refusal([&] { test::config({}, text); }),
              AllOf(HasSubstr("chip.toml:4:12: error: 'circuits' and 'shared_outputs' are both set here"),
                    HasSubstr("chip.toml:5:18: error: 'shared_outputs' and 'circuits' exclude each "
                              "other")));
}

// Dijkstra's algorithm itself, switches settled by distance, then number, the first predecessor
// kept.
Path by_dijkstra(const Structure& s, SwitchId from, SwitchId to) {
  std::vector<std::uint32_t> distance(s.switches(), UINT32_MAX);
  std::vector<ChannelId> by(s.switches());
  std::priority_queue<std::pair<std::uint32_t, SwitchId>,
                      std::vector<std::pair<std::uint32_t, SwitchId>>, std::greater<>>
      open;
  distance[from.v] = 0;
  open.emplace(0, from);
  while (!open.empty()) {
    const auto [d, at] = open.top();
    open.pop();
    if (d != distance[at.v]) continue;
    for (const ChannelId c : s.out(at)) {
      if (d + 1 >= distance[s[c].to.v]) continue;
      distance[s[c].to.v] = d + 1;
      by[s[c].to.v] = c;
      open.emplace(d + 1, s[c].to);
    }
  }
  Path path;
  for (SwitchId at = to; at != from; at = s[path.front()].from) path.insert(path.begin(), by[at.v]);
  return path;
}

TEST(MeshPath, OfDijkstraIsWhatTheAlgorithmFinds) {
  for (const char* size : {"servers=7x4", "servers=3x9", "servers=2x2"}) {
    const Experiment e = experiment({size});
    const Mesh mesh(e.structure, 2);
    for (const Demand& d : e.demands) {
      EXPECT_EQ(mesh.path(d, MeshPath::dijkstra),
                by_dijkstra(mesh.structure(), {d.source.v}, {d.target.v}));
    }
  }
  // All traffic between rows keeps to the upper one, which makes the mesh slower.
  const auto makespan = [](const char* path) {
    return run(test::config({"servers=10x10", "demands={type=\"pairs\",pairs=400}",
                             std::string("delay.mesh_path=") + path}))
        .mesh.makespan;
  };
  EXPECT_GT(makespan("dijkstra"), makespan("balanced"));
}

TEST(Unroutable, IsDroppedLeftOutOrRefused) {
  Experiment e = experiment({"wiring=A"});
  e.structure = parse_structure("S C S\n. S .\n", "x", e.config.layout);
  e.costs = Costs(e.structure, e.config.chip.energy);
  e.demands = {{{0}, {1}, 160}, {{1}, {0}, 160}, {{2}, {1}, 160}};
  e.order = {0, 1, 2};
  e.starts = {0, 0, 0};
  const auto result = [&](Unroutable how) {
    e.config.chip.unroutable = how;
    return measure(e, e.plan(e.config.chip.planner));
  };
  const Result dropped = result(Unroutable::dropped), left_out = result(Unroutable::left_out);
  EXPECT_EQ(dropped.planned.energy, left_out.planned.energy);
  EXPECT_NEAR(left_out.mesh.energy, left_out.mesh_of_all, 1e-9);
  EXPECT_GT(left_out.mesh.energy, dropped.mesh.energy);
  EXPECT_GE(left_out.mesh.makespan, dropped.mesh.makespan);
  EXPECT_THAT(test::refusal([&] { result(Unroutable::refused); }),
              AllOf(HasSubstr("1 demands have no path, the first from server 2 to server 1"),
                    HasSubstr("unroutable = \"dropped\"")));
}

// 3 x 1 servers, two layers, wiring B: three packet switches with 2, 3 and 2 ports and a server
// each, three circuit switches with 2, 3 and 2.
TEST(StaticPower, IsOfSwitchesPortsAndLayersForAsLongAsItTakes) {
  const std::vector<std::string> base{"servers=3x1", "layers=2", "seed=2"};
  const Result plain = run(test::config(base));
  EXPECT_EQ(plain.planned.static_energy, 0);
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), base.begin(), base.end());
    return run(test::config(more));
  };
  const auto clocks = static_cast<double>(plain.planned.makespan);
  const auto mesh_clocks = static_cast<double>(plain.mesh.makespan);
  EXPECT_NEAR(with({"energy.static.packet_switch=2"}).planned.static_energy, 6 * clocks, 1e-9);
  EXPECT_NEAR(with({"energy.static.circuit_switch=2"}).planned.static_energy, 6 * clocks, 1e-9);
  EXPECT_NEAR(with({"energy.static.packet_port=1"}).planned.static_energy, 10 * clocks, 1e-9);
  EXPECT_NEAR(with({"energy.static.circuit_port=1"}).planned.static_energy, 7 * clocks, 1e-9);
  EXPECT_NEAR(with({"energy.static.layer=3"}).planned.static_energy, 6 * clocks, 1e-9);
  EXPECT_NEAR(with({"energy.static.layer=3"}).mesh.static_energy, 3 * mesh_clocks, 1e-9);
  EXPECT_EQ(with({"energy.static.circuit_switch=2"}).mesh.static_energy, 0);
  const Result fixed =
      with({"energy.static.layer=3", "energy.static.clocks=100", "delay.run=false"});
  EXPECT_EQ(fixed.planned.static_energy, 600);
  EXPECT_EQ(fixed.mesh.static_energy, 300);
  EXPECT_NEAR(fixed.planned.energy, plain.planned.energy + 600, 1e-6);
  EXPECT_THAT(
      test::refusal([] { test::config({}, "[energy.static]\nlayer = 1\n[delay]\nrun = false\n"); }),
      AllOf(HasSubstr("chip.toml:1:"),
            HasSubstr("chip.toml:4:7: error: 'run' and 'static' are both set here"),
            HasSubstr("energy.static.clocks")));
}

// Without static power every layer is free: with it there is a best number of layers.
TEST(StaticPower, PutsAnEndToLayers) {
  const auto best = [](const std::string& power) {
    std::uint32_t found = 0;
    double least = 1e300;
    for (std::uint32_t layers = 2; layers <= 8; ++layers) {
      const double energy =
          run(test::config({"servers=8x8", "demands={type=\"pairs\",pairs=200}",
                            fmt::format("layers={}", layers), "energy.static.clocks=1000",
                            "energy.static.circuit_switch=" + power, "delay.run=false"}))
              .planned.energy;
      if (energy < least) least = energy, found = layers;
    }
    return found;
  };
  EXPECT_EQ(best("0"), 8u);
  EXPECT_LT(best("0.5"), 8u);
  EXPECT_EQ(best("10"), 2u);
}

}  // namespace readings_test
}  // namespace kasuri::chip
