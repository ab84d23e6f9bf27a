// SPDX-License-Identifier: MIT
// Steps of training in the summary.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "experiment/report/summary.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace training_report_test {

Results train(const char* motif, const char* more = "") {
  return simulate_toml(fmt::format(
      "[topology]\ntype = 'switch'\nendpoints = 8\n[link]\nrate = '100 Gb/s'\n{}[[jobs]]\nmotif = {{ "
      "type = 'training', hidden = 64, heads = 4, ffn = 128, sequence = 16, {} }}\n",
      more, motif));
}

// 2 · 2 layers of h² 4 + 3 h 128 parameters, of scores 2 s h, for forward and backward.
TEST(TrainingReport, SmallModelsHaveARate) {
  const Results r = train("layers = 2, dp = 2");
  const auto step = summary_json(r)["jobs"][0]["training"]["steps"][0];
  const double tokens = 16,
               flop = 3 * 2 * (2 * tokens * (4 * 64 * 64 + 3 * 64 * 128) + 2 * tokens * 16 * 64);
  EXPECT_EQ(r.table("training")->column("flop")[0], static_cast<std::int64_t>(flop));
  EXPECT_NEAR(step["model_flops_per_device"].get<double>() * step["time_ps"].get<double>() * 1e-12, flop,
              1);
}

// What other tools read.
TEST(TrainingReport, KeepsItsKeys) {
  const auto json = summary_json(
      train("layers = 2, tp = 2, pp = 2, dp = 2, microbatches = 2, steps = 2, merge_inside = true",
            "[power]\npreset = 'nsimpower-table1'\nt_lt = '1 us'\n"))["jobs"][0]["training"];
  ASSERT_EQ(json["steps"].size(), 2u);
  for (const char* key : {"step", "time_ps", "computing_ps", "bubble_ps", "bubble_ratio", "sync_ps",
                          "other_ps", "tokens_per_s", "model_flops_per_device"}) {
    EXPECT_TRUE(json["steps"][1][key].is_number()) << key;
  }
  for (const char* kind : {"tensor", "pipeline", "data", "expert"}) {
    EXPECT_TRUE(json["steps"][1]["exposed"][std::string(kind) + "_ps"].is_number()) << kind;
    for (const char* key : {"bytes", "calls"}) {
      EXPECT_TRUE(json["steps"][1]["traffic"][kind][key].is_number()) << kind;
    }
  }
  EXPECT_EQ(json["merges_inside"], true);
  EXPECT_EQ(json["dp_merge"], 1);
  EXPECT_TRUE(json["link_busy_ratio"].contains("terminal"));
  EXPECT_GT(json["energy_per_step_j"], 0);
}

// One rank takes much longer to send than others to compute: shares are of the time of all ranks.
TEST(TrainingReport, SharesAddUp) {
  const Results r = train("pp = 4, layers = 4, microbatches = 2, vocabulary = 100000",
                          "[mpi]\nsend_overhead = '20 us'\n");
  TestConfig machine(
      "[topology]\ntype = 'switch'\nendpoints = 8\n[[jobs]]\nranks = 2\nmotif = { type = 'collective' }\n");
  const std::string text = summary_text(r, *machine.plan.topology);
  const std::string line =
      text.substr(text.find("  step 0"), text.find('\n', text.find("  step 0")) - text.find("  step 0"));
  double sum = 0;
  const std::regex number("([0-9.]+) %");
  for (std::sregex_iterator at(line.begin(), line.end(), number), end; at != end; ++at) {
    sum += std::stod((*at)[1]);
  }
  EXPECT_NEAR(sum, 100, 0.4) << line;
}

}  // namespace training_report_test
}  // namespace kasuri
