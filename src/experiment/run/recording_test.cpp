// SPDX-License-Identifier: MIT
// A recorded run, replayed on the same machine, takes the same time to the picosecond: messages of both
// protocols, waits, collectives of all kinds, communicators.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "experiment/run/test_run.h"
#include "workload/programs/compile.h"
#include "workload/traces/recording.h"
#include "workload/traces/trace.h"

namespace kasuri {
namespace recording_test {

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
                  {.include_dir = find_include_dir(),
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
  if (format != "goal") {  // GOAL computes while the program polls
    EXPECT_EQ(again.jobs[0].spent.computing, ran.jobs[0].spent.computing) << program;
  }
}

// Of a program that is given by its text.
void expect_round_trips(std::string_view text, std::initializer_list<const char*> formats,
                        std::initializer_list<unsigned> threads) {
  const Folder folder;
  write_text(folder.path / "p.c", text);
  for (const char* format : formats) {
    for (const unsigned t : threads) expect_round_trip((folder.path / "p.c").string(), format, t);
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
  expect_round_trips(kProgram, {"otf2"}, {1, 3});
}

// In nanoseconds: computation is a whole number of them here.
TEST(Recording, DumpiReplaysInTheSameTime) {
  expect_round_trips(kProgram, {"dumpi"}, {1, 3});
}

// Communicators of the calls of MPI-2, persistent requests, probes.
constexpr const char* kOldMpi = R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me, n, flag = 0, at, dims[2] = {4, 3}, periods[2] = {1, 0}, stay[2] = {0, 1}, some[3] = {7, 2, 5};
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &n);
  char a[60000], b[60000];
  const int right = (me + 1) % n, left = (me + n - 1) % n;
  MGEN_Comm grid, row, half, copy, few;
  MGEN_Group all, three;
  MGEN_Request r[3];
  MGEN_Status s;
  MGEN_Cart_create(MGEN_COMM_WORLD, 2, dims, periods, 0, &grid);
  MGEN_Cart_sub(grid, stay, &row);
  MGEN_Allreduce(a, b, 33, MGEN_DOUBLE, MGEN_SUM, row);
  MGEN_Comm_split(MGEN_COMM_WORLD, me < 3 ? MGEN_UNDEFINED : me % 2, -me, &half);
  if (me >= 3) {
    MGEN_Comm_dup(half, &copy);
    MGEN_Bcast(a, 5000, MGEN_BYTE, 1, copy);
    MGEN_Comm_free(&copy);
    MGEN_Comm_free(&half);
  }
  MGEN_Comm_group(MGEN_COMM_WORLD, &all);
  MGEN_Group_incl(all, 3, some, &three);
  MGEN_Comm_create(MGEN_COMM_WORLD, three, &few);
  if (few != MGEN_COMM_NULL) MGEN_Gather(a, 100, MGEN_INT, b, 100, MGEN_INT, 2, few);
  MGEN_Comp(3e-6);
  MGEN_Ssend_init(a, 3000, MGEN_BYTE, right, 1, MGEN_COMM_WORLD, &r[0]);
  MGEN_Recv_init(b, 3000, MGEN_BYTE, left, 1, MGEN_COMM_WORLD, &r[1]);
  for (int k = 0; k < 3; ++k) {
    MGEN_Startall(2, r);
    MGEN_Comp(1e-6 * me);
    MGEN_Waitall(2, r, MGEN_STATUSES_IGNORE);
  }
  for (int k = 0; k < 4; ++k) {
    MGEN_Isend(a, 100 + k, MGEN_BYTE, right, k, MGEN_COMM_WORLD, &r[2]);
    MGEN_Wait(&r[2], &s);
  }
  for (int k = 0; k < 4; ++k) MGEN_Recv(b, 200, MGEN_BYTE, MGEN_ANY_SOURCE, k, MGEN_COMM_WORLD, &s);
  if (me == 0) MGEN_Send(a, 4000, MGEN_BYTE, 1, 50, MGEN_COMM_WORLD);
  while (me == 1 && !flag) MGEN_Iprobe(0, 50, MGEN_COMM_WORLD, &flag, &s);
  if (me == 1) MGEN_Recv(b, 4000, MGEN_BYTE, 0, MGEN_ANY_TAG, MGEN_COMM_WORLD, &s);
  MGEN_Cart_shift(grid, 1, 1, &at, &flag);
  MGEN_Sendrecv(a, 700, MGEN_BYTE, flag, 8, b, 700, MGEN_BYTE, at, 8, grid, MGEN_STATUS_IGNORE);
  MGEN_Alltoall(a, 50, MGEN_INT, b, 50, MGEN_INT, MGEN_COMM_WORLD);
  MGEN_Finalize();
  return 0;
}
)";

