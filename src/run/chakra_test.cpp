// SPDX-License-Identifier: MIT
// Chakra's traces in replay: graphs whose time is known, and runs that are recorded.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "run/test_run.h"
#include "trace/recording.h"
#include "trace/test_chakra.h"

namespace kasuri {
namespace chakra_replay_test {

using trace::ChakraType;
using trace::TestChakra;
using trace::TestNode;

constexpr std::string_view kMachine = "[topology]\ntype = 'switch'\nendpoints = 8\n[link]\nrate = '100 Gb/s'\n";

Results replay(const TestChakra& t, std::string_view more = "") {
  return simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n{}", kMachine,
                                   std::filesystem::absolute(t.pattern()).string(), more));
}

constexpr Time operator""_micros(unsigned long long n) { return {static_cast<std::int64_t>(n) * 1'000'000}; }

// One queue of the device, one of the CPU; a node waits for what it depends on.
TEST(ChakraReplay, QueuesWorkSideBySide) {
  const TestChakra t("chakra-queues", {{
                         TestNode::compute(1, 10),
                         TestNode::compute(2, 20),
                         TestNode(3, ChakraType::comp).micros(25).number("is_cpu_op", 1),
                         TestNode::compute(4, 5).after({3}),
                     }});
  EXPECT_EQ(replay(t).time, 35_micros);  // 10, 20 and 5 on the device; the CPU's 25 beside them
  EXPECT_EQ(replay(t, "[jobs.replay]\ncompute_scale = 2\n").time, 70_micros);
}

// Of two collectives of time c and computations: what depends on nothing overlaps.
TEST(ChakraReplay, ComputationHidesCommunication) {
  const auto with = [](std::uint64_t micros, bool depends) {
    std::vector<std::vector<TestNode>> ranks;
    for (int me = 0; me < 4; ++me) {
      TestNode sum = TestNode::collective(2, 0, 1 << 20);
      if (depends) sum.after({1});
      ranks.push_back({TestNode::compute(1, micros), sum, TestNode::compute(3, 7).after({2})});
    }
    return replay(TestChakra("chakra-overlap", ranks)).time;
  };
  const Time alone = with(0, false);  // c + 7 µs
  EXPECT_GT(alone, 100_micros);
  EXPECT_EQ(with(50, false), alone);
  EXPECT_EQ(with(50, true), alone + 50_micros);
  EXPECT_EQ(with(1000, false), 1007_micros);
}

// One communication at a time: two collectives take the time of one after the other.
TEST(ChakraReplay, CommunicationHasOneQueue) {
  const auto with = [](int n) {
    std::vector<std::vector<TestNode>> ranks(4);
    for (auto& rank : ranks) {
      for (int i = 0; i < n; ++i) rank.push_back(TestNode::collective(static_cast<std::uint64_t>(i), 0, 1 << 20));
    }
    return replay(TestChakra("chakra-queue", ranks)).time;
  };
  EXPECT_EQ(with(3).ps, 3 * with(1).ps);
}

// By hand: 0 computes 10 µs, sends to 1, which computes 4 µs more and answers; the tensor of 1 MB takes 80 µs at
// 100 Gb/s, with headers and latency some more.
TEST(ChakraReplay, MessagesFollowTheirDependences) {
  const auto ranks = [](std::int64_t bytes) {
    return std::vector<std::vector<TestNode>>{
        {TestNode::compute(1, 10), TestNode::send(2, 1, bytes, 5).after({1}), TestNode::receive(3, 1, bytes, 6),
         TestNode::compute(4, 3).after({3})},
        {TestNode::receive(1, 0, bytes, 5), TestNode::compute(2, 4).after({1}),
         TestNode::send(3, 0, bytes, 6).after({2})}};
  };
  const Time short_ones = replay(TestChakra("chakra-ping", ranks(8))).time;
  EXPECT_GT(short_ones, 17_micros);
  EXPECT_LT(short_ones, 19_micros);
  const Time long_ones = replay(TestChakra("chakra-ping", ranks(1'000'000))).time;
  EXPECT_GT(long_ones, 177_micros);
  EXPECT_LT(long_ones, 187_micros);
}

