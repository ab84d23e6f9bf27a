// SPDX-License-Identifier: MIT
// A recorded run with one-sided communication, replayed on the same machine: the same packets at the same
// picoseconds, with as many messages; at both levels, for any number of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "experiment/run/test_run.h"
#include "workload/programs/compile.h"
#include "workload/traces/recording.h"

namespace kasuri {
namespace recording_remote_test {

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
eager_limit = "1 KiB"
[rdma]
overhead = "150 ns"
registration_time = "1 us"
)";

struct Ran {
  Time time;
  std::uint64_t hash, messages;
  friend bool operator==(const Ran&, const Ran&) = default;
};

Ran results_of(const Results& r) {
  EXPECT_EQ(r.exit, Exit::done) << (r.report.empty() ? "" : r.report[0]);
  return {r.jobs[0].time, r.delivered.hash, r.jobs[0].messages};
}

Results run_job(const std::string& toml, unsigned threads, const std::string& record) {
  TestConfig c(toml);
  return simulate(c.config, std::move(c.plan),
                  {.include_dir = find_include_dir(),
                   .progress = {},
                   .threads = threads,
                   .cores = 1,
                   .cluster = nullptr,
                   .tell = {},
                   .record = record});
}

// Records and replays it; both took the same. What the program took.
Ran round_trip(const std::string& head, const std::string& program) {
  const fs::path folder = test_path("remote");
  fs::create_directories(folder);
  write_text(folder / "p.c", program);
  const std::string job = fmt::format("[[jobs]]\nname = \"p\"\nprogram = \"{}\"\npayload = true\n",
                                      (folder / "p.c").string());
  std::vector<Ran> all;
  for (const unsigned threads : {1u, 3u}) {
    const Results ran = run_job(head + job, threads, "otf2");
    all.push_back(results_of(ran));
    const auto trace = (folder / ran.recording->write(folder).at(0)).string();
    for (const unsigned t : {1u, 2u}) {
      all.push_back(results_of(run_job(fmt::format("{}[[jobs]]\ntrace = \"{}\"\n", head, trace), t, "")));
    }
    fs::remove_all(folder / "p-otf2");
  }
  for (const Ran& r : all) EXPECT_EQ(r, all[0]);
  fs::remove_all(folder);
  return all[0];
}

void expect_round_trips(const std::string& program) {
  for (const char* level : {"packet", "flow"}) {
    for (const char* ack : {"nic", "program"}) {
      SCOPED_TRACE(fmt::format("{}, {}", level, ack));
      round_trip(fmt::format("fidelity = \"{}\"\n{}put_ack = \"{}\"\n", level, kMachine, ack), program);
    }
  }
}

std::string in_main(std::string_view body) {
  return fmt::format(R"(#include "mgen.h"
int MGEN_Main(int argc, char** argv) {{
  MGEN_Init(&argc, &argv);
  int me, n;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &n);
  const int left = (me + n - 1) % n, right = (me + 1) % n;
{}
  MGEN_Finalize();
  return 0;
}}
)", body);
}