TEST(Recording, DumpiHasCommunicatorsAndRequestsOfAllKinds) {
  expect_round_trips(kOldMpi, {"otf2", "dumpi"}, {2});
}

// The same program, recorded in both formats, has the same messages and collectives.
TEST(Recording, DumpiAndOtf2CountAlike) {
  const Folder folder;
  for (const char* program : {kProgram, kOldMpi}) {
    fs::remove_all(folder.path);
    write_text(folder.path / "p.c", program);
    std::map<std::string, trace::Summary> found;
    for (const char* format : {"otf2", "dumpi"}) {
      const std::string job = "[[jobs]]\nname = \"p\"\npayload = true\n";
      const Results ran = record(fmt::format("{}{}program = \"{}\"\n", kMachine, job,
                                             (folder.path / "p.c").string()), format, 1);
      found[format] = trace::open(folder.path / ran.recording->write(folder.path)[0])->summary();
    }
    const trace::Summary &a = found["otf2"], &b = found["dumpi"];
    EXPECT_EQ(a.sends, b.sends);
    EXPECT_EQ(a.receives, b.receives);
    EXPECT_EQ(a.bytes, b.bytes);
    EXPECT_EQ(a.collectives, b.collectives);
    EXPECT_EQ(a.computing, b.computing);
    EXPECT_GT(b.sends, 0u);
  }
}

TEST(Recording, DumpiRefusesWhatItHasNoRecordOf) {
  const Folder folder;
  write_text(folder.path / "p.c", "#include \"mgen.h\"\n"
                                  "int MGEN_Main(int argc, char** argv) {\n"
                                  "  MGEN_Init(&argc, &argv);\n  MGEN_Request r;\n"
                                  "  MGEN_Ibarrier(MGEN_COMM_WORLD, &r);\n"
                                  "  MGEN_Wait(&r, MGEN_STATUS_IGNORE);\n"
                                  "  MGEN_Finalize();\n  return 0;\n}\n");
  const Results ran = record(fmt::format("{}[[jobs]]\nname = \"p\"\nprogram = \"{}\"\n", kMachine,
                                         (folder.path / "p.c").string()), "dumpi", 1);
  EXPECT_THROW(ran.recording->write(folder.path), Error);
}

// Formats other than OTF2 do not have it: the call is refused where it is made, by its name.
TEST(Recording, OneSidedCommunicationIsRefused) {
  const Folder folder;
  const auto program = [](const char* header, const char* calls) {
    return fmt::format("#include \"mgen.h\"\n#include \"{}\"\n"
                       "int MGEN_Main(int argc, char** argv) {{\n"
                       "  MGEN_Init(&argc, &argv);\n  int me;\n  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);\n"
                       "  MGEN_Request r; (void)r;\n  {}\n  MGEN_Finalize();\n  return 0;\n}}\n",
                       header, calls);
  };
  for (const auto& [name, text] :
       {std::pair("MGEN_acp_copy",
                  program("mgen.h", "MGEN_acp_complete(MGEN_acp_copy(me, 1 - me, 4096));")),
        {"acp_init", program("acp.h", "acp_init(&argc, &argv); acp_sync(); acp_finalize();")},
        {"LMGEN_Isend_acp_put_ctrl",
         program("mgen.h", "LMGEN_Isend_acp_put_ctrl(1 - me, MGEN_COMM_WORLD, &r, 0, 0);")}}) {
    write_text(folder.path / "p.c", text);
    const std::string toml = fmt::format("{}[[jobs]]\nprogram = \"{}\"\nranks = 2\n", kMachine,
                                         (folder.path / "p.c").string());
    for (const char* const format : {"goal", "dumpi", "chakra"}) {
      const Results ran = record(toml, format, 1);
      EXPECT_EQ(ran.exit, Exit::program_failed) << format << name;
      ASSERT_FALSE(ran.report.empty());
      std::string report;
      for (const std::string& line : ran.report) report += line + "\n";
      EXPECT_NE(report.find(name), report.npos) << report;
      EXPECT_NE(report.find("traces with one-sided communication cannot be recorded"), report.npos)
          << report;
    }
    EXPECT_EQ(simulate_toml(toml).exit, Exit::done) << name;
  }
}

