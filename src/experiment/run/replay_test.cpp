// SPDX-License-Identifier: MIT
// Traces on machines: a trace takes the time of the program that does the same, and the same for any
// number of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "experiment/run/test_run.h"
#include "workload/programs/compile.h"
#include "workload/traces/recording.h"

namespace kasuri {
namespace replay_test {

namespace fs = std::filesystem;

constexpr std::string_view kMachine = R"(
[topology]
type = "torus"
extents = [4, 4]
[link]
cable_latency = "100 ns"
[mpi]
send_overhead = "200 ns"
receive_overhead = "300 ns"
eager_limit = "4 KiB"
)";

// Each rank exchanges small and large messages with its neighbours on a ring, several times.
constexpr int kRanks = 16, kSteps = 5;
constexpr const char* kProgram = R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me, n;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &n);
  for (int step = 0; step < 5; ++step) {
    MGEN_Request r[4];
    const int left = (me + n - 1) % n, right = (me + 1) % n, size = step % 2 ? 9000 : 500;
    MGEN_Comp(1e-6 * (1 + me % 3));
    MGEN_Irecv(0, size, MGEN_BYTE, left, 0, MGEN_COMM_WORLD, &r[0]);
    MGEN_Irecv(0, size, MGEN_BYTE, right, 1, MGEN_COMM_WORLD, &r[1]);
    MGEN_Isend(0, size, MGEN_BYTE, right, 0, MGEN_COMM_WORLD, &r[2]);
    MGEN_Isend(0, size, MGEN_BYTE, left, 1, MGEN_COMM_WORLD, &r[3]);
    MGEN_Waitall(4, r, MGEN_STATUSES_IGNORE);
  }
  MGEN_Finalize();
  return 0;
}
)";

std::string goal() {
  std::string text = fmt::format("num_ranks {}\n", kRanks);
  for (int me = 0; me < kRanks; ++me) {
    text += fmt::format("rank {} {{\n", me);
    int l = 0;
    for (int step = 0; step < kSteps; ++step) {
      const int left = (me + kRanks - 1) % kRanks, right = (me + 1) % kRanks, size = step % 2 ? 9000 : 500;
      text += fmt::format("l{}: calc {}\n", ++l, 1000 * (1 + me % 3));
      for (int k = 1; step > 0 && k <= 4; ++k) text += fmt::format("l{} requires l{}\n", l, l - k);
      text += fmt::format("l{}: recv {}b from {} tag 0\nl{} requires l{}\n", l + 1, size, left, l + 1, l);
      const auto then = [&](int k, const char* what, const char* way, int peer, int tag) {
        text += fmt::format("l{0}: {1} {2}b {3} {4} tag {5}\nl{0} irequires l{6}\n", l + k, what, size,
                            way, peer, tag, l + k - 1);
      };
      then(2, "recv", "from", right, 1);
      then(3, "send", "to", right, 0);
      then(4, "send", "to", left, 1);
      l += 4;
    }
    text += "}\n";
  }
  return text;
}

std::string time_independent() {
  std::string text;
  for (int me = 0; me < kRanks; ++me) {
    text += fmt::format("{} init\n", me);
    for (int step = 0; step < kSteps; ++step) {
      const int left = (me + kRanks - 1) % kRanks, right = (me + 1) % kRanks, size = step % 2 ? 9000 : 500;
      text += fmt::format("{0} compute {1}\n{0} irecv {2} 0 {4}\n{0} irecv {3} 1 {4}\n{0} isend {3} 0 {4}\n"
                          "{0} isend {2} 1 {4}\n{0} waitall\n",
                          me, 1000 * (1 + me % 3), left, right, size);
    }
    text += fmt::format("{} finalize\n", me);
  }
  return text;
}

struct Folder {
  fs::path path = test_path("replay");
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string job(std::string_view key, std::string_view name, std::string_view text) const {
    return fmt::format("{}{}", kMachine, of(key, name, text));
  }
  std::string of(std::string_view key, std::string_view name, std::string_view text) const {
    write_text(path / name, text);
    return fmt::format("[[jobs]]\n{} = \"{}\"\n", key, (path / name).string());
  }
};

TEST(Replay, TakesTheTimeOfTheProgramThatDoesTheSame) {
  const Folder folder;
  const Results program = simulate_toml(folder.job("program", "ring.c", kProgram));
  ASSERT_EQ(program.exit, Exit::done);
  for (const std::string& toml : {folder.job("trace", "ring.goal", goal()),
                                  folder.job("trace", "ring.txt", time_independent())}) {
    const Results trace = simulate_toml(toml);
    ASSERT_EQ(trace.exit, Exit::done);
    EXPECT_EQ(trace.time, program.time);
    EXPECT_EQ(trace.jobs[0].time, program.jobs[0].time);
    EXPECT_EQ(trace.delivered.hash, program.delivered.hash);
    for (std::size_t r = 0; r < kRanks; ++r) {
      EXPECT_EQ(trace.ranks[r].spent.waiting, program.ranks[r].spent.waiting);
    }
  }
}

