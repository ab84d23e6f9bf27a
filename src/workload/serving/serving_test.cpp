// SPDX-License-Identifier: MIT
// Batches against the roofline by hand, arrivals, memory, and which device has which keys and values.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "base/core/errors.h"
#include "workload/serving/serving_batches.h"

namespace kasuri {
namespace serving_test {

ServingParams llama_70b() {
  ServingParams p;
  p.layers = 80, p.hidden = 8192, p.heads = 64, p.kv_heads = 8, p.ffn = 28672, p.vocabulary = 128256;
  p.instances = 1, p.tp = 8, p.requests = 100, p.rate = 10, p.prompt = 1024, p.output = 16;
  return p;
}

// A token alone takes as long as reading all parameters but the embedding, its keys and values, and what
// it moves itself.
TEST(Serving, ATokenAloneReadsAllParameters) {
  const ServingParams p = llama_70b();
  const ServingPlan plan(p);
  const Time t = plan.model.time(0, {.tokens = 1, .outputs = 1, .pairs = 1000, .read = 1000}, 1);
  const double attention = 8192.0 * 8192 * 2.25, block = 3.0 * 8192 * 28672, moved = 16 * 8192;
  const double kv = 1000 * 2.0 * 1024 * 2;  // 8 heads of 128, keys and values, 2 bytes
  const double bytes = 80 * (2 * (attention + block + moved) + kv) + 2 * 8192.0 * 128256;
  EXPECT_NEAR(t.seconds(), bytes / 8 / (3.35e12 * 0.8), 1e-9);
  EXPECT_NEAR(plan.model.parameters_on(0) * 8, 2 * 70.55e9, 0.1e9);
}

TEST(Serving, PromptsTakeTheirOperations) {
  const ServingParams p = llama_70b();
  const ServingPlan plan(p);
  const Time t = plan.model.time(0, {.tokens = 2048, .outputs = 1, .pairs = 1024.5 * 2048, .read = 2048},
                                 2048);
  const double attention = 8192.0 * 8192 * 2.25, block = 3.0 * 8192 * 28672;
  const double layers = 80 * (2 * 2048 * (attention + block)
                              + 4 * 8192 * 1024.5 * 2048) / 8 / (989.5e12 * 0.6);
  EXPECT_NEAR(t.seconds(), layers + 2 * 8192.0 * 128256 / 8 / (3.35e12 * 0.8), 1e-6);
}

// Of 128 experts with 8 for each token, one token touches 8; with many tokens, all are read.
TEST(Serving, FewTokensTouchFewExperts) {
  ServingParams p = llama_70b();
  p.layers = 10, p.tp = 1, p.experts = 128, p.experts_per_token = 8, p.ffn = 1536, p.vocabulary = 0,
      p.ep = 2;
  const ServingPlan plan(p);
  const auto bytes = [&](double all) {
    return plan.model.time(0, {.tokens = 1}, all).seconds() * 3.35e12 * 0.8 / 10;
  };
  const double attention = 2 * 8192.0 * 8192 * 2.25, block = 2 * 3.0 * 8192 * 1536, moved = 16 * 8192;
  const auto near = [](double x) { return testing::DoubleNear(x, 1e6); };
  EXPECT_THAT(bytes(1), near(attention + 4 * block + moved * 5));
  EXPECT_THAT(bytes(2), near(attention + 64 * (1 - std::pow(120 / 128.0, 2)) * block + moved * 9));
}

TEST(Serving, TimesBetweenArrivalsAreExponential) {
  ServingParams p = llama_70b();
  p.requests = 20'000;
  const ServingPlan plan(p);
  double sum = 0, squares = 0;
  for (std::size_t i = 1; i < plan.requests.size(); ++i) {
    const double gap = (plan.requests[i].arrival - plan.requests[i - 1].arrival).seconds();
    sum += gap, squares += gap * gap;
  }
  EXPECT_NEAR(sum / 20'000, 0.1, 0.1 * 0.02);
  EXPECT_NEAR(squares / 20'000, 2 * 0.1 * 0.1, 2 * 0.01 * 0.05);
  p.arrivals = Arrivals::bursts, p.burst = 4;
  const ServingPlan bursts(p);
  EXPECT_EQ(bursts.requests[4].arrival, bursts.requests[7].arrival);
  EXPECT_LT(bursts.requests[7].arrival, bursts.requests[8].arrival);
  EXPECT_NEAR(bursts.requests.back().arrival.seconds(), 2000, 2000 * 0.05);
}

std::string fault_of(const std::string& text) {
  const std::string file = testing::TempDir() + "serving_trace.csv";
  std::ofstream(file) << text;
  ServingParams p = llama_70b();
  p.arrivals = Arrivals::trace, p.trace = file, p.requests = 0;
  try {
    const ServingPlan plan(p);
    return std::to_string(plan.requests.size());
  } catch (const Error& e) {
    return std::string(e.what()).substr(file.size());
  }
}

TEST(Serving, TracesAreRead) {
  EXPECT_EQ(fault_of("arrival,prompt,output\n0,100,5\n0.5, 200,7\n1e0 300 8 0.5\n"), "3");
  EXPECT_THAT(fault_of("0,100,5\n1,2.5,3\n"), testing::StartsWith(":2:3: error: prompt is a whole number"));
  EXPECT_THAT(fault_of("0,100\n"), testing::StartsWith(":1:1: error: expected 3 to 4 numbers"));
  EXPECT_THAT(fault_of("1,9,9\n0,9,9\n"), testing::HasSubstr(":2:1: error: requests must be in the order"));
  EXPECT_THAT(fault_of("0,9000000,1\n"), testing::HasSubstr(":1:1: error: 9000000 tokens of prompt"));
  EXPECT_THAT(fault_of("# nothing\n"), testing::HasSubstr("there is no request in the file"));
}

// Each device that decodes gets all heads and layers that it needs, once, from one that has them.
TEST(Serving, EveryHeadAndLayerIsMovedOnce) {
  for (const auto& [tp, pp, to_tp, to_pp] :
       {std::tuple(8u, 1u, 8u, 1u), {4u, 2u, 8u, 3u}, {16u, 1u, 2u, 2u}, {2u, 3u, 32u, 1u}, {1u, 1u, 1u,
           7u}}) {
    ServingParams p = llama_70b();
    p.instances = 0, p.prefill = p.decode = 1, p.memory = Bytes{1'000'000'000'000};
    p.tp = tp, p.pp = pp, p.decode_tp = to_tp, p.decode_pp = to_pp;
    const ServingPlan plan(p);
    std::vector<std::uint32_t> got(to_tp * to_pp);
    for (const ServingPlan::Shard& s : plan.shards) {
      EXPECT_LT(s.slice, tp);
      EXPECT_LE(plan.model.first_layer(s.stage), s.first);
      EXPECT_LE(s.last, plan.model.first_layer(s.stage + 1));
      got[s.to_stage * to_tp + s.to_slice] += s.heads * (s.last - s.first);
    }
    for (std::uint32_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(got[i], std::max(1u, 8 / to_tp) * plan.decoder.layers_of(i / to_tp));
    }
    // Groups of layers add up.
    for (const std::uint32_t group : {1u, 7u, 100u}) {
      ServingParams q = p;
      q.kv_transfer = KvTransfer::by_layer, q.kv_group = group;
      const ServingPlan grouped(q);
      Bytes sum{0};
      for (const ServingPlan::Shard& s : grouped.shards) {
        for (std::uint32_t g = 0; g < grouped.groups(s.stage); ++g) sum += grouped.bytes_of(s, g, 10);
      }
      EXPECT_EQ(sum, plan.moved(10));
    }
  }
}

// Blocks of 16 tokens: with memory for 300 tokens, two requests of 100 + 40 fit, and the third waits.
TEST(Serving, RequestsWaitForMemory) {
  ServingParams p = llama_70b();
  p.prompt = 100, p.output = 40, p.chunk = 64, p.sequences = 64;
  const double token = 80.0 * 8 * 512 / 8, parameters = ServingPlan(p).model.parameters_on(0);
  p.memory_share = 1, p.memory = Bytes{static_cast<std::int64_t>(parameters + 300 * token)};
  const ServingPlan plan(p);
  EXPECT_EQ(plan.model.blocks(), 18u);
  ServingBatches b(plan, 0);
  for (std::uint32_t k = 0; k < 3; ++k) b.enqueue(k);
  EXPECT_EQ(b.admit(), 0u);
  EXPECT_EQ(b.admit(), 1u);
  EXPECT_FALSE(b.admit());
  std::vector<std::uint32_t> first, ended;
  const auto step = [&] {
    const auto batch = b.next();
    ASSERT_TRUE(batch);
    EXPECT_LE(batch->most, 64u);
    b.finish(*batch, [&](std::uint32_t k) { first.push_back(k); },
             [&](std::uint32_t k) { ended.push_back(k); });
  };
  // 64; 36 and 28; one decoded and 63; then nine of the second's prompt: 64 + 36 + 1 + …
  step(), step();
  EXPECT_THAT(first, testing::ElementsAre(0));
  step(), step();
  EXPECT_THAT(first, testing::ElementsAre(0, 1));
  for (int i = 0; i < 37; ++i) step();
  EXPECT_THAT(ended, testing::ElementsAre(0));
  EXPECT_EQ(b.admit(), 2u);
}

}  // namespace serving_test
}  // namespace kasuri
