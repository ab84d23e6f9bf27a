// SPDX-License-Identifier: MIT
// How runs end: the identities of NsimPower's Figure 3, deadlocks of the fabric and of programs,
// hangs, limits; each with its exit code and a report that names who waits for what.
#include <gmock/gmock.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "base/core/errors.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace ending_test {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kUniform[] = R"([[jobs]]
pattern = { type = "uniform", load = 1.0, message = "2 KiB", duration = "100 us" }
)";

// A C program in a file of its own, and nothing in the user's cache.
class Programs : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(testing::TempDir()) /
                 fmt::format("kasuri-{}", testing::UnitTest::GetInstance()->random_seed());
    directory_ += fmt::format("-{}", getpid());
    std::filesystem::create_directories(directory_);
    setenv("XDG_CACHE_HOME", directory_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("XDG_CACHE_HOME");
    std::filesystem::remove_all(directory_);
  }

  // The body of MGEN_Main between MGEN_Init and MGEN_Finalize, on two nodes.
  Results run(std::string_view body, const std::string& settings = "") {
    std::ofstream(directory_ / "program.c") << R"(#include <mgen.h>
#include <stddef.h>
int MGEN_Main(int argc, char **argv) {
  int rank;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
)" << body << R"(
  MGEN_Finalize();
  return 0;
}
)";
    TestFabric f{.type = "mesh", .extents = {2}, .run = settings};
    return simulate_test(
        TestConfig(f.toml("[[jobs]]\nprogram = \"program.c\"\n"), directory_));
  }

  std::filesystem::path directory_;
};