// LogGP as in LogGOPSim: L = 2500 ns, o = 1500 ns, g = 1000 ns, here 6 ns a byte or none.
std::string loggp(int ranks, std::string_view rate, std::string_view job) {
  return fmt::format("[topology]\ntype = 'full-mesh'\nrouters = {}\n[network]\ntype = 'loggp'\n"
                     "latency = '2500 ns'\ngap = '1000 ns'\nrate = '{}'\n[mpi]\n"
                     "send_overhead = '1500 ns'\nreceive_overhead = '1500 ns'\n"
                     "algorithms.bcast = {{ type = 'binomial', nearest_first = true }}\n{}",
                     ranks, rate, job);
}

// When each rank ends, in ns.
std::vector<double> ends(const Results& r) {
  std::vector<double> all;
  for (const RankRow& rank : r.ranks) all.push_back(static_cast<double>(rank.spent.finish.ps) / 1000);
  return all;
}

// A rank gets a message and passes it on to two, in the order of the file.
TEST(Replay, WhatAReceiveEnablesStartsInTheOrderOfTheFile) {
  const Folder folder;
  constexpr std::string_view kFanOut =
      "num_ranks 4\nrank 0 {\na: send 1000b to 1 tag 0\n}\nrank 1 {\nr: recv 1000b from 0 tag 0\n"
      "s1: send 1000b to 2 tag 0\ns2: send 1000b to 3 tag 0\ns1 requires r\ns2 requires r\n}\n"
      "rank 2 {\nq: recv 1000b from 1 tag 0\n}\nrank 3 {\nq: recv 1000b from 1 tag 0\n}\n";
  const std::string job = folder.of("trace", "fan_out.goal", kFanOut);
  const auto all = ends(simulate_toml(loggp(4, "166.667 MB/s", job)));
  EXPECT_NEAR(all[2], 23'000, 1);
  EXPECT_NEAR(all[3], 30'000, 1);
}

// The message to rank 2 may leave when that to rank 1 has: before the second computation, which becomes
// ready later.
TEST(Replay, WhatAnEagerSendEnablesDoesNotWaitForAllElse) {
  const Folder folder;
  constexpr std::string_view kTwoSends =
      "num_ranks 3\nrank 0 {\na: send 1b to 1 tag 0\nc: calc 10000\nc irequires a\nd: calc 10000\n"
      "d requires c\nb: send 1b to 2 tag 0\nb requires a\n}\nrank 1 {\nq: recv 1b from 0 tag 0\n}\n"
      "rank 2 {\nq: recv 1b from 0 tag 0\n}\n";
  const auto all = ends(simulate_toml(loggp(3, "unlimited", folder.of("trace", "two.goal", kTwoSends))));
  EXPECT_EQ(all[1], 1500 + 2500 + 1500);
  EXPECT_EQ(all[2], 1500 + 10'000 + 1500 + 2500 + 1500);
}

// The tree of LogGOPSim's example of 32 ranks: each rank's children are as far as twice its own distance
// from its parent, and so on. LogGOPSim prints 7500 for rank 0, 11500 for rank 1, 27500 for rank 31.
std::string tree(int ranks, int bytes) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int me = 0; me < ranks; ++me) {
    text += fmt::format("rank {} {{\n", me);
    int distance = 1, l = 0;
    while (distance <= me) distance *= 2;
    if (me > 0) text += fmt::format("l{}: recv {}b from {} tag 0\n", ++l, bytes, me - distance / 2);
    for (; me + distance < ranks; distance *= 2) {
      text += fmt::format("l{}: send {}b to {} tag 0\n", ++l, bytes, me + distance);
      if (me > 0) text += fmt::format("l{} requires l1\n", l);
    }
    text += "}\n";
  }
  return text;
}

TEST(Replay, ATreeTakesTheTimeOfLogGOPSim) {
  const Folder folder;
  const Results r = simulate_toml(loggp(32, "unlimited", folder.of("trace", "tree.goal", tree(32, 1))));
  const auto all = ends(r);
  EXPECT_EQ(r.time, Time{27'500'000});
  for (const auto& [rank, end] : {std::pair(0, 7500), {1, 11500}, {2, 11500}, {3, 15500}, {15, 23500},
                                  {16, 11500}, {27, 23500}, {31, 27500}}) {
    EXPECT_EQ(all[static_cast<std::size_t>(rank)], end) << rank;
  }
}

// Round k: with the rank at distance 2^k, in both directions; the next one when both are over.
std::string doubling(int ranks, int bytes) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int me = 0; me < ranks; ++me) {
    text += fmt::format("rank {} {{\n", me);
    for (int k = 0; 1 << k < ranks; ++k) {
      text += fmt::format("r{0}: recv {1}b from {2} tag 0\ns{0}: send {1}b to {2} tag 0\n", k, bytes,
                          me ^ (1 << k));
      for (const char* const op : {"r", "s"}) {
        if (k > 0) text += fmt::format("{0}{1} requires r{2}\n{0}{1} requires s{2}\n", op, k, k - 1);
      }
    }
    text += "}\n";
  }
  return text;
}