// num_ops at the peak rate, or tensor_size at the memory's bandwidth.
TEST(ChakraReplay, ARooflineGivesTimes) {
  const TestChakra t("chakra-roofline",
                     {{TestNode::compute(1, 1).number("num_ops", 2'000'000).number("tensor_size", 1000),
                       TestNode::compute(2, 1).number("num_ops", 1000).number("tensor_size", 30'000),
                       TestNode::compute(3, 1)}});
  EXPECT_EQ(replay(t, "[jobs.replay.roofline]\npeak_flops = '1 Tflop/s'\nmemory_bandwidth = '10 GB/s'\n"
                      "efficiency = 0.5\nmemory_efficiency = 1\n").time,
            8_micros);  // 4 µs, 3 µs, and what the trace says
  EXPECT_EQ(replay(t).time, 3_micros);
}

TEST(ChakraReplay, GroupsCommunicateAmongThemselves) {
  std::vector<std::vector<TestNode>> ranks;
  for (int me = 0; me < 6; ++me) {
    ranks.push_back({TestNode(1, ChakraType::metadata)
                         .values(R"([{"pg_name": "even", "ranks": [0, 2, 4]}, {"pg_name": "odd", "ranks": [5, 3, 1]}])"),
                     TestNode::collective(2, 5, 1000).text("pg_name", me % 2 ? "odd" : "even").number(
                         "root_rank", me % 2 ? 3 : 4)});
  }
  const Results r = replay(TestChakra("chakra-two-groups", ranks));
  EXPECT_EQ(r.exit, Exit::done);
  EXPECT_EQ(r.jobs[0].messages, 4u);
}

std::filesystem::path record(std::string_view job, const TestChakra& into, Results& results) {
  TestConfig c(fmt::format("{}[[jobs]]\n{}", kMachine, job));
  results = simulate(c.config, std::move(c.plan),
                     {.include_dir = std::filesystem::absolute("include"), .progress = {}, .threads = 2, .cores = 0,
                      .cluster = nullptr, .tell = {}, .record = "chakra"});
  return into.folder() / results.recording->write(into.folder()).front();
}

// What does not overlap takes the same time in replay, to the picosecond.
TEST(ChakraReplay, RecordedMotifsTakeTheSameTime) {
  for (const char* job : {"motif = { type = 'stencil', grid = [2, 2, 2], size = '70 kB', compute = '3 us', steps = 3 }",
                          "ranks = 8\nmotif = { type = 'collective', size = '40 kB', compute = '2 us', steps = 3 }"}) {
    const TestChakra folder("chakra-recorded");
    Results recorded;
    const auto path = record(job, folder, recorded);
    const Results again = simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n", kMachine,
                                                    std::filesystem::absolute(path).string()));
    EXPECT_EQ(again.time, recorded.time) << job;
    EXPECT_EQ(again.delivered.hash, recorded.delivered.hash) << job;
  }
}

TEST(ChakraReplay, ARecordedTrainingStepTakesAboutTheSameTime) {
  const TestChakra folder("chakra-training");
  Results recorded;
  const auto path = record("motif = { type = 'training', layers = 4, hidden = 256, heads = 4, sequence = 256, tp = 2, "
                           "pp = 2, dp = 2, microbatches = 4, zero = 1 }\n", folder, recorded);
  const Results again = simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n", kMachine,
                                                  std::filesystem::absolute(path).string()));
  EXPECT_EQ(again.exit, Exit::done);
  EXPECT_EQ(again.jobs[0].bytes, recorded.jobs[0].bytes);
  EXPECT_NEAR(again.time.seconds() / recorded.time.seconds(), 1, 0.01);
}

}  // namespace chakra_replay_test
}  // namespace kasuri
