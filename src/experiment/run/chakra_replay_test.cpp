// SPDX-License-Identifier: MIT
// Chakra's traces in replay: graphs whose time is known, and runs that are recorded.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/core/text_file.h"
#include "experiment/run/test_run.h"
#include "workload/programs/compile.h"
#include "workload/traces/recording.h"
#include "workload/traces/test_chakra.h"
#include "workload/traces/trace.h"

namespace kasuri {
namespace chakra_replay_test {

using trace::ChakraType;
using trace::TestChakra;
using trace::TestNode;

constexpr std::string_view kMachine =
    "[topology]\ntype = 'switch'\nendpoints = 8\n[link]\nrate = '100 Gb/s'\n";

Results replay(const TestChakra& t, std::string_view more = "") {
  return simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n{}", kMachine,
                                   std::filesystem::absolute(t.pattern()).string(), more));
}

constexpr Time operator""_micros(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000};
}

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
      for (int i = 0; i < n; ++i)
        rank.push_back(TestNode::collective(static_cast<std::uint64_t>(i), 0, 1 << 20));
    }
    return replay(TestChakra("chakra-queue", ranks)).time;
  };
  EXPECT_EQ(with(3).ps, 3 * with(1).ps);
}

// By hand: 0 computes 10 µs, sends to 1, which computes 4 µs more and answers; the tensor of 1 MB takes
// 80 µs at 100 Gb/s, with headers and latency some more.
TEST(ChakraReplay, MessagesFollowTheirDependences) {
  const auto ranks = [](std::int64_t bytes) {
    return std::vector<std::vector<TestNode>>{
        {TestNode::compute(1, 10), TestNode::send(2, 1, bytes, 5).after({1}),
         TestNode::receive(3, 1, bytes, 6), TestNode::compute(4, 3).after({3})},
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

// A send of 1 MB, whose receive begins after 1 ms, and after it a message with which rank 2 begins 1 ms of
// computation. The library buffers what it sends; by the protocol of MPI it waits.
TEST(ChakraReplay, SendsDoNotWaitForTheirReceives) {
  const TestChakra t("chakra-sends",
                     {{TestNode::send(1, 1, 1'000'000), TestNode::send(2, 2, 8).after({1})},
                      {TestNode::compute(1, 1000), TestNode::receive(2, 0, 1'000'000).after({1})},
                      {TestNode::receive(1, 0, 8), TestNode::compute(2, 1000).after({1})}});
  const Time buffered = replay(t).time, waits = replay(t, "[jobs.replay]\nsends = 'protocol'\n").time;
  EXPECT_GT(buffered, 1080_micros);  // the message takes 80 µs
  EXPECT_LT(buffered, 1090_micros);
  EXPECT_GT(waits, 2080_micros);
  EXPECT_EQ(replay(t, "[jobs.replay]\nsends = 'buffered'\n").time, buffered);
  EXPECT_THROW(replay(t, "[jobs.replay]\nsends = 'other'\n"), Error);
}

// num_ops at the peak rate, or tensor_size at the memory's bandwidth.
TEST(ChakraReplay, ARooflineGivesTimes) {
  const TestChakra t("chakra-roofline",
                     {{TestNode::compute(1, 1).number("num_ops", 2'000'000).number("tensor_size", 1000),
                       TestNode::compute(2, 1).number("num_ops", 1000).number("tensor_size", 30'000),
                       TestNode::compute(3, 1)}});
  EXPECT_EQ(replay(t,
                   "[jobs.replay.roofline]\npeak_flops = '1 Tflop/s'\nmemory_bandwidth = '10 GB/s'\n"
                   "efficiency = 0.5\nmemory_efficiency = 1\n")
                .time,
            8_micros);  // 4 µs, 3 µs, and what the trace says
  EXPECT_EQ(replay(t).time, 3_micros);
}

TEST(ChakraReplay, OtherTracesHaveNoRoofline) {
  const std::string toml =
      fmt::format("{}[[jobs]]\ntrace = '{}'\n[jobs.replay.roofline]\ngpu = 'b200'\n", kMachine,
                  std::filesystem::absolute("examples/traces/pipeline.goal").string());
  try {
    TestConfig c(toml);
    ADD_FAILURE() << "accepted";
  } catch (const Error& e) {
    EXPECT_THAT(
        e.what(),
        testing::HasSubstr(
            "test.toml:8:14: error: traces of the format 'goal' do not say what a device computes"));
  }
}

TEST(ChakraReplay, TimesEndWithSimulatedTime) {
  std::vector<std::vector<TestNode>> ranks(3);
  for (std::uint64_t me = 0; me < 3; ++me) {
    std::uint64_t id = 1;
    if (me > 0) ranks[me].push_back(TestNode::receive(id++, static_cast<std::int64_t>(me) - 1, 8));
    for (int k = 0; k < 2; ++k) {
      ranks[me].push_back(TestNode(id, ChakraType::comp).number("kasuri.duration_ps", INT64_MAX / 4));
      if (id > 1) ranks[me].back().after({id - 1});
      ++id;
    }
    if (me < 2)
      ranks[me].push_back(TestNode::send(id, static_cast<std::int64_t>(me) + 1, 8).after({id - 1}));
  }
  EXPECT_THROW(replay(TestChakra("chakra-ends", ranks)), Error);
}

TEST(ChakraReplay, GroupsCommunicateAmongThemselves) {
  std::vector<std::vector<TestNode>> ranks;
  const char* const groups =
      R"([{"pg_name": "even", "ranks": [0, 2, 4]}, {"pg_name": "odd", "ranks": [5, 3, 1]}])";
  for (int me = 0; me < 6; ++me) {
    ranks.push_back(
        {TestNode(1, ChakraType::metadata).values(groups), TestNode::collective(2, 5, 1000)
                                                               .text("pg_name", me % 2 ? "odd" : "even")
                                                               .number("root_rank", me % 2 ? 3 : 4)});
  }
  const Results r = replay(TestChakra("chakra-two-groups", ranks));
  EXPECT_EQ(r.exit, Exit::done);
  EXPECT_EQ(r.jobs[0].messages, 4u);
}

std::filesystem::path record(std::string_view job, const TestChakra& into, Results& results,
                             unsigned threads = 2) {
  TestConfig c(fmt::format("{}[[jobs]]\n{}", kMachine, job));
  results = simulate(c.config, std::move(c.plan),
                     {.include_dir = find_include_dir(),
                      .progress = {},
                      .threads = threads,
                      .cores = 0,
                      .cluster = nullptr,
                      .tell = {},
                      .record = "chakra"});
  return std::filesystem::absolute(into.folder() / results.recording->write(into.folder()).front());
}

Results again(const std::filesystem::path& recorded, std::string_view machine = kMachine) {
  return simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n", machine, recorded.string()));
}

constexpr std::string_view kFaster =
    "[topology]\ntype = 'switch'\nendpoints = 8\n[link]\nrate = '800 Gb/s'\n";

// What does not overlap takes the same time in replay, to the picosecond.
TEST(ChakraReplay, RecordedMotifsTakeTheSameTime) {
  for (const char* job :
       {"motif = { type = 'stencil', grid = [2, 2, 2], size = '70 kB', compute = '3 us', steps = 3 }",
        "ranks = 8\nmotif = { type = 'collective', size = '40 kB', compute = '2 us', steps = 3 }"}) {
    const TestChakra folder("chakra-recorded");
    Results recorded;
    const auto path = record(job, folder, recorded);
    const Results replayed = again(path);
    EXPECT_EQ(replayed.time, recorded.time) << job;
    EXPECT_EQ(replayed.delivered.hash, recorded.delivered.hash) << job;
    EXPECT_EQ(replayed.jobs[0].spent.computing, recorded.jobs[0].spent.computing) << job;
  }
}

constexpr const char* kTraining =
    "motif = { type = 'training', layers = 4, hidden = 256, heads = 4, sequence = 256, tp = 2, pp = 2, "
    "dp = 2, microbatches = 4, zero = 1";

// What waits is no computation: on faster links the same record takes less time.
TEST(ChakraReplay, ARecordedTrainingStepTakesAboutTheSameTime) {
  for (const char* more :
       {" }\n",
        ", merge_inside = true, inside_latency = '50 us', dp_merge = 4, dp_step_latency = '3 us' }\n"}) {
    const TestChakra folder("chakra-training");
    Results recorded;
    const auto path = record(std::string(kTraining) + more, folder, recorded);
    const Results replayed = again(path);
    EXPECT_EQ(replayed.exit, Exit::done);
    EXPECT_EQ(replayed.jobs[0].bytes, recorded.jobs[0].bytes);
    EXPECT_NEAR(replayed.time.seconds() / recorded.time.seconds(), 1, 0.01) << more;
    EXPECT_LT(again(path, kFaster).time, recorded.time) << more;
    const trace::Summary& s = trace::open(path)->summary();
    EXPECT_EQ(s.calls.contains("METADATA_NODE"), true);
    std::int64_t computing = 0;
    const Table& table = *recorded.table("training");
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (std::get<std::vector<std::string>>(table.columns[2].values)[row] == "computing") {
        computing += table.column("time")[row] * table.column("ranks")[row];
      }
    }
    EXPECT_NEAR(static_cast<double>(s.computing.ps), static_cast<double>(computing), 8) << more;
  }
}

TEST(ChakraReplay, RecordsDoNotShowTheThreads) {
  const auto text = [](unsigned threads) {
    const TestChakra folder("chakra-threads");
    Results recorded;
    const auto path = record(std::string(kTraining) + " }\n", folder, recorded, threads);
    std::string all;
    for (int rank = 0; rank < 8; ++rank) {
      all += read_text(path.parent_path() / fmt::format("training.{}.et", rank));
    }
    return all + read_text(path.parent_path() / "training.groups.json");
  };
  EXPECT_EQ(text(1), text(3));
}

// A program that looks for its messages again and again.
TEST(ChakraReplay, PollingIsNoComputation) {
  const TestChakra folder("chakra-polling");
  write_text(folder.folder() / "p.c", R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me, n;
  static char a[1000000], b[1000000];
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &n);
  for (int k = 0; k < 3; ++k) {
    MGEN_Request r[2];
    int done = 0;
    MGEN_Irecv(a, sizeof a, MGEN_BYTE, (me + 1) % n, k, MGEN_COMM_WORLD, &r[0]);
    MGEN_Isend(b, sizeof b, MGEN_BYTE, (me + n - 1) % n, k, MGEN_COMM_WORLD, &r[1]);
    while (!done) MGEN_Testall(2, r, &done, MGEN_STATUSES_IGNORE);
    MGEN_Comp(1e-6);
  }
  MGEN_Finalize();
  return 0;
}
)");
  Results recorded;
  const auto path = record(fmt::format("program = '{}'\nprivate_globals = true\n",
                                       std::filesystem::absolute(folder.folder() / "p.c").string()),
                           folder, recorded);
  ASSERT_EQ(recorded.exit, Exit::done);
  EXPECT_EQ(trace::open(path)->summary().computing, Time{8 * 3 * 1'000'000});
  EXPECT_NEAR(again(path).time.seconds() / recorded.time.seconds(), 1, 0.01);
  EXPECT_LT(again(path, kFaster).time.ps, recorded.time.ps / 4);
}

}  // namespace chakra_replay_test
}  // namespace kasuri
