// SPDX-License-Identifier: MIT
// A recorded run, replayed on the same machine, takes the same time to the picosecond: messages of both
// protocols, waits, collectives of all kinds, communicators.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/test_path.h"
#include "core/text_file.h"
#include "sim/test_run.h"
#include "trace/recording.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMachine = R"(
[topology]
type = "torus"
extents = [4, 3]
[link]
cable_latency = "100 ns"
[mpi]
send_overhead = "200 ns"
receive_overhead = "300 ns"
eager_copy_rate = "5 GB/s"
eager_limit = "1 KiB"
)";

struct Folder {
  fs::path path;
  explicit Folder(const std::string& name = "recording") : path(test_path(name)) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
};

// Parts tell the recording from threads of their own where races are looked for.
#ifdef __SANITIZE_THREAD__
constexpr unsigned kCores = 0;
#else
constexpr unsigned kCores = 1;
#endif

Results record(const std::string& toml, const std::string& format, unsigned threads) {
  TestConfig c(toml);
  return simulate(c.config, std::move(c.plan),
                  {.include_dir = fs::absolute("include"),
                   .progress = {},
                   .threads = threads,
                   .cores = kCores,
                   .cluster = nullptr,
                   .tell = {},
                   .record = format});
}

void expect_round_trip(const std::string& program, const std::string& format, unsigned threads = 1) {
  const Folder folder("recorded");
  const Results ran = record(fmt::format("{}[[jobs]]\nname = \"p\"\nprogram = \"{}\"\npayload = true\n",
                                         kMachine, program), format, threads);
  ASSERT_EQ(ran.exit, Exit::done) << program;
  ASSERT_TRUE(ran.recording);
  const std::vector<std::string> names = ran.recording->write(folder.path);
  ASSERT_EQ(names.size(), 1u);
  const Results again = simulate_toml(fmt::format("{}[[jobs]]\ntrace = \"{}\"\n", kMachine,
                                                  (folder.path / names[0]).string()));
  EXPECT_EQ(again.exit, Exit::done) << program << (again.report.empty() ? "" : "\n" + again.report[0]);
  EXPECT_EQ(again.time, ran.time) << program;
  EXPECT_EQ(again.jobs[0].time, ran.jobs[0].time) << program;
  EXPECT_EQ(again.delivered.hash, ran.delivered.hash) << program;
  EXPECT_EQ(again.jobs[0].messages, ran.jobs[0].messages) << program;
  if (format == "otf2") {  // GOAL computes while the program polls
    EXPECT_EQ(again.jobs[0].spent.computing, ran.jobs[0].spent.computing) << program;
  }
}

// Point to point with all the ways to wait, and collectives of blocks of any size.
constexpr const char* kProgram = R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me, n;
  static const int sizes[2] = {300, 5000};
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &n);
  char a[60000], b[60000];
  int counts[64], places[64], done = 0, which, indices[4];
  const int left = (me + n - 1) % n, right = (me + 1) % n;
  for (int k = 0; k < 2; ++k) {
    const int size = sizes[k];
    MGEN_Request r[4];
    MGEN_Comp(1e-6 * (1 + me % 3));
    MGEN_Irecv(a, size, MGEN_BYTE, MGEN_ANY_SOURCE, 0, MGEN_COMM_WORLD, &r[0]);
    MGEN_Irecv(a + 8000, size, MGEN_BYTE, right, MGEN_ANY_TAG, MGEN_COMM_WORLD, &r[1]);
    MGEN_Isend(b, size, MGEN_BYTE, right, 0, MGEN_COMM_WORLD, &r[2]);
    MGEN_Issend(b, size, MGEN_BYTE, left, 1, MGEN_COMM_WORLD, &r[3]);
    MGEN_Comp(2e-7 * me);
    MGEN_Waitany(4, r, &which, MGEN_STATUS_IGNORE);
    MGEN_Waitsome(4, r, &which, indices, MGEN_STATUSES_IGNORE);
    while (!done) MGEN_Testall(4, r, &done, MGEN_STATUSES_IGNORE);
    done = 0;
    MGEN_Sendrecv(a, size, MGEN_BYTE, left, 3, b, size, MGEN_BYTE, right, 3, MGEN_COMM_WORLD,
                  MGEN_STATUS_IGNORE);
    if (me % 2 == 0 && me + 1 < n) MGEN_Send(a, size, MGEN_BYTE, me + 1, 4, MGEN_COMM_WORLD);
    if (me % 2 == 1) MGEN_Recv(b, size, MGEN_BYTE, me - 1, 4, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    for (int i = 0, at = 0; i < n; at += counts[i++]) counts[i] = size / 10 + 8 * i, places[i] = at;
    MGEN_Allgatherv(a, counts[me], MGEN_BYTE, b, counts, places, MGEN_BYTE, MGEN_COMM_WORLD);
    MGEN_Gatherv(a, counts[me], MGEN_BYTE, b, counts, places, MGEN_BYTE, 1, MGEN_COMM_WORLD);
    MGEN_Scatterv(a, counts, places, MGEN_BYTE, b, counts[me], MGEN_BYTE, 2, MGEN_COMM_WORLD);
    MGEN_Allreduce(a, b, size / 8 - 1, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
    MGEN_Comm half;
    MGEN_Comm_split(MGEN_COMM_WORLD, me % 2, -me, &half);
    MGEN_Bcast(a, size, MGEN_BYTE, 0, half);
    MGEN_Reduce(a, b, size / 8, MGEN_DOUBLE, MGEN_MAX, 1, half);
    MGEN_Scan(a, b, 7, MGEN_INT, MGEN_SUM, half);
    MGEN_Comm_free(&half);
  }
  MGEN_Finalize();
  return 0;
}
)";