// A schedule of one CPU has no devices.
TEST(Recording, GoalRefusesWhatDevicesDo) {
  const Folder folder;
  for (const char* const job :
       {"motif = { type = 'training', layers = 2, hidden = 64, heads = 4, sequence = 64, pp = 2 }",
        "ranks = 4\ncollectives = 'nccl'\nmotif = { type = 'collective', size = '1 MB', steps = 1 }"}) {
    const Results ran = record(fmt::format("{}[[jobs]]\nname = \"p\"\n{}\n", kMachine, job), "goal", 1);
    ASSERT_EQ(ran.exit, Exit::done) << job;
    EXPECT_THROW(ran.recording->write(folder.path), Error) << job;
  }
}

// GOAL has no synchronous sends.
TEST(Recording, GoalReplaysInTheSameTime) {
  std::string program = kProgram;
  program.replace(program.find("MGEN_Issend"), 11, "MGEN_Isend");
  expect_round_trips(program, {"goal"}, {1, 2});
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

// Between two ranks, tags of 2^30 and more (the lower 30 bits of the first two have one hash), and
// communicators whose messages have equal tags.
TEST(Recording, GoalKeepsTagsAndCommunicatorsApart) {
  expect_round_trips(R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int me, high = 1 << 30, tags[4] = {high + 2263, high + 16877, 2147483647, 7};
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  char a[8][9000];
  MGEN_Comm other[2];
  MGEN_Request r[8];
  MGEN_Comm_dup(MGEN_COMM_WORLD, &other[0]);
  MGEN_Comm_split(other[0], me % 3, -me, &other[1]);
  MGEN_Comm_free(&other[1]);
  MGEN_Comm_split(other[0], 0, me, &other[1]);
  if (me == 0) {
    for (int k = 0; k < 8; ++k) {
      MGEN_Isend(a[k], 100 + 1000 * k, MGEN_BYTE, 1, tags[k / 2], other[k % 2], &r[k]);
    }
    MGEN_Waitall(8, r, MGEN_STATUSES_IGNORE);
  } else if (me == 1) {
    for (int k = 7; k >= 0; --k) {
      MGEN_Recv(a[k], 100 + 1000 * k, MGEN_BYTE, 0, tags[k / 2], other[k % 2], MGEN_STATUS_IGNORE);
      MGEN_Comp(1e-6);
    }
  }
  if (me == 0) {
    for (int k = 0; k < 4; ++k) {
      MGEN_Isend(a[k], 300 + 2000 * k, MGEN_BYTE, 1, tags[k], MGEN_COMM_WORLD, &r[k]);
    }
    MGEN_Waitall(4, r, MGEN_STATUSES_IGNORE);
  } else if (me == 1) {
    for (int k = 3; k >= 0; --k) {
      MGEN_Recv(a[k], 300 + 2000 * k, MGEN_BYTE, 0, tags[k], MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
      MGEN_Comp(1e-6);
    }
  }
  MGEN_Finalize();
  return 0;
}
)", {"goal"}, {1, 2});
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

}  // namespace recording_test
}  // namespace kasuri
