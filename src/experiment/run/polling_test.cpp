// SPDX-License-Identifier: MIT
// Runs in which ranks only poll: they end where nothing can come any more, at the same simulated time for
// any number of threads, and nowhere else.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/test_path.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace polling_test {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kMachine[] = R"([topology]
type = "hyperx"
extents = [3, 3]
[routing]
type = "detour"
)";
constexpr char kRing[] = R"(
  int flag = 0, to = (rank + 1) % size, from = (rank + size - 1) % size;
  for (int i = 0; i < 40; ++i) {
    MGEN_Request r[2];
    MGEN_Irecv(NULL, 5000, MGEN_BYTE, from, 4, MGEN_COMM_WORLD, &r[0]);
    MGEN_Isend(NULL, 5000, MGEN_BYTE, to, 4, MGEN_COMM_WORLD, &r[1]);
    for (flag = 0; !flag;) MGEN_Testall(2, r, &flag, MGEN_STATUSES_IGNORE);
  })";
constexpr char kNicFails[] = R"([faults]
unreachable = "drop"
[[faults.failures]]
at = "30 us"
nics = [4]
)";

class Polling : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  // `body` of MGEN_Main between MGEN_Init and MGEN_Finalize, one rank a node.
  Results run(std::string_view body, const std::string& settings = "", unsigned threads = 1) {
    std::ofstream(directory_ / "program.c") << R"(#include <mgen.h>
#include <stddef.h>
int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
)" << body << R"(
  MGEN_Finalize();
  return 0;
}
)";
    const std::string config =
        fmt::format("{}{}[[jobs]]\nprogram = 'program.c'\nshare_nodes = true\nranks = {}\n", kMachine,
                    settings, ranks_);
    return simulate_test(TestConfig(config, directory_), threads, 1);
  }
  // It ends as a hang within some looks.
  Results hangs(std::string_view body, const std::string& settings = "", unsigned threads = 1) {
    Results r = run(body, settings, threads);
    EXPECT_EQ(r.end, End::deadlock) << to_string(r.time);
    EXPECT_EQ(r.exit, Exit::deadlock);
    EXPECT_THAT(r.report.at(0), StartsWith("hang at "));
    return r;
  }
  void completes(std::string_view body, const std::string& settings = "") {
    const Results r = run(body, settings);
    EXPECT_EQ(r.end, End::completed) << (r.report.empty() ? to_string(r.time) : r.report[0]);
  }

  std::filesystem::path directory_ = test_path("polling");
  int ranks_ = 9;
};

TEST_F(Polling, ForWhatFaultsDroppedEndsWithWhoWaitsForWhat) {
  const Results one = hangs(kRing, kNicFails);
  EXPECT_LT(one.time, Time{40'000'000'000});
  EXPECT_THAT(one.report,
              Contains(HasSubstr("had no path to their destinations and were dropped (faults)")));
  EXPECT_THAT(one.report, Contains(HasSubstr("rank 5 of job 'program' polls in MGEN_Testall for a message "
                                             "from rank 4, tag 4, of up to 5 kB; the world, since ")));
  const Results more = hangs(kRing, kNicFails, 2);
  EXPECT_EQ(more.time, one.time);
  EXPECT_EQ(more.delivered.hash, one.delivered.hash);
  EXPECT_EQ(more.report, one.report);
}

TEST_F(Polling, MayGoOnBesideRanksThatWait) {
  const Results r = hangs(R"(
  int flag = 0;
  while (rank == 3 && !flag)
    MGEN_Iprobe(MGEN_ANY_SOURCE, 7, MGEN_COMM_WORLD, &flag, MGEN_STATUS_IGNORE);
  MGEN_Barrier(MGEN_COMM_WORLD);)");
  EXPECT_THAT(r.report, Contains(HasSubstr("rank 3 of job 'program' polls in MGEN_Iprobe for a message "
                                           "from any rank, tag 7; the world, since ")));
  EXPECT_THAT(r.report, Contains(HasSubstr("waits in MGEN_Barrier")));
}

// It may wait for a certain time: it has as long as the watchdog gives it.
TEST_F(Polling, AndAskingTheClockGoesOnForLonger) {
  ranks_ = 2;
  constexpr char kUntil[] = R"(
  int flag = 0;
  while (MGEN_Wtime() < 0.03)
    MGEN_Iprobe(MGEN_ANY_SOURCE, 7, MGEN_COMM_WORLD, &flag, MGEN_STATUS_IGNORE);)";
  completes(kUntil);
  EXPECT_LT(hangs(kUntil, "[run]\nwatchdog = \"15 ms\"\n").time, Time{30'000'000'000});
  completes(kUntil, "[run]\nwatchdog = \"unlimited\"\n");
}

// As a whole rank's time may be its own code's, which is counted, not declared.
TEST_F(Polling, AndComputingALittleEndsToo) {
  ranks_ = 2;
  hangs(R"(
  int flag = 0;
  while (!flag) {
    MGEN_Iprobe(MGEN_ANY_SOURCE, 7, MGEN_COMM_WORLD, &flag, MGEN_STATUS_IGNORE);
    MGEN_Comp(1.5e-7);
  })");
}

constexpr char kOneWorks[] = R"(
  int flag = 0, value = 0;
  if (rank == 0) {
    WORK
    for (int i = 1; i < size; ++i) MGEN_Send(NULL, 4, MGEN_BYTE, i, 7, MGEN_COMM_WORLD);
  } else {
    while (!flag) MGEN_Iprobe(0, 7, MGEN_COMM_WORLD, &flag, MGEN_STATUS_IGNORE);
    MGEN_Recv(NULL, 4, MGEN_BYTE, 0, 7, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  }
  (void)value;)";

std::string one_works(const std::string& how) {
  std::string body = kOneWorks;
  return body.replace(body.find("WORK"), 4, how);
}

TEST_F(Polling, GoesOnWhileAnotherRankComputes) {
  ranks_ = 2;
  completes(one_works("MGEN_Comp(0.03);"));
  // In pieces, with polls between: its own code dominates.
  completes(one_works("for (int i = 0; i < 3000; ++i) {\n"
                      "  MGEN_Comp(1e-5);\n"
                      "  MGEN_Iprobe(1, 9, MGEN_COMM_WORLD, &flag, MGEN_STATUS_IGNORE);\n}"));
  completes(one_works("while (MGEN_Wtime() < 0.03) {}"));
}

TEST_F(Polling, GoesOnForWhatWaitsForARepair) {
  completes(kRing, R"([[faults.failures]]
at = "30 us"
until = "30 ms"
nics = [4]
)");
}

TEST_F(Polling, GoesOnForWhatIsAskedForAgainMuchLater) {
  completes(kRing, "[faults]\nretry_time = '25 ms'\n[[faults.failures]]\nat = '30 us'\nuntil = '40 us'\n"
                   "routers = ['(1,1)']\n");
}

TEST_F(Polling, GoesOnWhileAnotherJobOffersTraffic) {
  const Results r = run(kRing, std::string(kNicFails) + R"([[jobs]]
pattern = { type = "uniform", load = 0.001, message = "100 B", duration = "25 ms" }
share_nodes = true
ranks = 4
)");
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_GT(r.time, Time{25'000'000'000});
  EXPECT_TRUE(r.jobs.at(0).finished);
}

}  // namespace polling_test
}  // namespace kasuri