// P − 1 steps: what came from the left goes to the right.
std::string ring(int ranks, int bytes) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int me = 0; me < ranks; ++me) {
    text += fmt::format("rank {} {{\n", me);
    for (int k = 0; k < ranks - 1; ++k) {
      text += fmt::format("r{0}: recv {1}b from {2} tag 0\ns{0}: send {1}b to {3} tag 0\n", k, bytes,
                          (me + ranks - 1) % ranks, (me + 1) % ranks);
      for (const char* const op : {"r", "s"}) {
        if (k > 0) text += fmt::format("{0}{1} requires r{2}\n{0}{1} requires s{2}\n", op, k, k - 1);
      }
    }
    text += "}\n";
  }
  return text;
}

// Motifs, their recordings and what is written by hand for the same algorithm, on both kinds of networks.
TEST(Replay, CollectivesTakeTheTimeOfTheirSchedules) {
  const Folder folder;
  constexpr std::string_view kPackets =
      "[topology]\ntype = 'torus'\nextents = [4, 4]\n[link]\nrate = '10 GB/s'\n[mpi]\n"
      "send_overhead = '200 ns'\nreceive_overhead = '300 ns'\n";
  constexpr std::string_view kLogGp =
      "[topology]\ntype = 'full-mesh'\nrouters = 16\n[network]\ntype = 'loggp'\nlatency = '2500 ns'\n"
      "gap = '1000 ns'\nrate = '1 GB/s'\n[mpi]\nsend_overhead = '1500 ns'\n"
      "receive_overhead = '1500 ns'\n";
  constexpr std::string_view kAlgorithms =
      "algorithms.bcast = { type = 'binomial', nearest_first = true }\n"
      "algorithms.allreduce = 'recursive-doubling'\nalgorithms.allgather = 'ring'\n";
  for (const std::string_view machine : {kPackets, kLogGp}) {
    for (const auto& [operation, by_hand] : {std::pair("bcast", tree(16, 1000)),
                                             {"allreduce", doubling(16, 1000)},
                                             {"allgather", ring(16, 1000)}}) {
      const std::string head = fmt::format("{}{}", machine, kAlgorithms);
      TestConfig c(fmt::format("{}[[jobs]]\nname = 'm'\nranks = 16\n"
                               "motif = {{ type = 'collective', operation = '{}', size = '1000 B', "
                               "steps = 1 }}\n", head, operation));
      const Results motif = simulate(c.config, std::move(c.plan),
                                     {.include_dir = find_include_dir(),
                                      .progress = {},
                                      .threads = 1,
                                      .cores = 0,
                                      .cluster = nullptr,
                                      .tell = {},
                                      .record = "goal"});
      const auto expect_same = [&](const Results& r, const char* what) {
        EXPECT_EQ(r.time, motif.time) << what << operation;
        EXPECT_EQ(r.delivered.hash, motif.delivered.hash) << what << operation;
        for (std::size_t rank = 0; rank < 16; ++rank) {
          EXPECT_EQ(r.ranks[rank].spent.finish, motif.ranks[rank].spent.finish)
              << what << operation << rank;
        }
      };
      const std::string recorded = motif.recording->write(folder.path).front();
      expect_same(simulate_toml(fmt::format("{}[[jobs]]\ntrace = '{}'\n", head,
                                            (folder.path / recorded).string())), "recorded ");
      expect_same(simulate_toml(head + folder.of("trace", "hand.goal", by_hand)), "by hand ");
    }
  }
}

TEST(Replay, IsTheSameForAnyNumberOfThreads) {
  const Folder folder;
  const std::string toml = folder.job("trace", "ring.goal", goal());
  const Results one = simulate_test(TestConfig(toml));
  for (const unsigned threads : {2u, 3u, 4u}) {
    const Results more = simulate_test(TestConfig(toml), threads);
    EXPECT_EQ(more.time, one.time);
    EXPECT_EQ(more.delivered.hash, one.delivered.hash);
  }
}

TEST(Replay, MoreRanksThanPlacesAreRefused) {
  const Folder folder;
  const std::string toml = folder.job("trace", "big.goal", "num_ranks 17\n");
  EXPECT_THROW(TestConfig{toml}, Error);
}

// Traces of others, which are not part of this project.
TEST(Replay, SampleTraces) {
  const fs::path samples = "../shared/traces";
  if (!fs::exists(samples)) GTEST_SKIP() << samples << " is not there";
  const std::string machine = "[topology]\ntype = \"torus\"\nextents = [8, 8]\n[[jobs]]\ntrace = \"" +
                              fs::absolute(samples).string();
  for (const auto& [file, messages] :
       {std::pair("binary_tree_32.goal", 31), {"stencil4d-otf2/traces-32/traces.otf2", 512},
        {"stencil4d-otf2/traces-64/traces.otf2", 1024}}) {
    const Results r = simulate_toml(machine + "/" + file + "\"\n");
    EXPECT_EQ(r.exit, Exit::done) << file;
    EXPECT_GE(r.jobs[0].messages, static_cast<std::uint64_t>(messages)) << file;
  }
}

}  // namespace replay_test
}  // namespace kasuri