// NsimPower's Figure 3 (spec 1.3): all-to-all of 512 ranks, one 48-byte packet per ordered pair.
TEST_F(Programs, KeepTheIdentitiesOfAnAllToAll) {
  const Results r =
      simulate_test(TestConfig(config::Document::load("examples/alltoall-torus/identity.toml")));
  EXPECT_EQ(r.end, End::completed);
  EXPECT_EQ(r.exit, Exit::done);
  EXPECT_EQ(r.delivered.packets, 512u * 511);
  EXPECT_EQ(r.delivered.packets, 261'632u);
  EXPECT_EQ(r.delivered.bytes, Bytes{12'558'336});
  EXPECT_EQ(r.delivered.transfer, Bytes{75'497'472});
  EXPECT_EQ(r.link_count(), 3'072u);
  EXPECT_EQ(r.network.undelivered, 0u);
  Bytes carried{0};
  for (const LinkRow l : r.links) {
    if (!l.ejection) carried += l.bytes;
    EXPECT_LE(l.busy(), r.time);
  }
  EXPECT_EQ(carried, Bytes{75'497'472});
}

// ---- Deadlocks of the fabric ----

TEST(Deadlock, ThatCanHappenIsRefusedWithItsCircle) {
  const TestFabric f{.extents = {8}, .vcs = 1};
  try {
    TestConfig config(f.toml(kUniform));
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    EXPECT_THAT(e.what(), HasSubstr("packets can wait for each other in a cycle"));
    EXPECT_THAT(e.what(), HasSubstr("(0) → (1) vc 0"));
    EXPECT_THAT(e.what(), HasSubstr("raise router.vcs"));
  }
}

TEST(Deadlock, ThatHappensEndsTheRunWithAReportOfWhoWaits) {
  const TestFabric f{.extents = {8}, .vcs = 1, .buffer = 2048, .deadlock_check = false};
  const Results r = simulate_toml(f.toml(kUniform));
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_EQ(r.exit, Exit::deadlock);
  EXPECT_GT(r.network.undelivered, 0u);
  EXPECT_FALSE(r.jobs.at(0).finished);
  ASSERT_GE(r.report.size(), 3u);
  EXPECT_THAT(r.report[0], StartsWith("deadlock at "));
  // The real cycle comes first: all eight channels of one direction, each leading to the next.
  EXPECT_EQ(r.report[1], "packets wait for each other in a cycle:");
  const bool up = testing::Value(r.report, Contains(HasSubstr("(0) → (1) vc 0: full")));
  const int start = up ? 0 : 7;
  std::set<std::string> channels;
  for (std::size_t i = 2; i < 10; ++i) channels.insert(r.report[i].substr(0, r.report[i].find(" vc")));
  for (int i = 0; i < 8; ++i) {
    const int a = up ? (start + i) % 8 : (start - i + 8) % 8, b = up ? (a + 1) % 8 : (a + 7) % 8;
    EXPECT_TRUE(channels.contains(fmt::format("  ({}) → ({})", a, b))) << r.report[2];
  }
  EXPECT_THAT(r.report[10], HasSubstr(fmt::format("{} packets are stuck", r.network.undelivered)));
  EXPECT_THAT(r.report[11], HasSubstr("router ("));
  EXPECT_THAT(r.report[11], HasSubstr("to NIC "));
  EXPECT_THAT(r.report[11], HasSubstr("waits since"));
  EXPECT_THAT(r.report, Contains(HasSubstr("for the link to router (")));
}

TEST(Deadlock, DoesNotHappenWithDatelines) {
  for (const std::uint32_t vcs : {2u, 3u, 4u}) {
    const TestFabric f{.extents = {8}, .vcs = vcs, .buffer = 2048};
    const Results r = simulate_toml(f.toml(kUniform));
    EXPECT_EQ(r.end, End::completed);
    EXPECT_EQ(r.network.undelivered, 0u);
  }
}

// ---- Deadlocks of programs, hangs ----

TEST_F(Programs, ThatBothReceiveFirstAreADeadlockThatNamesBothCalls) {
  const Results r = run(R"(
  MGEN_Recv(NULL, 100, MGEN_BYTE, 1 - rank, 7, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  MGEN_Send(NULL, 100, MGEN_BYTE, 1 - rank, 7, MGEN_COMM_WORLD);)");
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_EQ(r.exit, Exit::deadlock);
  for (int rank : {0, 1}) {
    EXPECT_THAT(r.report, Contains(HasSubstr(fmt::format(
                              "rank {} of job 'program' waits in MGEN_Recv for a message from rank "
                              "{}, tag 7", rank, 1 - rank))));
  }
}

TEST_F(Programs, ThatWaitForARankThatHasEndedAreToldSo) {
  for (const int code : {0, 7}) {
    const Results r = run(fmt::format(R"(
  if (rank == 1) return {};
  MGEN_Recv(NULL, 1, MGEN_BYTE, 1, 7, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);)", code));
    EXPECT_EQ(r.exit, Exit::deadlock);
    EXPECT_THAT(r.report, Contains(StartsWith("job 'program': 1 of 2 ranks has ended"))) << code;
    EXPECT_EQ(r.report.back().find("exit code 7") != std::string::npos, code == 7) << r.report.back();
  }
}

TEST_F(Programs, ThatBothSendFirstAreADeadlockOnlyWithRendezvous) {
  constexpr char kSendFirst[] = R"(
  MGEN_Send(NULL, 20000, MGEN_BYTE, 1 - rank, 7, MGEN_COMM_WORLD);
  MGEN_Recv(NULL, 20000, MGEN_BYTE, 1 - rank, 7, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);)";
  const Results rendezvous = run(kSendFirst);
  EXPECT_EQ(rendezvous.exit, Exit::deadlock);
  EXPECT_THAT(rendezvous.report, Contains(HasSubstr("waits in MGEN_Send")));
  const Results eager = run(kSendFirst, "[mpi]\neager_limit = \"20 kB\"");
  EXPECT_EQ(eager.end, End::completed);
}

TEST_F(Programs, ThatPollForEverAreReportedAsHung) {
  const Results r = run(R"(
  if (rank == 0) {
    MGEN_Request request;
    int flag = 0;
    MGEN_Irecv(NULL, 1, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD, &request);
    while (!flag) MGEN_Test(&request, &flag, MGEN_STATUS_IGNORE);
  })", "watchdog = \"50 us\"");
  EXPECT_EQ(r.end, End::deadlock);
  EXPECT_EQ(r.exit, Exit::deadlock);
  ASSERT_FALSE(r.report.empty());
  EXPECT_THAT(r.report[0], StartsWith("hang at "));
  EXPECT_THAT(r.report, Contains(HasSubstr("polls in MGEN_Test")));
  // Noticed at the second look at the latest.
  EXPECT_LE(r.time, Time{100'000'000});
}

// Waiting for something far away is no hang: computation that takes many watchdog periods.
TEST_F(Programs, ThatComputeForLongAreNotHung) {
  const Results r = run(R"(
  MGEN_Comp(1e-3);
  if (rank == 0) MGEN_Send(NULL, 1, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD);
  if (rank == 1) MGEN_Recv(NULL, 1, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  MGEN_Comp(3e-3);)", "watchdog = \"7 us\"");
  EXPECT_EQ(r.end, End::completed) << (r.report.empty() ? "" : r.report[0]);
  EXPECT_GT(r.time, Time{4'000'000'000});
}

TEST_F(Programs, ThatFailEndWithTheirCode) {
  const Results r = run("  MGEN_Comp(1e-6);\n  if (rank == 1) return 7;");
  EXPECT_EQ(r.exit, Exit::program_failed);
  EXPECT_EQ(r.end, End::program_failed);
}

// ---- Limits ----

TEST(TimeLimit, EndsTheRunExactlyThereWithWhatThereIs) {
  for (const std::int64_t dma : {0l, 300'000'000l}) {
    TestFabric f{.extents = {4, 4}, .dma_write = dma, .run = "time_limit = \"10 us\""};
    const Results r = simulate_toml(f.toml(kUniform));
    EXPECT_EQ(r.end, End::time_limit);
    EXPECT_EQ(r.exit, Exit::limit);
    EXPECT_EQ(r.time, Time{10'000'000}) << "DMA at " << dma;
    EXPECT_GT(r.delivered.packets, 0u);
    EXPECT_GT(r.network.undelivered, 0u);
    EXPECT_FALSE(r.jobs.at(0).finished);
  }
}

// What a shorter run delivers, a longer one has delivered too: limits cut, they do not disturb.
TEST(TimeLimit, DoesNotDisturbWhatCameBefore) {
  const auto delivered = [](int microseconds) {
    TestFabric f{.extents = {4, 4}, .run = fmt::format("time_limit = \"{} us\"", microseconds)};
    const Results r = simulate_toml(f.toml(kUniform));
    EXPECT_EQ(r.time, Time{1'000'000} * microseconds);
    return r.delivered.packets;
  };
  std::uint64_t before = 0;
  for (const int us : {1, 5, 6, 20, 50}) {
    const std::uint64_t now = delivered(us);
    EXPECT_GE(now, before);
    EXPECT_EQ(now, delivered(us));
    before = now;
  }
}

TEST(TimeLimit, BeyondTheEndChangesNothing) {
  const TestFabric f{.extents = {4, 4}};
  TestFabric limited = f;
  limited.run = "time_limit = \"1 s\"";
  const Results a = simulate_toml(f.toml(kUniform)), b = simulate_toml(limited.toml(kUniform));
  EXPECT_EQ(b.end, End::completed);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.delivered.hash, b.delivered.hash);
}

// The watchdog looks at fixed times and disturbs nothing either.
TEST(Watchdog, DoesNotDisturbARunThatGetsOn) {
  TestFabric f{.extents = {4, 4}};
  const Results a = simulate_toml(f.toml(kUniform));
  f.run = "watchdog = \"3 us\"";
  const Results b = simulate_toml(f.toml(kUniform));
  EXPECT_EQ(b.end, End::completed);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.delivered.hash, b.delivered.hash);
}

TEST(MemoryLimit, RefusesARunThatWouldNotFit) {
  TestFabric f{.extents = {8, 8}, .run = "memory_limit = \"10 MiB\""};
  try {
    TestConfig config(f.toml(kUniform));
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::limit);
    EXPECT_THAT(e.what(), HasSubstr("10.49 MB is the limit set by run.memory_limit"));
  }
}

}  // namespace ending_test
}  // namespace kasuri
