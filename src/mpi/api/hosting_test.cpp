// SPDX-License-Identifier: MIT
// What ends a program's own code against its will is named: rank, call, time.
#include <gmock/gmock.h>
#include <pthread.h>

#include <stdexcept>
#include <string>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace hosting_test {

using testing::AllOf;
using testing::HasSubstr;

// The message of a job of two in which rank 1 does this after 1 µs.
std::string failure_of(std::function<void()> mistake, bool payload = false) {
  TestWorld w({.payload = payload}, program([&](int rank) {
                if (rank == 0) return;
                MGEN_Comp(1e-6);
                mistake();
              }));
  w.run();
  return w.failure();
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
[[gnu::noinline]] int dig(int depth) {
  volatile char frame[1024];
  for (int i = 0; i < 1024; ++i) frame[i] = 1;
  return depth == 0 ? frame[0] : dig(depth - 1) + frame[1];
}

// Of a non-blocking collective, which borrows a stack: its rank and its call.
TEST(Hosting, AStackOverflowBesideTheProgramNamesTheRank) {
  TestWorld w({.payload = true}, program([](int rank) {
                MPI_Op op = MPI_OP_NULL;
                MPI_Request request = MPI_REQUEST_NULL;
                MGEN_Op_create([](void*, void*, int*, MPI_Datatype*) { dig(300); }, 1, &op);
                int out = 0;
                MGEN_Iallreduce(&rank, &out, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
                MGEN_Wait(&request, MPI_STATUS_IGNORE);
              }));
  w.run();
  EXPECT_THAT(w.failure(), HasSubstr(", MGEN_Iallreduce at "));
  EXPECT_THAT(w.failure(), HasSubstr(": overflowed its stack of 262.1 kB"));
}
#endif

// ---- Exceptions ----

struct Broken : std::runtime_error {
  using runtime_error::runtime_error;
};

TEST(Hosting, AnExceptionNamesRankTypeAndText) {
  EXPECT_THAT(failure_of([] { throw Broken("no convergence"); }),
              AllOf(HasSubstr("rank 1, in program code at 1 us: an exception of type "),
                    HasSubstr("Broken left MGEN_Main: no convergence")));
  EXPECT_THAT(failure_of([] { throw 42; }), HasSubstr("type int left MGEN_Main: 42"));
  EXPECT_THAT(failure_of([] { throw "a text"; }), HasSubstr("type char const* left MGEN_Main: a text"));
  EXPECT_THAT(failure_of([] { std::terminate(); }), HasSubstr("std::terminate() was called"));
  EXPECT_THAT(failure_of([]() noexcept { [] { throw std::string("s"); }(); }),
              AllOf(HasSubstr("std::"), HasSubstr("in std::terminate()"), HasSubstr(": s")));
}

void fail_in_handler(MPI_Comm*, int*, ...) { throw 7L; }

TEST(Hosting, AnExceptionOfAFunctionThatTheLibraryCallsNamesTheCall) {
  const auto failing = [](void*, void*, int*, MPI_Datatype*) { throw 7L; };
  EXPECT_THAT(failure_of([&] {
                MPI_Op op = MPI_OP_NULL;
                MGEN_Op_create(failing, 1, &op);
                int in = 1, out = 0;
                MGEN_Reduce_local(&in, &out, 1, MPI_INT, op);
              }, true),
              HasSubstr("MGEN_Reduce_local at 1 us: an exception of type long left a function of the "
                        "program"));
  EXPECT_THAT(failure_of([] {
                MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
                MGEN_Comm_create_errhandler(&fail_in_handler, &handler);
                MGEN_Comm_set_errhandler(MPI_COMM_WORLD, handler);
                MGEN_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
              }),
              HasSubstr("MGEN_Comm_call_errhandler at 1 us: an exception of type long left the error"));
}

TEST(Hosting, ACallFromAThreadOfTheProgramIsRefused) {
  EXPECT_THAT(failure_of([] {
                pthread_t thread{};
                pthread_create(&thread, nullptr, [](void* p) {
                  MGEN_Comp(1);
                  return p;
                }, nullptr);
                pthread_join(thread, nullptr);
              }),
              HasSubstr("rank 1, MGEN_Comp at 1 us: called from a thread that the program has made"));
}

}  // namespace hosting_test
}  // namespace kasuri::mpi
