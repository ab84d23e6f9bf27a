// SPDX-License-Identifier: MIT
// Training on machines: volumes by kind of parallelism, bubbles and overlap against their formulas.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>

#include "experiment/run/test_run.h"

namespace kasuri {
namespace training_run_test {

constexpr std::string_view kMachine = R"(
[topology]
type = "switch"
endpoints = 16
[link]
rate = "400 Gb/s"
[mpi.algorithms]
allreduce = "ring"
[[jobs]]
)";
constexpr std::int64_t kHidden = 64, kSequence = 32, kLayers = 8;

struct Part {
  Time time;
  std::int64_t bytes, calls;
};
struct Trained {
  Results results;
  Time step{0};
  std::map<std::string, Part> parts;  // of the first step

  double share(const std::string& part) const { return parts.at(part).time.seconds() / step.seconds(); }
};

Trained train(const std::string& motif, std::string_view more = "", unsigned threads = 1) {
  TestConfig c(fmt::format(
      "{}motif = {{ type = 'training', layers = {}, hidden = {}, heads = 4, sequence = {}, {} }}\n{}",
      kMachine, kLayers, kHidden, kSequence, motif, more));
  Trained t{simulate_test(std::move(c), threads)};
  EXPECT_EQ(t.results.exit, Exit::done) << motif;
  const Table* table = t.results.table("training");
  if (!table) return t;
  for (std::size_t row = 0; row < table->rows(); ++row) {
    if (table->column("step")[row] > 0) continue;
    t.step = Time{table->column("step_time")[row]};
    t.parts[std::get<std::vector<std::string>>(table->columns[2].values)[row]] = {
        Time{table->column("time")[row]}, table->column("bytes")[row], table->column("calls")[row]};
  }
  return t;
}

// Parameters of all layers: h² 4 for attention, 2 · h · 4 h for a feed-forward block that is not gated.
constexpr std::int64_t kParameters = kLayers * (4 + 8) * kHidden * kHidden;
constexpr std::int64_t kActivation = kSequence * kHidden * 2;

// Two allreduces forward and two backward of b s h values for each layer and microbatch.
TEST(TrainingRun, TensorParallelismSendsTwoAllreducesALayerAndPass) {
  const Trained t = train("gated = false, tp = 4, microbatches = 3");
  EXPECT_EQ(t.parts.at("tensor").calls, 4 * 4 * kLayers * 3);
  EXPECT_EQ(t.parts.at("tensor").bytes, t.parts.at("tensor").calls * kActivation);
  // On the wire a ring of n has 2 (n − 1) / n of the vector from each; and the norm's 4 bytes.
  const std::int64_t rings = 4 * (4 * kLayers * 3) * (2 * 3 * kActivation / 4);
  EXPECT_NEAR(t.results.jobs[0].bytes.n, rings, 4 * 2 * 3 * 4);
  EXPECT_EQ(t.parts.at("data").calls, 0);
  EXPECT_GT(t.parts.at("tensor").time, Time{0});
}

// With sequence parallelism an all-gather and a reduce-scatter take the place of each allreduce.
TEST(TrainingRun, SequenceParallelismDividesAllreduces) {
  const Trained t = train("gated = false, tp = 4, sequence_parallel = true");
  EXPECT_EQ(t.parts.at("tensor").calls, 4 * 8 * kLayers);
  EXPECT_EQ(t.parts.at("tensor").bytes, 4 * 4 * kLayers * (kActivation + kActivation / 4));
}

// Between stages b s h values for each microbatch and direction.
TEST(TrainingRun, PipelinesSendActivationsAndGradients) {
  for (const auto& [interleave, hops] : {std::pair(1, 3), {2, 7}}) {
    const Trained t = train(
        fmt::format("gated = false, pp = 4, dp = 2, microbatches = 8, interleave = {}", interleave));
    EXPECT_EQ(t.parts.at("pipeline").calls, 2 * 2 * 8 * hops) << interleave;
    EXPECT_EQ(t.parts.at("pipeline").bytes, t.parts.at("pipeline").calls * kActivation) << interleave;
  }
}

// ZeRO: gradients of 2 bytes are reduced once; with stages 1 and 2 each rank gives its share of the
// parameters to an all-gather; with stage 3 parameters are gathered twice and gradients reduced for each
// microbatch.
TEST(TrainingRun, DataParallelismSendsWhatZeroSays) {
  constexpr std::int64_t kDp = 4, kMicrobatches = 3, kBytes = 2 * kParameters;
  const auto given = [&](int zero) {
    return train(fmt::format("gated = false, dp = {}, microbatches = {}, bucket = '150 kB', zero = {}",
                             kDp, kMicrobatches, zero))
        .parts.at("data")
        .bytes;
  };
  EXPECT_EQ(given(0), kDp * kBytes);
  EXPECT_EQ(given(1), kDp * kBytes + kBytes);
  EXPECT_EQ(given(2), given(1));
  EXPECT_EQ(given(3), kMicrobatches * (kDp * kBytes + 2 * kBytes));
}

// Two all-to-alls forward and two backward, in which a rank has b s k h values; the experts' parameters
// are reduced among dp / ep ranks only.
TEST(TrainingRun, ExpertParallelismSendsTokens) {
  const Trained t =
      train("gated = false, dp = 8, ep = 4, experts = 8, experts_per_token = 2, microbatches = 2");
  EXPECT_EQ(t.parts.at("expert").calls, 8 * 4 * kLayers * 2);
  EXPECT_EQ(t.parts.at("expert").bytes, t.parts.at("expert").calls * kActivation * 2);
  constexpr std::int64_t kAttention = 4 * kHidden * kHidden, kExpert = 8 * kHidden * kHidden;
  EXPECT_EQ(t.parts.at("data").bytes, 8 * 2 * kLayers * (kAttention + 8 / 4 * kExpert));
}

constexpr std::string_view kSlow =
    "peak_flops = '10 Gflop/s', efficiency = 1, memory_bandwidth = '100 TB/s'";

// Where communication is free, (p − 1) / (v m + p − 1) of the step are bubbles.
TEST(TrainingRun, BubblesFollowTheFormula) {
  for (const auto& [pp, microbatches, interleave] :
       {std::tuple(2, 2, 1), {4, 8, 1}, {8, 8, 1}, {8, 2, 1}, {4, 8, 2}, {2, 8, 4}}) {
    const Trained t = train(fmt::format("gated = false, pp = {}, microbatches = {}, interleave = {}, {}",
                                        pp, microbatches, interleave, kSlow));
    EXPECT_NEAR(t.share("bubble"), (pp - 1.0) / (interleave * microbatches + pp - 1), 0.005)
        << pp << " " << microbatches << " " << interleave;
  }
}

TEST(TrainingRun, PartsAddUpToTheStep) {
  const Trained t = train(
      "gated = false, tp = 2, pp = 2, dp = 2, microbatches = 4, zero = 1, steps = 2, bucket = '50 kB'",
      "[mpi]\nsend_overhead = '1 us'\n");
  std::int64_t sum = 0;
  for (const auto& [name, part] : t.parts) sum += part.time.ps;
  EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(t.step.ps),
              0.02 * static_cast<double>(t.step.ps));
}

