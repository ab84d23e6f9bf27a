// SPDX-License-Identifier: MIT
// What is exported adds up to the result, part by part and demand by demand, and the network has
// the plan's steps and no others. tests/cli/test_chip_network.py runs exported networks.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "studies/chip/plan_files.h"
#include "studies/chip/plan_network.h"
#include "studies/chip/test_chip.h"
#include "base/core/test_path.h"
#include "base/core/text_file.h"

namespace kasuri::chip {
namespace export_test {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

using Row = std::map<std::string, std::string>;

std::vector<Row> table(const fs::path& file) {
  std::istringstream in(read_text(file));
  std::vector<std::string> names;
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    }
    if (names.empty()) {
      names = cells;
      continue;
    }
    EXPECT_EQ(cells.size(), names.size()) << file << ": " << line;
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[names[i]] = cells[i];
  }
  return rows;
}

double sum(const std::vector<Row>& rows, const std::string& column) {
  double all = 0;
  for (const Row& r : rows) all += r.at(column).empty() ? 0 : std::stod(r.at(column));
  return all;
}

struct Exported {
  explicit Exported(std::vector<std::string> overrides)
      : experiment(test::config(overrides)),
        plan(experiment.plan(experiment.config.chip.planner)),
        result(measure(experiment, plan)),
        folder(test_path("export")) {
    fs::remove_all(folder);
    export_plan(experiment, plan, result, folder);
  }
  ~Exported() { fs::remove_all(folder); }

  Experiment experiment;
  Plan plan;
  Result result;
  fs::path folder;
};

const std::vector<std::vector<std::string>> kPlans{
    {"servers=6x5"},
    {"servers=5x5", "wiring=A", "layers=3"},
    {"servers=5x4", "wiring=C", "demands={type=\"pairs\",pairs=80}"},
    {"servers=5x4", "attachment=dispersed", "lanes=2"},
    {"servers=4x4", "composition=mixed", "demands={type=\"pairs\",pairs=9}"},
    {"servers=5x5", "planner={type=\"greedy\",circuits=\"two_way\"}"},
    {"servers=5x5", "planner={type=\"greedy\",release=true}", "demands={type=\"pairs\",pairs=60}"},
    {"servers=5x5", "planner={type=\"greedy\",search=\"per-switch\",shared_outputs=true}"},
    {"servers=4x4", "planner={type=\"annealing\",moves=50}"},
    {"servers=5x5", "energy.static.layer=2", "energy.static.packet_port=0.25",
     "energy.static.circuit_switch=0.5"}};

TEST(Export, AddsUpToTheResult) {
  for (const auto& overrides : kPlans) {
    const Exported x(overrides);
    const auto demands = table(x.folder / "demands.csv");
    const auto switches = table(x.folder / "switches.csv");
    const auto channels = table(x.folder / "channels.csv");
    const auto circuits = table(x.folder / "circuits.csv");
    const double moving = x.result.planned.energy - x.result.planned.static_energy;
    const double off = 1e-9 * moving;
    EXPECT_NEAR(sum(demands, "energy"), moving, off) << overrides.back();
    EXPECT_NEAR(sum(switches, "energy") + sum(channels, "energy"), moving, off);
    EXPECT_NEAR(sum(demands, "link_energy"), sum(channels, "energy"), off);
    EXPECT_EQ(demands.size(), x.experiment.demands.size());
    EXPECT_EQ(sum(demands, "steps"), static_cast<double>(x.result.steps));
    EXPECT_EQ(sum(circuits, "demands"), static_cast<double>(x.result.circuit_steps));
    std::size_t counted = 0;  // of a two-way circuit one row is counted
    for (const Row& c : circuits) {
      counted += c.at("back").empty() || std::stoul(c.at("back")) > std::stoul(c.at("circuit"));
    }
    EXPECT_EQ(counted, x.result.circuits);

    // Paths row by row: without gap, as long as the demand says.
    std::map<std::string, std::uint32_t> hops;
    std::map<std::string, std::string> at;
    for (const Row& hop : table(x.folder / "paths.csv")) {
      const std::string& d = hop.at("demand");
      if (hops[d]++) {
        EXPECT_EQ(hop.at("from"), at[d]);
      }
      at[d] = hop.at("to");
    }
    for (const Row& d : demands) {
      if (d.at("routed") == "1") {
        EXPECT_EQ(std::to_string(hops[d.at("demand")]), d.at("hops"));
      }
    }

    const auto json = nlohmann::json::parse(read_text(x.folder / "plan.json"));
    double parts = 0, json_demands = 0;
    for (const auto& [name, energy] : json["energy_by_part"].items()) parts += energy.get<double>();
    EXPECT_NEAR(parts, x.result.planned.energy, 1e-9 * x.result.planned.energy);
    for (const auto& d : json["demands"]) json_demands += d.value("energy", 0.0);
    EXPECT_NEAR(json_demands, moving, off);
    EXPECT_EQ(json["switches"].size(), switches.size());
    EXPECT_EQ(json["circuits"].size(), circuits.size());
    EXPECT_EQ(json["result"]["energy"], x.result.planned.energy);
    if (x.result.planned.makespan > 0) {
      double last = 0;
      for (const Row& d : demands) {
        if (!d.at("arrival_clock").empty()) last = std::max(last, std::stod(d.at("arrival_clock")));
      }
      EXPECT_EQ(last, static_cast<double>(x.result.planned.makespan));
    }
  }
}

