// SPDX-License-Identifier: MIT
// The contract of the command line, circuits on line, the picture. tests/cli/test_chip.py has the published
// tables.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "studies/chip/picture.h"
#include "studies/chip/test_chip.h"

namespace kasuri::chip {
namespace chip_test {

TEST(Chip, JsonHasTheKeysOfTheContract) {
  const Config c = test::config({"servers=15x15", "demands.pairs=500", "seed=3"},
                                "wiring = \"B\"\nlink_mm = 2.0\n[demands]\ntype = \"pairs\"\n");
  const Result r = run(c);
  const auto j = to_json(r, c);
  for (const char* key : {"energy", "energy_ratio_percent", "makespan_clocks",
                          "mean_latency_clocks", "makespan_ratio_percent",
                          "mean_latency_ratio_percent", "circuits", "unroutable"}) {
    EXPECT_TRUE(j.contains(key)) << key;
    EXPECT_TRUE(j[key].is_number()) << key;
  }
  EXPECT_EQ(j["unroutable"], 0);
  EXPECT_NEAR(j["energy_ratio_percent"].get<double>(), 86.0, 1.0);  // Table 3
  const Config all = test::config({"demands=all", "servers=4x4", "link_mm=2"},
                                  "[demands]\ntype = \"pairs\"\n");
  EXPECT_EQ(run(all).demands, 240u);
}

TEST(Chip, MeshAgainstItselfIsOneHundred) {
  const Result r = run(test::config({"wiring=mesh", "servers=6x5"}));
  EXPECT_NEAR(percent(r.planned.energy, r.mesh.energy), 100, 1e-9);
  EXPECT_EQ(r.circuits, 0u);
}

TEST(Online, WithoutTearDownAndInTheSameOrderIsNoCheaperThanEmptyChipsAndReleasesAll) {
  const Result r = run(test::config({"servers=8x8", "demands={type=\"pairs\",pairs=100}",
                                     "online.run=true", "delay.mean_gap_clocks=500"}));
  const Result released = run(test::config({"servers=8x8", "demands={type=\"pairs\",pairs=100}",
                                            "planner={type=\"greedy\",release=true}"}));
  ASSERT_TRUE(r.online);
  EXPECT_EQ(r.online->set, r.online->released);
  EXPECT_EQ(r.online->unroutable, 0u);
  // Demands so far apart meet an empty chip, which is what a plan with releases gives each.
  EXPECT_NEAR(r.online->measures.energy, released.planned.energy, 0.01 * released.planned.energy);
  EXPECT_GE(r.online->measures.energy, released.planned.energy - 1e-6);
}

TEST(Picture, ShowsEveryCircuit) {
  const Experiment e(test::config({"servers=6x5", "demands={type=\"pairs\",pairs=30}"}));
  const Plan plan = e.plan(e.config.chip.planner);
  const std::string svg = picture_of(e.structure, plan.circuits);
  std::size_t shown = 0;
  for (auto at = svg.find("<title>circuit "); at != std::string::npos;
       at = svg.find("<title>circuit ", at + 1)) {
    ++shown;
  }
  // Circuit switches have titles of the same beginning: "circuit switch ...".
  EXPECT_EQ(shown, plan.circuits_set + 3 * 30);
}

}  // namespace chip_test
}  // namespace kasuri::chip
