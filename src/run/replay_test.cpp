// SPDX-License-Identifier: MIT
// Traces on machines: a trace takes the time of the program that does the same, and the same for any
// number of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/test_path.h"
#include "core/text_file.h"
#include "run/test_run.h"

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
    write_text(path / name, text);
    return fmt::format("{}[[jobs]]\n{} = \"{}\"\n", kMachine, key, (path / name).string());
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