// What the backward pass of other layers can hide is hidden; all is sent in both cases.
TEST(TrainingRun, GradientsAreReducedWhileLayersCompute) {
  const auto with = [](const char* overlap) {
    return train(
        fmt::format("gated = false, dp = 8, bucket = '100 kB', overlap = {}, {}", overlap, kSlow));
  };
  const Trained yes = with("true"), no = with("false");
  EXPECT_EQ(yes.parts.at("data").bytes, no.parts.at("data").bytes);
  EXPECT_LT(yes.parts.at("data").time.ps, no.parts.at("data").time.ps / 4);
  EXPECT_LT(yes.step, no.step);
}

// Ring steps merged or not: the same bytes; if none are merged, the same messages.
TEST(TrainingRun, MergedRingsSendAllBytes) {
  constexpr std::string_view kJob = "gated = false, dp = 8, bucket = '1 MB'";
  const auto merged = [&](int n) { return train(fmt::format("{}, dp_merge = {}", kJob, n)); };
  const Trained whole = merged(1), two = merged(2), all = merged(100);
  EXPECT_EQ(two.parts.at("data").bytes, all.parts.at("data").bytes);
  EXPECT_NEAR(two.results.jobs[0].bytes.n, whole.results.jobs[0].bytes.n, 8 * 16);
  EXPECT_LT(all.results.jobs[0].messages, two.results.jobs[0].messages);
  EXPECT_LT(two.results.jobs[0].messages, whole.results.jobs[0].messages);
}

