// SPDX-License-Identifier: MIT
// Sizes of transformers against published ones, the division of layers, and the schedule of the pipeline.
#include <gmock/gmock.h>

#include <numeric>
#include <set>

#include "workload/training/training_model.h"

namespace kasuri {
namespace training_test {

TrainingParams llama_405b() {
  TrainingParams p;
  p.layers = 126, p.hidden = 16384, p.heads = 128, p.kv_heads = 8, p.ffn = 53248, p.vocabulary = 128256;
  p.sequence = 8192, p.microbatches = 16;
  p.tp = 8, p.pp = 16, p.dp = 128, p.stages = StageSizes::uneven;
  return p;
}

// Llama 3 (arXiv:2407.21783, table 3): 405 · 10^9 parameters; section 3.3.2: one layer less on both ends.
TEST(Training, Llama405bHasItsParametersAndStages) {
  const TrainingParams p = llama_405b();
  const TrainingModel m(p);
  EXPECT_NEAR(m.parameters(), 405.8e9, 0.1e9);
  EXPECT_EQ(m.layers_of(0), 7u);
  EXPECT_EQ(m.layers_of(15), 7u);
  for (std::uint32_t s = 1; s < 15; ++s) EXPECT_EQ(m.layers_of(s), 8u);
  double sum = 0;
  for (std::uint32_t s = 0; s < 16; ++s) sum += m.parameters_on(s).dense * p.tp;
  EXPECT_NEAR(sum / m.parameters(), 1, 1e-9);
  // 6 operations for each parameter and token, but for the embedding, and attention's own.
  const double tokens = 16.0 * 128 * 8192, matrices = m.parameters() - 128256.0 * 16384;
  EXPECT_NEAR(m.flops_per_step() / tokens, 6 * matrices + 3 * 2.0 * 126 * 8192 * 16384, 1e9);
}

// Llama 7B and 13B (arXiv:2302.13971 and its code).
TEST(Training, TheUsualFeedForwardBlock) {
  TrainingParams p;
  p.hidden = 4096;
  EXPECT_EQ(p.ffn_size(), 11008u);
  p.hidden = 5120;
  EXPECT_EQ(p.ffn_size(), 13824u);
  p.gated = false;
  EXPECT_EQ(p.ffn_size(), 4 * 5120u);
}

TEST(Training, AllLayersAreInSomePart) {
  for (std::uint32_t parts = 1; parts <= 9; ++parts) {
    for (std::uint32_t layers = parts; layers < 40; ++layers) {
      TrainingParams p = llama_405b();
      p.layers = layers, p.pp = parts;
      const TrainingModel m(p);
      std::uint32_t sum = 0;
      for (std::uint32_t i = 0; i < parts; ++i) {
        sum += m.layers_of(i);
        EXPECT_LE(m.layers_of(parts - 1), m.layers_of(i));
      }
      EXPECT_EQ(sum, layers) << parts;
    }
  }
}

TEST(Training, BucketsHaveAllLayersAndParameters) {
  for (const std::int64_t mib : {1, 100, 1000, 100'000}) {
    TrainingParams p = llama_405b();
    p.bucket = Bytes{mib << 20};
    const TrainingModel m(p);
    const auto buckets = m.buckets_of(3);
    std::uint32_t layers = 0;
    double parameters = 0;
    for (const Bucket& b : buckets) layers += b.layers, parameters += b.dense + b.expert;
    EXPECT_EQ(layers, 8u);
    EXPECT_NEAR(parameters / m.parameters_on(3).dense, 1, 1e-9);
    EXPECT_EQ(buckets.size() == 8, mib <= 100) << mib;
    EXPECT_EQ(buckets.size() == 1, mib > 10'000) << mib;
  }
}

// Each part of the model sees each microbatch once in each direction, forward first, and never more are
// under way than 1F1B allows.
TEST(Training, ScheduleVisitsAllMicrobatchesInOrder) {
  for (const auto& [pp, interleave, microbatches] :
       {std::tuple(1u, 1u, 5u), {4u, 1u, 2u}, {4u, 1u, 8u}, {4u, 2u, 8u}, {2u, 3u, 4u}, {8u, 4u, 16u}}) {
    TrainingParams p = llama_405b();
    p.pp = pp, p.interleave = interleave, p.microbatches = microbatches;
    for (std::uint32_t stage = 0; stage < pp; ++stage) {
      const TrainingSchedule s(p, stage);
      ASSERT_EQ(s.slots(), 2 * interleave * microbatches);
      std::set<std::pair<std::uint32_t, std::uint32_t>> forward, backward;
      std::size_t most = 0;
      for (std::uint32_t k = 0; k < s.slots(); ++k) {
        const auto slot = s.slot(k);
        const std::pair what(slot.part, slot.microbatch);
        EXPECT_LT(slot.part, interleave);
        EXPECT_LT(slot.microbatch, microbatches);
        if (slot.forward) {
          EXPECT_TRUE(forward.insert(what).second);
        } else {
          EXPECT_TRUE(forward.contains(what));
          EXPECT_TRUE(backward.insert(what).second);
        }
        most = std::max(most, forward.size() - backward.size());
      }
      EXPECT_EQ(backward.size(), interleave * microbatches);
      if (interleave == 1) EXPECT_EQ(most, std::min(microbatches, pp - stage));
    }
  }
}

// A device that does nothing else takes its operations at the rate that it reaches, or its bytes.
TEST(Training, TheRooflineIsTheSlowerOfTwoLimits) {
  mpi::DeviceParams d;
  d.gpu = "a100", d.efficiency = 0.5, d.memory_efficiency = 1;
  const mpi::Device device(d);
  EXPECT_EQ(device.time(156e12, 0), Time{1'000'000'000'000});
  EXPECT_EQ(device.time(0, 2.039e12), Time{1'000'000'000'000});
  EXPECT_EQ(device.time(156e12, 4.078e12), Time{2'000'000'000'000});
}

// ZeRO divides dense parameters among dp ranks, those of experts among the dp / ep that hold the same
// ones.
TEST(Training, TheOptimizerHasItsShareOfEachKind) {
  TrainingParams p = llama_405b();
  p.vocabulary = 0, p.layers = 16, p.pp = 2, p.dp = 32, p.ep = 8, p.experts = 16, p.zero = 1;
  p.memory_bandwidth = BytesPerSecond{1'000'000'000}, p.memory_efficiency = 1;
  const TrainingModel m(p);
  const double attention = 8 * 16384.0 * 16384 * (2 + 2.0 * 8 / 128) / p.tp;
  const double experts = 8 * 3 * 16384.0 * 53248 * (16 / 8) / p.tp;
  EXPECT_NEAR(m.optimizer(1).seconds(), 30e-9 * (attention / 32 + experts / 4), 1e-9);
  p.zero = 0;
  EXPECT_NEAR(m.optimizer(1).seconds(), 30e-9 * (attention + experts), 1e-6);
}

TEST(Training, InsideADomainARingsFormulaHolds) {
  TrainingParams p = llama_405b();
  p.inside_rate = BytesPerSecond{100'000'000'000};
  const TrainingModel m(p);
  const Time share = Bytes{m.activation().n / 8} / *p.inside_rate + p.inside_latency;
  EXPECT_EQ(m.inside(true), share * 14);
  EXPECT_EQ(m.inside(false), share * 7);
}

// Products by shape: 132 multiprocessors of an H100, tiles of 128 x 256, all by hand.
TEST(Training, ProductsTakeWholeTilesAndWaves) {
  TrainingParams p = llama_405b();
  p.gpu = "h100", p.gemm_efficiency = 0.5, p.kernel_time = Time{0};
  const mpi::Device device(p);
  const TrainingKernels kernels(p, device);
  const double tile = 2 * 128 * 256 * 8192.0 / (989.5e12 * 0.5 / 132);  // seconds of a multiprocessor
  EXPECT_NEAR(kernels.product(128 * 11, 256 * 12, 8192), tile, 1e-12);      // 132 tiles: one wave
  EXPECT_NEAR(kernels.product(128 * 11 + 1, 256 * 12, 8192), 2 * tile, 1e-12);  // 144: a second one
  EXPECT_NEAR(kernels.product(128 * 22, 256 * 12, 8192), 2 * tile, 1e-12);
  // Eight experts with 129 tokens each take the tiles of 256: 16 x 8 instead of 9 x 8.
  EXPECT_NEAR(kernels.grouped(std::vector<double>(8, 129), 256 * 8, 8192), tile, 1e-12);
  EXPECT_NEAR(kernels.grouped(std::vector<double>(9, 129), 256 * 8, 8192), 2 * tile, 1e-12);
  // Few tokens: reading 64 matrices of 8192 x 2048 with 2 bytes takes longer than their products.
  const double bytes = 64 * 2 * (1 * 8192.0 + 8192.0 * 2048 + 1 * 2048.0);
  EXPECT_NEAR(kernels.grouped(std::vector<double>(64, 1), 2048, 8192),
              std::max(bytes / (3.35e12 * 0.8), 4 * tile), 1e-12);
  p.kernel_time = Time{5'000'000};
  EXPECT_NEAR(kernels.product(1, 1, 1), 5e-6 + 2 * 128 * 256 * 132 / (989.5e12 * 0.5), 1e-12);
}

// Zipf: with skew 1 and four experts, shares are 12, 6, 4 and 3 of 25.
TEST(Training, TokensPreferSomeExperts) {
  TrainingParams p = llama_405b();
  p.experts = 4, p.experts_per_token = 2, p.dp = 2, p.ep = 2, p.microbatch = 1, p.sequence = 100;
  EXPECT_THAT(ExpertLoads(p).of(0), testing::ElementsAre(100, 100));
  EXPECT_DOUBLE_EQ(ExpertLoads(p).most(), 1);
  p.expert_skew = 1;
  const ExpertLoads skewed(p);
  // 400 tokens; experts are dealt out: the first and the third to one rank.
  const auto near = [](double tokens) { return testing::DoubleNear(tokens, 1e-9); };
  EXPECT_THAT(skewed.of(0), testing::ElementsAre(near(192), near(64)));
  EXPECT_THAT(skewed.of(1), testing::ElementsAre(near(96), near(48)));
  EXPECT_NEAR(skewed.most(), 256 / 200.0, 1e-12);
  EXPECT_DOUBLE_EQ(skewed.dropped(), 0);
  p.capacity_factor = 1.25;  // 125 tokens
  const ExpertLoads limited(p);
  EXPECT_THAT(limited.of(0), testing::ElementsAre(125, near(64)));
  EXPECT_NEAR(limited.dropped(), 67 / 400.0, 1e-12);
  p.expert_skew = 0, p.capacity_factor.reset();
  p.expert_loads = {1, 0, 0, 1};
  EXPECT_THAT(ExpertLoads(p).of(0), testing::ElementsAre(200, 0));
  EXPECT_DOUBLE_EQ(ExpertLoads(p).most(), 1);
}

// A model of experts takes as long as its busiest rank; a dense one has no kernels of its own by default.
TEST(Training, TheBusiestExpertsTakeLongest) {
  TrainingParams p = llama_405b();
  EXPECT_FALSE(p.by_shape());
  p.experts = 8, p.experts_per_token = 2, p.dp = 8, p.ep = 8, p.tp = 1, p.hidden = 4096, p.ffn = 14336;
  EXPECT_TRUE(p.by_shape());
  const TrainingModel even(p);
  EXPECT_EQ(even.feed_forward(true, 0), even.feed_forward(true, 7));
  TrainingParams q = p;
  q.expert_skew = 0.5;
  const TrainingModel skewed(q);
  EXPECT_GT(skewed.feed_forward(true, 0), skewed.feed_forward(true, 1));
  const double times = skewed.feed_forward(true, 0).seconds() / even.feed_forward(true, 0).seconds();
  // Nearly all of it is in proportion to tokens.
  EXPECT_NEAR(times, skewed.expert_loads().most(), 0.1 * times);
  EXPECT_GT(skewed.expert_block().n, even.expert_block().n);
}

}  // namespace training_test
}  // namespace kasuri