TEST(Recording, Otf2ReplaysInTheSameTime) {
  const Folder folder;
  write_text(folder.path / "p.c", kProgram);
  expect_round_trip((folder.path / "p.c").string(), "otf2");
  expect_round_trip((folder.path / "p.c").string(), "otf2", 3);
}

// GOAL has no synchronous sends.
TEST(Recording, GoalReplaysInTheSameTime) {
  const Folder folder;
  std::string program = kProgram;
  program.replace(program.find("MGEN_Issend"), 11, "MGEN_Isend");
  write_text(folder.path / "p.c", program);
  expect_round_trip((folder.path / "p.c").string(), "goal");
  expect_round_trip((folder.path / "p.c").string(), "goal", 2);
}

// Nor what collectives do beside the program: whichever part it was that noticed.
TEST(Recording, GoalRefusesNonBlockingCollectives) {
  const Folder folder;
  write_text(folder.path / "p.c", "#include \"mgen.h\"\n"
                                  "int MGEN_Main(int argc, char** argv) {\n"
                                  "  MGEN_Init(&argc, &argv);\n  MGEN_Request r;\n"
                                  "  MGEN_Ibarrier(MGEN_COMM_WORLD, &r);\n"
                                  "  MGEN_Wait(&r, MGEN_STATUS_IGNORE);\n"
                                  "  MGEN_Finalize();\n  return 0;\n}\n");
  const std::string toml = fmt::format("{}[[jobs]]\nname = \"p\"\nprogram = \"{}\"\n", kMachine,
                                       (folder.path / "p.c").string());
  for (const unsigned threads : {1u, 3u}) {
    const Results ran = record(toml, "goal", threads);
    ASSERT_EQ(ran.exit, Exit::done);
    EXPECT_THROW(ran.recording->write(folder.path), Error) << threads;
  }
  EXPECT_EQ(record(toml, "otf2", 3).recording->write(folder.path).size(), 1u);
}

TEST(Recording, ProgramsOfTheMatrix) {
  for (const char* program : {"mixed.c", "communicators.c"}) {
    expect_round_trip(fmt::format("tests/specimens/program/{}", program), "otf2");
  }
}

TEST(Recording, AReplayedTraceIsRecordedAsGoal) {
  const Folder folder;
  const fs::path goal = fs::absolute("examples/traces/pipeline.goal");
  const std::string toml =
      fmt::format("{}[[jobs]]\nname = \"p\"\ntrace = \"{}\"\n", kMachine, goal.string());
  const Results ran = record(toml, "goal", 1);
  ASSERT_EQ(ran.exit, Exit::done);
  const std::vector<std::string> names = ran.recording->write(folder.path);
  const Results again = simulate_toml(fmt::format("{}[[jobs]]\ntrace = \"{}\"\n", kMachine,
                                                  (folder.path / names[0]).string()));
  EXPECT_EQ(again.time, ran.time);
  EXPECT_EQ(again.delivered.hash, ran.delivered.hash);
  EXPECT_THROW(record(toml, "otf2", 1), Error);
}

}  // namespace
}  // namespace kasuri