// Each path's ports lead from its source's router to its target's, over as many channels as the
// plan has steps (more only where circuits meet), and none of them is there for the graph's sake
// alone.
TEST(PlanNetwork, HasThePlansSteps) {
  for (const auto& overrides : kPlans) {
    const Experiment e(test::config(overrides));
    const Plan plan = e.plan(e.config.chip.planner);
    const std::uint32_t last = plan.round.empty() ? 0 : *std::ranges::max_element(plan.round);
    for (std::uint32_t round = 0; round <= last; ++round) {
      const PlanNetwork network(e.structure, circuits_of_round(e, plan, round));
      using End = std::pair<std::uint32_t, std::uint32_t>;
      std::map<End, std::pair<std::uint32_t, PlanNetwork::Class>> channels;
      for (const PlanNetwork::Cable& c : network.cables()) {
        EXPECT_TRUE(channels.emplace(End{c.a, c.port_a}, std::pair(c.b, c.there)).second);
        EXPECT_TRUE(channels.emplace(End{c.b, c.port_b}, std::pair(c.a, c.back)).second);
      }
      for (std::size_t i = 0; i < e.demands.size(); ++i) {
        if (!plan.paths[i] || (!plan.round.empty() && plan.round[i] != round)) continue;
        std::uint32_t at = e.demands[i].source.v;  // servers come first
        std::size_t steps = 0;
        for (const std::uint32_t port : network.ports(*plan.paths[i])) {
          const auto& [to, kind] = channels.at({at, port});
          EXPECT_TRUE(kind != PlanNetwork::Class::back && kind != PlanNetwork::Class::bridge);
          steps += kind != PlanNetwork::Class::branch;
          at = to;
        }
        EXPECT_EQ(at, e.demands[i].target.v);
        EXPECT_EQ(steps, steps_of(e.structure, *plan.paths[i]).size());
      }
    }
  }
}

TEST(Export, ReplacesItselfAndNothingElse) {
  const Exported x({"servers=4x4", "planner={type=\"greedy\",release=true}"});
  EXPECT_TRUE(fs::exists(x.folder / "round-0001" / "topology.net"));
  const Experiment other(test::config({"servers=3x3"}));
  const Plan plan = other.plan(other.config.chip.planner);
  const Result result = measure(other, plan);
  export_plan(other, plan, result, x.folder);
  EXPECT_FALSE(fs::exists(x.folder / "round-0001"));
  EXPECT_EQ(table(x.folder / "demands.csv").size(), 72u);
  std::ofstream(x.folder / "mine.txt") << "notes";
  EXPECT_THAT(test::refusal([&] { export_plan(other, plan, result, x.folder); }),
              HasSubstr("also holds 'mine.txt'"));
  fs::remove(x.folder / "plan.json");
  EXPECT_THAT(test::refusal([&] { export_plan(other, plan, result, x.folder); }),
              HasSubstr("holds files, but no exported plan"));
  EXPECT_THAT(test::refusal([&] { export_plan(other, plan, result, x.folder / "mine.txt"); }),
              HasSubstr("not a folder"));
}

TEST(Export, RefusesClocksThatMakeNoLink) {
  const Experiment e(
      test::config({"servers=3x3", "delay.flit_bits=1048576", "delay.clock=100 ps"}));
  const Plan plan = e.plan(e.config.chip.planner);
  EXPECT_THAT(test::refusal([&] { export_plan(e, plan, measure(e, plan), test_path("too-fast")); }),
              HasSubstr("change delay.clock"));
  fs::remove_all(test_path("too-fast"));
}

}  // namespace export_test
}  // namespace kasuri::chip