// A collective inside a domain as one event takes the time of its formula, and no link.
TEST(TrainingRun, CollectivesInsideADomainMayBeOneEvent) {
  const Trained t = train(
      "gated = false, tp = 4, merge_inside = true, inside_rate = '1 GB/s', inside_latency = '2 us'");
  const Time one = (Bytes{kActivation / 4} / BytesPerSecond{1'000'000'000} + Time{2'000'000}) * 6;
  EXPECT_EQ(t.parts.at("tensor").time, one * (4 * kLayers));
  EXPECT_EQ(t.parts.at("tensor").calls, 4 * 4 * kLayers);
  EXPECT_LT(t.results.jobs[0].bytes.n, 1000);
}

TEST(TrainingRun, ThreadsDoNotChangeIt) {
  const char* const job =
      "gated = false, tp = 2, pp = 2, dp = 4, microbatches = 4, zero = 3, bucket = '50 kB'";
  const Trained one = train(job), three = train(job, "", 3);
  EXPECT_EQ(one.results.delivered.hash, three.results.delivered.hash);
  EXPECT_EQ(one.step, three.step);
  for (const auto& [name, part] : one.parts) EXPECT_EQ(part.time, three.parts.at(name).time) << name;
}

TEST(TrainingRun, RefusesWhatDoesNotFit) {
  const auto why = [](const std::string& motif, const std::string& ranks = "") -> std::string {
    try {
      TestConfig c(
          fmt::format("{}{}motif = {{ type = 'training', hidden = 64, heads = 4, sequence = 32, {} }}\n",
                      kMachine, ranks, motif));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(why("layers = 8, tp = 2, pp = 2, dp = 3", "ranks = 16\n"),
              testing::AllOf(testing::HasSubstr("test.toml:"),
                             testing::HasSubstr("tp 2 × pp 2 × dp 3 are 12 ranks, but the job has 16")));
  EXPECT_THAT(
      why("layers = 8, dp = 2", "iterations = 3\n"),
      testing::HasSubstr(
          "test.toml:10:14: error: the motif counts its steps: leave this out and set motif.steps = 3"));
  EXPECT_THAT(why("layers = 7, pp = 2"), testing::HasSubstr("7 layers are not divisible by 2 parts"));
  EXPECT_EQ(why("layers = 7, pp = 2, stages = 'uneven'"), "");
  EXPECT_THAT(why("layers = 2, pp = 4"), testing::HasSubstr("2 layers are fewer than 4 parts"));
  EXPECT_THAT(why("layers = 8, tp = 3"), testing::HasSubstr("4 is not a multiple of 3"));
  EXPECT_THAT(why("layers = 8, dp = 4, ep = 3, experts = 6"),
              testing::HasSubstr("4 is not a multiple of 3"));
  EXPECT_THAT(why("layers = 8, dp = 2, ep = 2"), testing::HasSubstr("only a model with 'experts'"));
  EXPECT_THAT(why("layers = 8, pp = 2, interleave = 2, microbatches = 3"),
              testing::HasSubstr("must be a multiple of pp = 2"));
  EXPECT_THAT(why("layers = 8, zero = 4"), testing::HasSubstr("from 0 to 3"));
  EXPECT_THAT(why("layers = 1, dp = 2, experts = 65536, ffn = 16777216"),
              testing::HasSubstr("too many for a message"));
  EXPECT_THAT(why("layers = 8, interleave = 2"), testing::HasSubstr("needs a pipeline"));
}

// A formula of NVLinks is not for what crosses the fabric.
TEST(TrainingRun, MergesInsideOneServerOnly) {
  const auto why = [](int tp, const char* more) -> std::string {
    try {
      TestConfig c(fmt::format(
          "[topology]\ntype = 'hierarchy'\nservers = 4\n[topology.server]\ntype = 'nvswitch'\ngpus = 4\n"
          "[topology.fabric]\ntype = 'switch'\nendpoints = 16\n[[jobs]]\n{}[jobs.motif]\n"
          "type = 'training'\nlayers = 2\nhidden = 64\nheads = 8\nsequence = 32\ntp = {}\ndp = 2\n"
          "merge_inside = true\n", more, tp));
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(why(4, ""), "");
  EXPECT_EQ(why(2, "placement = 'random-groups'\n"), "");
  EXPECT_THAT(why(8, ""),
              testing::AllOf(testing::HasSubstr("test.toml:19:16: error: the ranks from 0 to 4"),
                             testing::HasSubstr("rank 0 is on server 0 and rank 4 on server 1")));
  EXPECT_THAT(why(4, "placement = 'random-nodes'\n"), testing::HasSubstr("choose another tp or placement"));
}

}  // namespace training_run_test
}  // namespace kasuri