TEST(RecordingRemote, ARingByGetsIsReplayed) {
  expect_round_trips(in_main(R"(
  for (int k = 0; k < 3; ++k) {
    MGEN_Comp(1e-6 * (1 + me % 3));
    MGEN_acp_handle a = MGEN_acp_copy(right, me, 20000);
    MGEN_acp_handle b = MGEN_acp_copy(left, me, 1000 * (k + 1));
    MGEN_acp_complete(b);
    MGEN_Comp(1e-7);
    MGEN_acp_complete(a);
    MGEN_acp_handle c = MGEN_acp_copy(right, left, 700);
    MGEN_acp_complete(c);
  })"));
}

// Each of n gets is a command and the data, one after another: by hand, on two routers of 140 ns each (the
// default), links of 1 GB/s and one cable of 1 µs.
TEST(RecordingRemote, GetsTakeTheirClosedFormAgainInTheReplay) {
  const std::string machine = R"(fidelity = "flow"
[topology]
type = "torus"
extents = [2]
[link]
rate = "1 GB/s"
cable_latency = "1 us"
[router]
switch_rate = "1 GB/s"
[nic]
link_rate = "1 GB/s"
cable_latency = "0 ns"
[rdma]
control_size = "64 B"
overhead = "150 ns"
)";
  const auto time_of = [&](int n) {
    const std::string gets = fmt::format("  for (int k = 0; me == 0 && k < {}; ++k)"
                                         " MGEN_acp_complete(MGEN_acp_copy(1, 0, 10000));", n);
    return round_trip(machine, in_main(gets)).time;
  };
  // One more takes the overhead, 64 B and 10,000 B at 1 GB/s, and two crossings of cable and routers.
  const Time one = time_of(4) - time_of(3);
  EXPECT_EQ(one.ps, 150'000 + 64'000 + 10'000'000 + 2 * (1'000'000 + 2 * 140'000));
}

TEST(RecordingRemote, PutsThatProgramsHearOfAreReplayed) {
  expect_round_trips(in_main(R"(
  MGEN_Request r, c;
  for (int k = 0; k < 3; ++k) {
    MGEN_Irecv(0, 30000, MGEN_BYTE, left, ACP_PUT_TAG, MGEN_COMM_WORLD, &r);
    MGEN_Comp(1e-6 * (1 + me % 3));
    MGEN_acp_handle a = MGEN_acp_copy(me, right, 20000);
    MGEN_Wait(&r, MGEN_STATUS_IGNORE);
    LMGEN_Isend_acp_put_ctrl(left, MGEN_COMM_WORLD, &c, 0, 0);
    LMGEN_Wait_ctrl(&c, MGEN_STATUS_IGNORE);
    MGEN_acp_complete(a);
    MGEN_acp_handle b = MGEN_acp_copy(me, left, 3000);
    MGEN_Recv(0, 3000, MGEN_BYTE, right, ACP_PUT_TAG, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    LMGEN_Isend_acp_put_ctrl(right, MGEN_COMM_WORLD, &c, 0, 0);
    MGEN_Comp(1e-7);
    LMGEN_Wait_ctrl(&c, MGEN_STATUS_IGNORE);
    MGEN_acp_complete(b);
  })"));
}

TEST(RecordingRemote, WindowsAndTheirEpochsAreReplayed) {
  expect_round_trips(in_main(R"(
  char mem[40000], buf[40000];
  long one = 1, old;
  MGEN_Win w, d;
  MGEN_Comm half;
  int hn, hm;
  MGEN_Comm_split(MGEN_COMM_WORLD, me % 2, -me, &half);
  MGEN_Comm_size(half, &hn);
  MGEN_Comm_rank(half, &hm);
  MGEN_Win_create(mem, 40000, 1, MGEN_INFO_NULL, MGEN_COMM_WORLD, &w);
  MGEN_Win_create_dynamic(MGEN_INFO_NULL, half, &d);
  MGEN_Win_attach(d, mem, 5000);
  for (int k = 0; k < 2; ++k) {
    MGEN_Win_fence(0, w);
    MGEN_Comp(1e-6 * (me % 3));
    MGEN_Put(buf, 20000, MGEN_BYTE, right, 0, 20000, MGEN_BYTE, w);
    MGEN_Get(buf, 5000, MGEN_BYTE, left, 100, 5000, MGEN_BYTE, w);
    MGEN_Accumulate(buf, 10, MGEN_INT, right, 0, 10, MGEN_INT, MGEN_SUM, w);
    MGEN_Win_fence(MGEN_MODE_NOSUCCEED, w);
    MGEN_Win_lock(MGEN_LOCK_EXCLUSIVE, 0, 0, w);
    MGEN_Fetch_and_op(&one, &old, MGEN_LONG, 0, 0, MGEN_SUM, w);
    MGEN_Win_flush(0, w);
    MGEN_Win_flush(0, w);
    MGEN_Win_unlock(0, w);
    MGEN_Request q[2];
    MGEN_Win_lock_all(0, w);
    MGEN_Rput(buf, 3000, MGEN_BYTE, left, 0, 3000, MGEN_BYTE, w, &q[0]);
    MGEN_Rget(buf + 3000, 20000, MGEN_BYTE, right, 0, 20000, MGEN_BYTE, w, &q[1]);
    MGEN_Comp(2e-7);
    int done = 0;
    while (!done) MGEN_Test(&q[1], &done, MGEN_STATUS_IGNORE);
    MGEN_Wait(&q[0], MGEN_STATUS_IGNORE);
    MGEN_Compare_and_swap(&one, &one, &old, MGEN_LONG, right, 0, w);
    MGEN_Win_flush_all(w);
    MGEN_Win_unlock_all(w);
    MGEN_Win_fence(MGEN_MODE_NOPRECEDE, d);
    MGEN_Win_fence(MGEN_MODE_NOSUCCEED, d);
    MGEN_Group all, from, to;
    MGEN_Comm_group(half, &all);
    int l = (hm + hn - 1) % hn, r = (hm + 1) % hn;
    MGEN_Group_incl(all, 1, &l, &from);
    MGEN_Group_incl(all, 1, &r, &to);
    MGEN_Win_post(from, 0, d);
    MGEN_Win_start(to, 0, d);
    MGEN_Win_complete(d);
    MGEN_Win_wait(d);
  }
  MGEN_Win_free(&d);
  MGEN_Win_free(&w);)"));
}

// MPI_COMM_SELF, and a communicator that happens to have one member.
TEST(RecordingRemote, WindowsOfOneRankAreReplayed) {
  expect_round_trips(in_main(R"(
  char mem[40000], buf[40000];
  MGEN_Comm alone;
  MGEN_Win self, other, all;
  MGEN_Comm_split(MGEN_COMM_WORLD, me, 0, &alone);
  MGEN_Win_create(mem, 40000, 1, MGEN_INFO_NULL, MGEN_COMM_SELF, &self);
  MGEN_Win_create(mem, 40000, 1, MGEN_INFO_NULL, MGEN_COMM_WORLD, &all);
  MGEN_Win_create(mem, 40000, 1, MGEN_INFO_NULL, alone, &other);
  for (int k = 0; k < 2; ++k) {
    MGEN_Win_fence(0, self);
    MGEN_Put(buf, 20000 + me, MGEN_BYTE, 0, 0, 20000 + me, MGEN_BYTE, self);
    MGEN_Win_fence(0, self);
    MGEN_Win_lock(MGEN_LOCK_EXCLUSIVE, 0, 0, other);
    MGEN_Get(buf, 10000, MGEN_BYTE, 0, 0, 10000, MGEN_BYTE, other);
    MGEN_Win_unlock(0, other);
    MGEN_Win_fence(0, all);
    MGEN_Put(buf, 3000, MGEN_BYTE, right, 0, 3000, MGEN_BYTE, all);
    MGEN_Win_fence(0, all);
  }
  MGEN_Win_free(&other);
  MGEN_Win_free(&all);
  MGEN_Win_free(&self);)"));
}

// A rank without neighbours exposes its window to nobody.
TEST(RecordingRemote, EpochsOfNobodyAreReplayed) {
  expect_round_trips(in_main(R"(
  char mem[64];
  MGEN_Win w;
  MGEN_Win_create(mem, 64, 1, MGEN_INFO_NULL, MGEN_COMM_WORLD, &w);
  MGEN_Win_post(MGEN_GROUP_EMPTY, 0, w);
  MGEN_Win_wait(w);
  MGEN_Win_start(MGEN_GROUP_EMPTY, 0, w);
  MGEN_Win_complete(w);
  MGEN_Win_free(&w);)"));
}

TEST(RecordingRemote, AcpWithItsOrderIsReplayed) {
  expect_round_trips(R"(#include "acp.h"
#include <stdint.h>
int main(int argc, char** argv) {
  acp_init(&argc, &argv);
  const int me = acp_rank(), n = acp_procs(), right = (me + 1) % n, left = (me + n - 1) % n;
  static const int k = 3;
  char mem[4000];
  acp_atkey_t key = acp_register_memory(mem, sizeof mem, 0);
  acp_ga_t mine = acp_query_ga(key, mem);
  acp_ga_t* shown = (acp_ga_t*)acp_query_address(acp_query_starter_ga(me));
  shown[0] = mine;
  acp_sync();
  acp_complete(acp_copy(acp_query_starter_ga(me) + 8, acp_query_starter_ga(right), 8, ACP_HANDLE_NULL));
  for (int i = 0; i < k; ++i) {
    acp_handle_t a = acp_copy(shown[1], mine, 2000, ACP_HANDLE_NULL);
    acp_handle_t b = acp_copy(mine + 2000, acp_query_starter_ga(left), 8, a);
    acp_add8(acp_query_starter_ga(me) + 16, acp_query_starter_ga(right) + 24, 1, ACP_HANDLE_CONT);
    while (acp_inquire(b)) {}
    acp_complete(ACP_HANDLE_ALL);
    acp_sync();
  }
  acp_reset(n - 1 - me);
  acp_complete(acp_copy(acp_query_starter_ga(right), acp_query_starter_ga(me), 64, ACP_HANDLE_ALL));
  acp_finalize();
  return 0;
}
)");
}

}  // namespace recording_remote_test
}  // namespace kasuri
