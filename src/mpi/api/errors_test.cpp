// SPDX-License-Identifier: MIT
// What goes wrong in programs is named: rank, call, simulated time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "mpi/api/test_world.h"

extern "C" [[noreturn]] void __wrap_exit(int);

namespace kasuri::mpi {
namespace errors_test {

using namespace literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// The message of a job of two in which rank 1 does this after 1 µs.
std::string failure_of(std::function<void()> mistake, bool payload = false) {
  TestWorld w({.payload = payload}, program([&](int rank) {
                if (rank == 1) {
                  MGEN_Comp(1e-6);
                  mistake();
                }
              }));
  w.run();
  if (w.world.failure()) {
    EXPECT_EQ(w.world.failure()->exit, Exit::program_failed);
    EXPECT_EQ(w.world.failure()->rank, 1);
  }
  return w.failure();
}

TEST(Errors, NameRankCallAndTime) {
  EXPECT_EQ(failure_of([] { MGEN_Send(nullptr, 1, MPI_INT, 2, 0, MPI_COMM_WORLD); }),
            "job 'test', rank 1, MGEN_Send at 1 us: rank 2 does not exist; the communicator has "
            "ranks 0 to 1");
}

TEST(Errors, InvalidArguments) {
  MPI_Request r = MPI_REQUEST_NULL;
  EXPECT_THAT(failure_of([&] { MGEN_Irecv(nullptr, 1, MPI_INT, -7, 0, MPI_COMM_WORLD, &r); }),
              HasSubstr("MGEN_Irecv at 1 us: rank -7"));
  EXPECT_THAT(failure_of([] { MGEN_Send(nullptr, -1, MPI_INT, 0, 0, MPI_COMM_WORLD); }),
              HasSubstr("count -1"));
  EXPECT_THAT(failure_of([] { MGEN_Send(nullptr, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD); }),
              HasSubstr("tag -2"));
  EXPECT_THAT(failure_of([] { MGEN_Send(nullptr, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD); }),
              HasSubstr("rank -1"));
  EXPECT_THAT(failure_of([] { MGEN_Send(nullptr, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD); }),
              HasSubstr("datatype"));
  EXPECT_THAT(failure_of([] { MGEN_Barrier(MPI_COMM_NULL); }), HasSubstr("communicator"));
  EXPECT_THAT(failure_of([] { MGEN_Bcast(nullptr, 1, MPI_INT, 2, MPI_COMM_WORLD); }),
              HasSubstr("MGEN_Bcast at 1 us: rank 2"));
  EXPECT_THAT(failure_of([] {
                MGEN_Allreduce(nullptr, nullptr, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD);
              }),
              HasSubstr("not defined on this datatype"));
  EXPECT_THAT(failure_of([] { MGEN_Comp(-1); }), HasSubstr("MGEN_Comp at 1 us"));
  EXPECT_THAT(failure_of([] { MGEN_Comp(std::nan("")); }), HasSubstr("MGEN_Comp"));
  EXPECT_THAT(failure_of([] {
                auto bad = reinterpret_cast<MPI_Request>(std::uintptr_t{12345});
                MGEN_Wait(&bad, MPI_STATUS_IGNORE);
              }),
              HasSubstr("MGEN_Wait at 1 us: the request"));
  EXPECT_THAT(failure_of([] { MGEN_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); }, true),
              HasSubstr("MGEN_IN_PLACE"));
}

TEST(Errors, CallsOutsideOfInitAndFinalize) {
  TestWorld late({}, [] {
    MGEN_Barrier(MPI_COMM_WORLD);
    MGEN_Init(nullptr, nullptr);
    return 0;
  });
  late.run();
  EXPECT_THAT(late.failure(), HasSubstr("called twice, or after other calls"));
  // NSIM's own samples have neither Init nor Finalize.
  TestWorld never({}, [] {
    MGEN_Barrier(MPI_COMM_WORLD);
    return 0;
  });
  never.run();
  EXPECT_FALSE(never.world.failure());
  EXPECT_THAT(failure_of([] {
                MGEN_Finalize();
                MGEN_Barrier(MPI_COMM_WORLD);
              }),
              HasSubstr("MGEN_Barrier at 1 us: called after MGEN_Finalize"));
}

class Truncation : public testing::TestWithParam<std::tuple<bool, int>> {};
TEST_P(Truncation, EndsTheJob) {
  const auto [receives_first, eager_limit] = GetParam();
  MpiParams params;
  params.eager_limit = {eager_limit};
  TestWorld w({.params = params}, program([&, receives_first = receives_first](int rank) {
                if (rank == 0) {
                  MGEN_Send(nullptr, 100, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
                } else {
                  if (!receives_first) MGEN_Comp(1);
                  MGEN_Recv(nullptr, 99, MPI_BYTE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                  ADD_FAILURE() << "the rank went on";
                }
              }));
  w.run();
  EXPECT_THAT(w.failure(), StartsWith("job 'test', rank 1, MGEN_Recv at "));
  EXPECT_THAT(w.failure(), HasSubstr("message of 100 bytes from rank 0 with tag 5 is truncated: the "
                                     "receive buffer has 99 bytes"));
}
INSTANTIATE_TEST_SUITE_P(Errors, Truncation,
                         testing::Combine(testing::Bool(), testing::Values(0, 1000)));

// ---- Mismatched collectives: whoever notices first is named, with what the other does ----

std::string mismatch(std::function<void(int rank)> body, int ranks = 4) {
  TestWorld w({.ranks = ranks}, program(std::move(body)));
  w.run();
  return w.failure();
}

TEST(Mismatch, OfOperations) {
  const std::string message = mismatch([](int rank) {
    MGEN_Barrier(MPI_COMM_WORLD);
    MGEN_Comp(1e-6);
    if (rank == 2) MGEN_Barrier(MPI_COMM_WORLD);
    else MGEN_Allreduce(nullptr, nullptr, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  });
  EXPECT_THAT(message, HasSubstr("mismatched collectives: number 2 of the communicator is"));
  EXPECT_THAT(message, AllOf(HasSubstr("barrier"), HasSubstr("allreduce"), HasSubstr(" us: ")));
  EXPECT_THAT(message, StartsWith("job 'test', rank "));
}

TEST(Mismatch, OfRootsOperationsAndSizes) {
  EXPECT_THAT(mismatch([](int rank) { MGEN_Bcast(nullptr, 1, MPI_INT, rank == 3, MPI_COMM_WORLD); }),
              HasSubstr("calls bcast with another root, operation, datatype or size"));
  EXPECT_THAT(mismatch([](int rank) {
                MGEN_Allreduce(nullptr, nullptr, rank == 1 ? 2 : 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              }),
              HasSubstr("calls allreduce with another root, operation, datatype or size"));
  EXPECT_THAT(mismatch([](int rank) {
                MGEN_Allreduce(nullptr, nullptr, 1, MPI_INT, rank == 1 ? MPI_MAX : MPI_SUM,
                               MPI_COMM_WORLD);
              }),
              HasSubstr("calls allreduce with another root, operation, datatype or size"));
  EXPECT_THAT(mismatch([](int rank) {
                MGEN_Allreduce(nullptr, nullptr, 1, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM,
                               MPI_COMM_WORLD);
              }),
              HasSubstr("calls allreduce with another root, operation, datatype or size"));
}

// A message for a rank that, by its own arguments, need not wait for it: named when it comes, or at the
// rank's next collective.
TEST(Mismatch, LeavesMessagesThatNobodyWaitsFor) {
  const auto reduce_to = [](int root) {
    MGEN_Reduce(nullptr, nullptr, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  };
  EXPECT_THAT(mismatch([&](int rank) {
                reduce_to(rank == 2 ? 1 : 0);
                MGEN_Comp(1);
              }),
              AllOf(HasSubstr("rank 1, MGEN_Comp at "),
                    HasSubstr("mismatched collectives: rank 2 calls reduce as number 1 of the "
                              "communicator, and this rank did not wait for its message there")));
  EXPECT_THAT(mismatch([&](int rank) {
                if (rank == 2) MGEN_Comp(1e-3);
                reduce_to(rank == 2 ? 1 : 0);
                MGEN_Barrier(MPI_COMM_WORLD);
              }),
              AllOf(HasSubstr("rank 2, MGEN_Reduce at 1 ms"),
                    HasSubstr("rank 3 calls reduce with another root")));
  EXPECT_THAT(mismatch([](int rank) {
                if (rank != 2) MGEN_Barrier(MPI_COMM_WORLD);
                MGEN_Comp(1);
              }, 3),
              AllOf(HasSubstr("rank 2, MGEN_Finalize at 1 s"), HasSubstr("calls barrier as number 1 of the "
                    "communicator, on which this rank has called only 0")));
  EXPECT_THAT(mismatch([](int rank) {
                MPI_Comm half;
                MGEN_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
                if (rank == 0) MGEN_Gather(nullptr, 1, MPI_INT, nullptr, 1, MPI_INT, 0, half);
                if (rank == 1) MGEN_Bcast(nullptr, 1, MPI_INT, 1, half);
                MGEN_Comp(1);
              }),
              HasSubstr("mismatched collectives"));
}

// Counts that only two ranks can compare: more and less than what is expected.
TEST(Mismatch, OfVectorsOfCounts) {
  for (const int wrong : {1, 3}) {
    EXPECT_THAT(mismatch([&](int rank) {
                  const int counts[] = {2, 2, 2, 2}, places[] = {0, 2, 4, 6};
                  MGEN_Gatherv(nullptr, rank == 3 ? wrong : 2, MPI_INT, nullptr, counts, places, MPI_INT,
                               0, MPI_COMM_WORLD);
                }),
                AllOf(HasSubstr("rank 0, MGEN_Gatherv at "),
                      HasSubstr("mismatched collectives: rank 3 sends"),
                      HasSubstr("where this rank expects 8, in gatherv")));
    EXPECT_THAT(mismatch([&](int rank) {
                  int sends[] = {2, 2, 2, 2};
                  const int receives[] = {2, 2, 2, 2}, places[] = {0, 4, 8, 12};
                  if (rank == 1) sends[2] = wrong;
                  MGEN_Alltoallv(nullptr, sends, places, MPI_INT, nullptr, receives, places, MPI_INT,
                                 MPI_COMM_WORLD);
                }),
                AllOf(HasSubstr("rank 2, MGEN_Alltoallv"), HasSubstr("rank 1 sends")));
  }
}

TEST(Errors, BuffersInPlaceAndTheSame) {
  EXPECT_THAT(failure_of([] { MGEN_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); }),
              HasSubstr("MGEN_Send at 1 us: this buffer cannot be MGEN_IN_PLACE"));
  EXPECT_THAT(failure_of([] {
                MGEN_Reduce(MPI_IN_PLACE, nullptr, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
              }),
              HasSubstr("MGEN_IN_PLACE is for the root, rank 0"));
  EXPECT_THAT(failure_of([] {
                int a = 0;
                MGEN_Scan(&a, &a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              }, true),
              HasSubstr("both buffers are the same"));
}

// One rank is late: what came for another collective is there already.
TEST(Mismatch, IsNoticedByALateRankToo) {
  EXPECT_THAT(mismatch([](int rank) {
                if (rank == 2) MGEN_Comp(1);
                if (rank == 2) MGEN_Barrier(MPI_COMM_WORLD);
                else MGEN_Alltoall(nullptr, 1, MPI_INT, nullptr, 1, MPI_INT, MPI_COMM_WORLD);
              }),
              HasSubstr("rank 2, MGEN_Barrier at 1 s: mismatched collectives: number 1 of the "
                        "communicator is barrier here, but alltoall on rank"));
}

TEST(Mismatch, OfNonBlockingOnes) {
  EXPECT_THAT(mismatch([](int rank) {
                MPI_Request r;
                if (rank == 0) MGEN_Ibarrier(MPI_COMM_WORLD, &r);
                else MGEN_Iallgather(nullptr, 1, MPI_INT, nullptr, 1, MPI_INT, MPI_COMM_WORLD, &r);
                MGEN_Wait(&r, MPI_STATUS_IGNORE);
              }),
              AllOf(HasSubstr("mismatched collectives"), HasSubstr("barrier"), HasSubstr("allgather")));
}

TEST(Mismatch, OfAMakingAndAnOperation) {
  EXPECT_THAT(mismatch([](int rank) {
                MPI_Comm c;
                if (rank == 0) MGEN_Comm_dup(MPI_COMM_WORLD, &c);
                else MGEN_Barrier(MPI_COMM_WORLD);
              }),
              HasSubstr("the creation of a communicator (dup)"));
}

// ---- What is left at MGEN_Finalize ----

TEST(Finalize, WantsAllMessagesReceived) {
  EXPECT_EQ(mismatch([](int rank) {
              if (rank == 0) MGEN_Send(nullptr, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
              if (rank == 1) MGEN_Comp(1);
            }),
            "job 'test', rank 1, MGEN_Finalize at 1 s: a message of 12 bytes from rank 0 with tag 7 was "
            "never received");
  EXPECT_EQ(mismatch([](int rank) {
              if (rank == 0) MGEN_Send(nullptr, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
            }),
            "job 'test', rank 1, in program code at 1.012 us: a message of 12 bytes from rank 0 with tag "
            "7 arrived after MGEN_Finalize and cannot be received");
}

TEST(Finalize, WantsMatchedMessagesReceived) {
  EXPECT_THAT(mismatch([](int rank) {
                MPI_Message message;
                if (rank == 0) MGEN_Send(nullptr, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
                if (rank == 1) MGEN_Mprobe(0, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
              }),
              HasSubstr("rank 1, MGEN_Finalize at 1.012 us: a message of 12 bytes from rank 0 with tag "
                        "7 was matched by a probe and never received"));
}

TEST(Finalize, WantsAllRequestsComplete) {
  MPI_Request r;
  EXPECT_THAT(mismatch([&](int rank) {
                if (rank == 1) MGEN_Irecv(nullptr, 8, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &r);
              }),
              HasSubstr("rank 1, MGEN_Finalize at 0 ps: a receive from rank 0 with tag 2 has no "
                        "message"));
  EXPECT_THAT(mismatch([&](int rank) {
                if (rank == 3) MGEN_Issend(nullptr, 8, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &r);
              }),
              HasSubstr("rank 3, MGEN_Finalize at 0 ps: a send of 8 bytes to rank 0 with tag 2 is not "
                        "complete"));
  EXPECT_THAT(mismatch([&](int rank) {
                if (rank == 2) MGEN_Ibarrier(MPI_COMM_WORLD, &r);
              }),
              HasSubstr("rank 2, MGEN_Finalize at 0 ps: a non-blocking barrier is not complete"));
}

TEST(Errors, AbortCarriesItsCode) {
  TestWorld w({}, program([](int rank) {
                if (rank == 0) MGEN_Abort(MPI_COMM_WORLD, 42);
              }));
  w.run();
  ASSERT_TRUE(w.world.failure());
  EXPECT_EQ(w.world.failure()->program_code, 42);
  EXPECT_EQ(w.failure(), "job 'test', rank 0, MGEN_Abort at 0 ps: the program ends with code 42");
}

TEST(Errors, ExitEndsTheRank) {
  TestWorld w({.ranks = 3}, program([](int rank) {
                if (rank == 1) __wrap_exit(9);
              }));
  w.run();
  EXPECT_TRUE(w.world.finished());
  EXPECT_EQ(w.world.result(0).exit_code, 9);
  EXPECT_EQ(w.world.result(0).failed_rank, 1);
}

TEST(Errors, ReturnValuesAreKept) {
  TestWorld w({.ranks = 3}, [] {
    MGEN_Init(nullptr, nullptr);
    const int rank = my_rank();
    MGEN_Finalize();
    return rank == 2 ? 7 : 0;
  });
  w.run();
  EXPECT_EQ(w.world.result(0).exit_code, 7);
  EXPECT_EQ(w.world.result(0).failed_rank, 2);
}

#ifndef __SANITIZE_ADDRESS__
TEST(Errors, ACrashNamesTheRank) {
  EXPECT_THAT(failure_of([] {
                volatile std::uintptr_t nowhere = 16;
                *reinterpret_cast<volatile int*>(nowhere) = 1;
              }),
              HasSubstr("rank 1, in program code at 1 us: crashed with SIGSEGV: invalid memory access "
                        "at address 0x10"));
  EXPECT_THAT(failure_of([] {
                auto* nowhere = reinterpret_cast<MPI_Request*>(std::uintptr_t{16});
                MGEN_Wait(nowhere, MPI_STATUS_IGNORE);
              }),
              HasSubstr("rank 1, MGEN_Wait at 1 us: crashed"));
  EXPECT_THAT(failure_of([] { std::abort(); }), HasSubstr("SIGABRT"));
}

[[gnu::noinline]] int dig(int depth) {
  volatile char frame[1024];
  for (int i = 0; i < 1024; ++i) frame[i] = 1;
  return depth == 0 ? frame[0] : dig(depth - 1) + frame[1];
}
TEST(Errors, AStackOverflowNamesTheRank) {
  EXPECT_THAT(failure_of([] {
                dig(300);
                MGEN_Comp(1);
              }),
              AllOf(HasSubstr("rank 1, "), HasSubstr(" at 1 us: overflowed its stack of 262.1 kB")));
}
#endif

// Two ranks receive first: both calls are named.
TEST(Deadlock, IsReported) {
  TestWorld w({}, program([](int rank) {
                MGEN_Comp(2e-6);
                MGEN_Recv(nullptr, 10, MPI_INT, 1 - rank, 3 + rank, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE);
                MGEN_Send(nullptr, 10, MPI_INT, 1 - rank, 4 - rank, MPI_COMM_WORLD);
              }));
  w.run();
  EXPECT_FALSE(w.world.finished());
  EXPECT_EQ(w.failure(), "");
  EXPECT_THAT(describe(w.world.blocked()),
              ElementsAre("rank 0 of job 'test' waits in MGEN_Recv for a message from rank 1, tag 3, "
                          "of up to 40 B; the world, since 2 us",
                          "rank 1 of job 'test' waits in MGEN_Recv for a message from rank 0, tag 4, "
                          "of up to 40 B; the world, since 2 us"));
}

TEST(Deadlock, OfSendsAndCollectivesIsReported) {
  MpiParams params;
  params.eager_limit = 0_B;
  TestWorld w({.ranks = 3, .params = params}, program([](int rank) {
                if (rank == 0) MGEN_Send(nullptr, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
                if (rank == 1) MGEN_Barrier(MPI_COMM_WORLD);
              }));
  w.run();
  EXPECT_THAT(describe(w.world.blocked()),
              ElementsAre(HasSubstr("rank 0 of job 'test' waits in MGEN_Send for rank 1 to receive 8 B, "
                                    "tag 0; the world"),
                          HasSubstr("rank 1 of job 'test' waits in MGEN_Barrier for a message from "
                                    "rank 0, inside the collective")));
}

TEST(Deadlock, OfANonBlockingCollectiveNamesBothCoroutines) {
  TestWorld w({.ranks = 3}, [] {
    MGEN_Init(nullptr, nullptr);
    MPI_Request r;
    if (my_rank() == 2) return 0;
    MGEN_Ibarrier(MPI_COMM_WORLD, &r);
    MGEN_Wait(&r, MPI_STATUS_IGNORE);
    return 0;
  });
  w.run();
  EXPECT_THAT(describe(w.world.blocked()),
              ElementsAre(HasSubstr("rank 0 of job 'test' waits in MGEN_Wait for its non-blocking barrier"),
                          HasSubstr("rank 1 of job 'test' waits in MGEN_Wait for its non-blocking barrier"),
                          HasSubstr("MGEN_Ibarrier (outside the program) for a message from rank"),
                          HasSubstr("MGEN_Ibarrier (outside the program) for a message from rank")));
}

TEST(Deadlock, RanksThatPollAreNamed) {
  MpiParams params;
  params.poll_time = 100_ns;
  TestWorld w({.ranks = 1, .params = params}, program([](int) {
                int flag = 0;
                for (int i = 0; i < 20 && !flag; ++i) {
                  MGEN_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
                }
              }));
  w.partition.run_until(Time{1'050'000});
  EXPECT_THAT(describe(w.world.blocked()),
              ElementsAre("rank 0 of job 'test' polls in MGEN_Iprobe for a message from any rank, tag "
                          "3; the world, since 0 ps"));
  w.partition.run_until(kNever);
  EXPECT_THAT(w.world.blocked(), testing::IsEmpty());
}

TEST(Deadlock, LongReportsAreShortened) {
  TestWorld w({.ranks = 100}, program([](int) {
                MGEN_Recv(nullptr, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE);
              }));
  w.run();
  const auto lines = describe(w.world.blocked(), 4);
  EXPECT_THAT(lines, ElementsAre(HasSubstr("rank 0 "), HasSubstr("rank 1 "), "… and 96 more ranks …",
                                 HasSubstr("rank 98 "), HasSubstr("any rank, any tag")));
}

}  // namespace errors_test
}  // namespace kasuri::mpi
