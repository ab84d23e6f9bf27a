// SPDX-License-Identifier: MIT
// SimGrid's time-independent traces: separate files and one for all, and what is refused where.
#include "workload/traces/test_trace.h"

namespace kasuri::trace {
namespace time_independent_test {

using testing::ElementsAre;

TEST(TimeIndependent, OneFileForAllRanksInTurns) {
  const TestFile file("t.txt", R"(0 init
1 init
0 compute 2e3
1 recv 0 7 4 1
0 send 1 7 4 1
0 isend 1 8 100
1 irecv 0 8 100
0 wait 0 1 8
1 waitall
0 allreduce 10 5e3
1 allreduce 10 5e3
0 finalize
1 finalize
)");
  const auto trace = open(file.path());
  const Summary& s = trace->summary();
  EXPECT_EQ(s.format, "time-independent");
  EXPECT_EQ(s.events, 13u);
  EXPECT_EQ(s.sends, 2u);
  EXPECT_EQ(s.receives, 2u);
  EXPECT_EQ(s.collectives, 2u);
  EXPECT_EQ(s.bytes.n, 116);  // type 1 is an int
  EXPECT_THAT(operations(*trace, 0), ElementsAre("compute 2000000", "send 1 16", "isend 1 100",
                                                 "wait 0", "allreduce 10", "compute 5000000"));
  EXPECT_THAT(operations(*trace, 1), ElementsAre("receive 0 16", "ireceive 0 100", "wait all",
                                                 "allreduce 10", "compute 5000000"));
}

TEST(TimeIndependent, InitWithAnArgumentCountsDoubles) {
  const TestFile file("t.txt", "0 init 1\n0 bcast 3\n0 alltoallv 2 2 2 2\n0 finalize\n");
  EXPECT_THAT(operations(*open(file.path()), 0), ElementsAre("bcast 24", "alltoallv 0"));
}

TEST(TimeIndependent, MistakesAreRefusedWithTheirPlace) {
  const auto refused = [](std::string_view text) {
    const TestFile file("t.txt", text);
    return refusal(file.path());
  };
  EXPECT_EQ(refused("0 init\n0 frobnicate 3\n"), ":2:3: error: rank 0: unknown action 'frobnicate'");
  EXPECT_EQ(refused("0 init\n0 send 1 0 5\n"),
            ":2:8: error: rank 0: expected a rank, an integer from 0 to 0");
  EXPECT_EQ(refused("0 init\n0 send 0\n"),
            ":2:9: error: rank 0: expected a tag, an integer from 0 to 2147483647");
  EXPECT_EQ(refused("0 init\n0 send 0 0 5\n0 finalize\n"),
            ":2:1: error: rank 0: 1 message from rank 0 to rank 0 with tag 0 is never received");
  EXPECT_EQ(refused("0 init\n2 init\n"), ": error: rank 1 has no actions, but rank 2 has");
  EXPECT_EQ(refused("0 barrier\n1 bcast 3\n"),
            ": error: ranks 0 and 1 call 1 and 1 collectives on all ranks, not the same ones, or with "
            "different roots or sizes");
  EXPECT_THAT(refused("absent.txt\n"),
              testing::HasSubstr("absent.txt: error: cannot be read: No such file"));
}

// A wait for what a test has seen done has nothing to do; one for what was never begun is told of.
TEST(TimeIndependent, WaitsForNothingAreCounted) {
  const TestFile file("t.txt",
                      "0 isend 0 1 8\n0 irecv 0 1 8\n0 test 0 0 1\n0 test 0 0 1\n0 wait 0 0 1\n"
                      "0 wait 0 0 1\n0 wait 0 0 2\n0 finalize\n");
  const auto trace = open(file.path());
  EXPECT_THAT(trace->summary().ignored,
              ElementsAre(testing::Pair("waits for messages that do not exist", 1u)));
}

// SimGrid's wildcards are -555 and -444; a receive of a size below 0 takes any. A wait may name what its
// receive has met.
TEST(TimeIndependent, SimGridsWildcards) {
  const TestFile file("t.txt", R"(0 init
1 init
0 send 1 7 100 6
0 send 1 8 50 6
0 send 1 9 10 6
1 recv -555 -444 100 6
1 irecv -333 8 -1 6
1 irecv -555 9 10 6
1 wait 0 1 8
1 wait -555 1 9
0 finalize
1 finalize
)");
  const auto trace = open(file.path());
  EXPECT_THAT(trace->summary().ignored, testing::IsEmpty());
  EXPECT_THAT(operations(*trace, 1),
              ElementsAre("receive -1 100", "ireceive -1 549755813888", "ireceive -1 10", "wait 0",
                          "wait 1"));
}

// sendRecv SIZE TO SIZE FROM [TYPE [TYPE]]; sends that wait for their receive, and buffered ones.
TEST(TimeIndependent, SendReceiveAndSendsOfAllModes) {
  const TestFile file("t.txt", R"(0 init
0 sendRecv 1000 1 100 1 6 1
0 Ssend 1 0 8 6
0 ISsend 1 0 8 6
0 bsend 1 0 8 6
0 ibsend 1 0 8 42
0 waitall 2
0 finalize
1 init
1 sendRecv 100 0 1000 0 1
1 recv 0 0 8 6
1 recv 0 0 8 6
1 recv 0 0 8 6
1 recv 0 0 64 6
1 finalize
)");
  const auto trace = open(file.path());
  EXPECT_EQ(trace->summary().sends, 6u);
  EXPECT_EQ(trace->summary().receives, 6u);
  EXPECT_EQ(trace->summary().bytes.n, 1000 + 400 + 3 * 8 + 64);  // type 42 has 8 bytes
  EXPECT_THAT(operations(*trace, 0),
              ElementsAre("ireceive 1 400", "isend 1 1000", "wait for 2", "send 1 8", "isend 1 8",
                          "send 1 8", "isend 1 64", "wait all"));
  const auto stream = trace->stream(0);
  std::vector<mpi::SendMode> modes;
  for (mpi::Operation op; stream->next(Time{0}, op); op = {}) {
    using K = mpi::Operation::Kind;
    if (op.kind == K::send || op.kind == K::isend) modes.push_back(op.mode);
  }
  using enum mpi::SendMode;
  EXPECT_THAT(modes, ElementsAre(standard, synchronous, synchronous, standard, standard));
}

// All that SimGrid's tracer writes is replayed or refused with a reason.
TEST(TimeIndependent, WhatCannotBeReplayedIsRefusedByName) {
  for (const auto& [action, why] :
       {std::pair("waitAny 3", "'waitAny' cannot be replayed: the trace does not say which request"),
        {"testall", "'testall' cannot be replayed"},
        {"ibcast 5 0 6", "'ibcast' cannot be replayed: the trace does not say which wait is for it"},
        {"ialltoallv 5", "'ialltoallv' cannot be replayed"},
        {"Put 1 0 5 6", "'Put' cannot be replayed: one-sided communication"},
        {"Win_fence", "'Win_fence' cannot be replayed: one-sided communication"},
        {"IO - read 8", "'IO' cannot be replayed: files are not read"},
        {"Start 1 0 8 6", "'Start' cannot be replayed"},
        {"isendRecv 1 0 1 0", "'isendRecv' cannot be replayed"},
        {"init 5 5", ""},
        {"send 0 0 1 60", "an integer from -1 to 59"}}) {
    const TestFile file("t.txt", "0 " + std::string(action) + "\n0 finalize\n");
    EXPECT_THAT(refusal(file.path()), testing::HasSubstr(why)) << action;
  }
}

// A list has the names as they were where the tool ran: here in the folder above that of the list.
TEST(TimeIndependent, ListsAreReadWhereverTheyLie) {
  const std::filesystem::path root = test_path("lists");
  const std::filesystem::path list = root / "out" / "traces.txt";
  std::filesystem::create_directories(root / "out" / "traces_files");
  write_text(root / "out" / "traces_files" / "0.txt", "0 init\n0 barrier\n0 finalize\n");
  for (const char* const name : {"out/traces_files/0.txt", "traces_files/0.txt"}) {
    write_text(list, std::string(name) + "\n");
    EXPECT_EQ(open(list)->summary().events, 3u) << name;
    EXPECT_TRUE(std::filesystem::equivalent(files_of(list).back(),
                                            root / "out" / "traces_files" / "0.txt"));
  }
  std::filesystem::remove_all(root);
}

TEST(Trace, UnknownFilesAndRegionsAreRefused) {
  const TestFile file("t.bin", "what is this");
  EXPECT_THAT(refusal(file.path()), testing::HasSubstr("not a trace of a known format; formats:"));
  EXPECT_THAT(refusal(file.path().string() + ".none"), testing::HasSubstr("no such trace"));
  EXPECT_THAT(refusal("/dev/null"), testing::HasSubstr("not a regular file"));
  const TestFile goal("t.goal", "num_ranks 1\nrank 0 {\n}\n");
  ReplayParams params;
  params.regions.by_name["main"] = {};
  EXPECT_EQ(refusal(goal.path(), params),
            ": error: jobs.replay.regions.\"main\": the trace has no such region; it names none");
}

}  // namespace time_independent_test
}  // namespace kasuri::trace
