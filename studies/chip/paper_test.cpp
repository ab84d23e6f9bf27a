// SPDX-License-Identifier: MIT
// The published tables (spec 4.4 to 4.6) as far as a short test can run them; `kasuri chip --paper`
// runs all. The contract of the command line, threads, and circuits on line.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "studies/chip/batch.h"
#include "studies/chip/picture.h"
#include "studies/chip/paper_tables.h"
#include "studies/chip/test_chip.h"
#include "base/core/test_path.h"

namespace kasuri::chip {
namespace paper_test {

double mean_energy(std::vector<std::string> overrides, std::uint32_t seeds) {
  double sum = 0;
  for (std::uint32_t s = 0; s < seeds; ++s) {
    Config c = test::config(overrides);
    c.chip.seed += s;
    sum += energy_ratio(run(c)) / seeds;
  }
  return sum;
}

// Tables 1 to 3 within the bands of the acceptance test T11, small sizes only.
TEST(Paper, TablesOneToThree) {
  for (const int number : {1, 2, 3}) {
    const PaperTable& table = paper_tables()[static_cast<std::size_t>(number - 1)];
    ASSERT_EQ(table.number, number);
    for (const PaperRow& row : table.rows) {
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const PaperColumn& column = table.columns[c];
        if (column.all_pairs && !column.label.ends_with(" 5x5")) continue;
        std::vector<std::string> o = row.overrides;
        o.insert(o.end(), column.overrides.begin(), column.overrides.end());
        const bool spread = column.label == "K = 10" || column.label == "K = 100";
        const bool wide = row.label[0] == 'A' || spread;
        EXPECT_NEAR(mean_energy(o, spread ? 12 : 1), row.values[c], wide ? 2.3 : 1.0)
            << row.label << ", " << column.label;
      }
    }
  }
}

TEST(Paper, MixedTakesMoreThanTheMeshAndBLessThanA) {
  const std::vector<std::string> pairs{"demands={type=\"pairs\",pairs=500}"};
  const auto with = [&](std::vector<std::string> o) {
    o.insert(o.end(), pairs.begin(), pairs.end());
    return mean_energy(o, 1);
  };
  EXPECT_LT(with({"wiring=B"}), with({"wiring=A"}));
  EXPECT_GT(with({"composition=mixed"}), 100);
}

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
  EXPECT_NEAR(energy_ratio(r), 100, 1e-9);
  EXPECT_EQ(r.circuits, 0u);
}

TEST(Batch, IsTheSameForAnyNumberOfThreads) {
  const auto file = test_path("batch.toml");
  std::FILE* f = std::fopen(file.c_str(), "w");
  std::fputs("servers = \"6x6\"\n", f);
  std::fclose(f);
  std::vector<std::string> outputs;
  for (const unsigned threads : {1u, 2u, 5u}) {
    Batch batch(file.string(), {}, threads);
    std::string text;
    const auto a = batch.add({"wiring=A"}, 3), b = batch.add({"demands={type=\"pairs\"}"}, 3);
    EXPECT_EQ(batch.add({"wiring=A"}, 3), a);
    batch.run();
    for (const std::size_t asked : {a, b}) {
      for (const Result* r : batch.results(asked)) text += to_json(*r, batch.config(asked)).dump();
    }
    outputs.push_back(text);
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  EXPECT_EQ(outputs[0], outputs[2]);
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

}  // namespace paper_test
}  // namespace kasuri::chip
