// SPDX-License-Identifier: MIT
// Completion of requests: the wait and test families, withdrawal, persistent requests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mpi/api/test_two.h"

namespace kasuri::mpi {
namespace requests_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;

// ---- Completion ----

// Rank 0 sends tags 2, 0, 3, 1 at 10, 20, 30 and 40 µs.
void send_in_turn() {
  for (const int tag : {2, 0, 3, 1}) {
    MGEN_Comp(10e-6);
    MGEN_Send(&tag, 1, MPI_INT, 1, tag, kWorld);
  }
}

TEST(Completion, WaitanyTakesOneAtATime) {
  run(two(), [](int rank) {
    if (rank == 0) return send_in_turn();
    int v[4];
    MPI_Request r[5];
    for (int i = 0; i < 4; ++i) MGEN_Irecv(&v[i], 1, MPI_INT, 0, i, kWorld, &r[i]);
    r[4] = MPI_REQUEST_NULL;
    std::vector<int> order;
    for (int i = 0; i < 4; ++i) {
      int index = -1;
      MPI_Status s;
      MGEN_Waitany(5, r, &index, &s);
      EXPECT_EQ(s.MPI_TAG, index);
      EXPECT_EQ(v[index], index);
      EXPECT_EQ(r[index], MPI_REQUEST_NULL);
      EXPECT_EQ(time_now(), 11_us + 4_ns + 10_us * i);
      order.push_back(index);
    }
    EXPECT_THAT(order, ElementsAre(2, 0, 3, 1));
    int index = 0;
    MGEN_Waitany(5, r, &index, kIgnore);
    EXPECT_EQ(index, MPI_UNDEFINED);
  });
}

// The CPU's part of each message is taken when the program has asked for it.
TEST(Completion, WaitanyTakesTheOverheadOfItsChoice) {
  TestWorld::Setup setup = two();
  setup.params.receive_overhead = 300_ns;
  run(setup, [](int rank) {
    if (rank == 0) return send_in_turn();
    int v[4], index = -1;
    MPI_Request r[4];
    for (int i = 0; i < 4; ++i) MGEN_Irecv(&v[i], 1, MPI_INT, 0, i, kWorld, &r[i]);
    MGEN_Waitany(4, r, &index, kIgnore);
    EXPECT_EQ(time_now(), 11_us + 4_ns + 300_ns);
    MGEN_Comp(100e-6);
    const Time before = time_now();
    MGEN_Waitall(4, r, MPI_STATUSES_IGNORE);
    EXPECT_EQ(time_now() - before, 900_ns);
  });
}

TEST(Completion, WaitsomeAndTestsomeTakeAllThatAreDone) {
  run(two(), [](int rank) {
    if (rank == 0) return send_in_turn();
    int v[4], indices[4], n = -1;
    MPI_Status s[4];
    MPI_Request r[4];
    for (int i = 0; i < 4; ++i) MGEN_Irecv(&v[i], 1, MPI_INT, 0, i, kWorld, &r[i]);
    MGEN_Testsome(4, r, &n, indices, s);
    EXPECT_EQ(n, 0);
    MGEN_Waitsome(4, r, &n, indices, s);
    EXPECT_EQ(n, 1);
    EXPECT_EQ(indices[0], 2);
    MGEN_Comp(25e-6);
    MGEN_Waitsome(4, r, &n, indices, s);
    ASSERT_EQ(n, 2);
    EXPECT_EQ(indices[0], 0);
    EXPECT_EQ(indices[1], 3);
    EXPECT_EQ(s[1].MPI_TAG, 3);
    MGEN_Comp(25e-6);
    MGEN_Testsome(4, r, &n, indices, s);
    EXPECT_EQ(n, 1);
    EXPECT_EQ(indices[0], 1);
    MGEN_Testsome(4, r, &n, indices, s);
    EXPECT_EQ(n, MPI_UNDEFINED);
    MGEN_Waitsome(4, r, &n, indices, s);
    EXPECT_EQ(n, MPI_UNDEFINED);
  });
}

TEST(Completion, TestallAndTestanyPoll) {
  run(two(), [](int rank) {
    if (rank == 0) return send_in_turn();
    int v[4], flag = 0, index = -1, polls = 0;
    MPI_Request r[4];
    for (int i = 0; i < 4; ++i) MGEN_Irecv(&v[i], 1, MPI_INT, 0, i, kWorld, &r[i]);
    for (; !flag; ++polls) MGEN_Testany(4, r, &index, &flag, kIgnore);
    EXPECT_EQ(index, 2);
    EXPECT_EQ(polls, 112);  // 11.004 µs at 100 ns, and the one that finds it
    MGEN_Request_get_status(r[0], &flag, kIgnore);
    EXPECT_FALSE(flag);
    while (!flag) MGEN_Testall(4, r, &flag, MPI_STATUSES_IGNORE);
    EXPECT_GE(time_now(), 41_us);
    MGEN_Testany(4, r, &index, &flag, kIgnore);
    EXPECT_TRUE(flag);
    EXPECT_EQ(index, MPI_UNDEFINED);
  });
}

void expect_empty(const MPI_Status& s) {
  int count = -1, cancelled = -1;
  MGEN_Get_count(&s, MPI_INT, &count);
  MGEN_Test_cancelled(&s, &cancelled);
  EXPECT_EQ(s.MPI_SOURCE, MPI_ANY_SOURCE);
  EXPECT_EQ(s.MPI_TAG, MPI_ANY_TAG);
  EXPECT_EQ(s.MPI_ERROR, MPI_SUCCESS);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(cancelled, 0);
}

// MPI 4.1, section 3.7.5: lists that are empty, or of null and inactive requests.
TEST(Completion, OfNothing) {
  run(two(), [](int) {
    for (const bool persistent : {false, true}) {
      for (const int n : {0, 1, 3}) {
        int v = 0;
        MPI_Request r[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        if (persistent) MGEN_Recv_init(&v, 1, MPI_INT, 0, 0, kWorld, &r[0]);
        if (persistent) MGEN_Barrier_init(kWorld, MPI_INFO_NULL, &r[2]);
        const MPI_Request before[3] = {r[0], r[1], r[2]};
        const MPI_Status full = {7, 7, 7, {7, 7, 7}};
        int index = 77, flag = 77, count = 77, indices[3];
        MPI_Status s = full;
        MGEN_Waitany(n, r, &index, &s);
        EXPECT_EQ(index, MPI_UNDEFINED);
        expect_empty(s);
        s = full, index = 77;
        MGEN_Testany(n, r, &index, &flag, &s);
        EXPECT_EQ(index, MPI_UNDEFINED);
        EXPECT_EQ(flag, 1);
        expect_empty(s);
        MPI_Status all[3] = {full, full, full};
        MGEN_Waitsome(n, r, &count, indices, all);
        EXPECT_EQ(count, MPI_UNDEFINED);
        count = 77;
        MGEN_Testsome(n, r, &count, indices, all);
        EXPECT_EQ(count, MPI_UNDEFINED);
        flag = 77;
        MGEN_Testall(n, r, &flag, all);
        EXPECT_EQ(flag, 1);
        for (int i = 0; i < n; ++i) expect_empty(all[i]);
        std::fill_n(all, 3, full);
        MGEN_Waitall(n, r, all);
        for (int i = 0; i < n; ++i) expect_empty(all[i]);
        s = full, flag = 77;
        MGEN_Test(&r[0], &flag, &s);
        EXPECT_EQ(flag, 1);
        expect_empty(s);
        s = full, flag = 77;
        MGEN_Request_get_status(r[0], &flag, &s);
        EXPECT_EQ(flag, 1);
        expect_empty(s);
        s = full;
        MGEN_Wait(&r[0], &s);
        expect_empty(s);
        for (int i = 0; i < 3; ++i) EXPECT_EQ(r[i], before[i]);
        if (persistent) MGEN_Request_free(&r[0]), MGEN_Request_free(&r[2]);
      }
    }
  });
}

// Active ones of which none is complete: no index, and a count of zero.
TEST(Completion, OfNoneYet) {
  run(two(), [](int rank) {
    const int other = 1 - rank;
    int v[2] = {}, index = 77, flag = 77, count = 77, indices[3];
    MPI_Request r[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MGEN_Irecv(&v[0], 1, MPI_INT, other, 0, kWorld, &r[0]);
    MGEN_Recv_init(&v[1], 1, MPI_INT, other, 1, kWorld, &r[2]);
    MGEN_Start(&r[2]);
    MGEN_Testany(3, r, &index, &flag, MPI_STATUS_IGNORE);
    EXPECT_EQ(index, MPI_UNDEFINED);
    EXPECT_EQ(flag, 0);
    MGEN_Testsome(3, r, &count, indices, MPI_STATUSES_IGNORE);
    EXPECT_EQ(count, 0);
    MGEN_Comp(1e-3);
    for (const int tag : {0, 1}) MGEN_Send(&rank, 1, MPI_INT, other, tag, kWorld);
    MGEN_Waitall(3, r, MPI_STATUSES_IGNORE);
    MGEN_Request_free(&r[2]);
  });
}

TEST(Completion, AReceiveIsWithdrawn) {
  run(two(), [](int rank) {
    int data = 0, flag = 0;
    if (rank == 0) {
      data = 3;
      MGEN_Comp(10e-6);
      MGEN_Send(&data, 1, MPI_INT, 1, 0, kWorld);
      return;
    }
    MPI_Status s;
    MPI_Request r[4];
    MGEN_Irecv(&data, 1, MPI_INT, 0, 0, kWorld, &r[0]);
    MGEN_Irecv(&data, 1, MPI_INT, 0, 0, kWorld, &r[1]);
    MGEN_Irecv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 0, kWorld, &r[2]);
    MGEN_Irecv(&data, 1, MPI_INT, 0, 0, kWorld, &r[3]);
    for (const int i : {1, 2, 0}) {
      MGEN_Cancel(&r[i]);
      MGEN_Wait(&r[i], &s);
      MGEN_Test_cancelled(&s, &flag);
      EXPECT_TRUE(flag);
    }
    MGEN_Wait(&r[3], &s);
    MGEN_Test_cancelled(&s, &flag);
    EXPECT_FALSE(flag);
    EXPECT_EQ(data, 3);
  });
}

TEST(Completion, AFreedRequestGoesOn) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [](int rank) {
      static const int kData = 8;
      if (rank == 0) {
        MPI_Request r;
        MGEN_Isend(&kData, 1, MPI_INT, 1, 0, kWorld, &r);
        MGEN_Request_free(&r);
        EXPECT_EQ(r, MPI_REQUEST_NULL);
      } else {
        int data = 0;
        MGEN_Comp(1e-6);
        MGEN_Recv(&data, 1, MPI_INT, 0, 0, kWorld, kIgnore);
        EXPECT_EQ(data, 8);
      }
    });
  }
}

TEST(Persistent, RequestsStartAgainAndAgain) {
  for (const Bytes limit : {0_B, 1000_B}) {
    run(two(limit), [](int rank) {
      int out = 0, in = -1;
      MPI_Request r[2];
      MGEN_Recv_init(&in, 1, MPI_INT, 1 - rank, 0, kWorld, &r[0]);
      (rank == 0 ? MGEN_Send_init : MGEN_Ssend_init)(&out, 1, MPI_INT, 1 - rank, 0, kWorld, &r[1]);
      MPI_Status s;
      MGEN_Wait(&r[0], &s);  // not started: nothing to wait for
      EXPECT_EQ(s.MPI_SOURCE, MPI_ANY_SOURCE);
      for (int i = 0; i < 10; ++i) {
        out = 100 * rank + i;
        MGEN_Startall(2, r);
        if (i % 3 == 0) {
          MGEN_Waitall(2, r, MPI_STATUSES_IGNORE);
        } else if (i % 3 == 1) {
          int index = 0;
          for (int k = 0; k < 2; ++k) MGEN_Waitany(2, r, &index, kIgnore);
          MGEN_Waitany(2, r, &index, kIgnore);
          EXPECT_EQ(index, MPI_UNDEFINED);
        } else {
          for (int flag = 0; !flag;) MGEN_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
        }
        EXPECT_EQ(in, 100 * (1 - rank) + i);
        EXPECT_NE(r[0], MPI_REQUEST_NULL);
      }
      for (MPI_Request& one : r) MGEN_Request_free(&one);
      EXPECT_EQ(r[0], MPI_REQUEST_NULL);
    });
  }
}

TEST(Persistent, StartingTwiceIsAMistake) {
  TestWorld w(two(), program([](int rank) {
                int data = 0;
                MPI_Request r;
                MGEN_Recv_init(&data, 1, MPI_INT, 1 - rank, 0, kWorld, &r);
                MGEN_Start(&r);
                MGEN_Start(&r);
              }));
  w.run();
  EXPECT_THAT(w.failure(), HasSubstr("MGEN_Start at 0 ps: the persistent request is active"));
}

// ---- Non-blocking collectives ----

// They go on while the program computes, and take nothing of its time.
TEST(NonBlocking, CollectivesGoOnBesideTheProgram) {
  TestWorld::Setup setup{.ranks = 8, .latency = 1_us, .rate = kUnlimited};
  setup.params.send_overhead = setup.params.receive_overhead = 100_ns;
  run(setup, [](int) {
    MPI_Request r[3];
    MGEN_Ibarrier(kWorld, &r[0]);
    MGEN_Iallreduce(nullptr, nullptr, 1, MPI_INT, MPI_SUM, kWorld, &r[1]);
    MGEN_Ibcast(nullptr, 1, MPI_INT, 0, kWorld, &r[2]);
    EXPECT_EQ(time_now(), 0_us);
    MGEN_Comp(2e-6);
    EXPECT_EQ(time_now(), 2_us);
    int flag = 1;
    MGEN_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
    EXPECT_FALSE(flag);
    MGEN_Waitall(2, r, MPI_STATUSES_IGNORE);
    EXPECT_EQ(time_now(), (1_us + 200_ns) * 3);  // three rounds of o + L + o
    MGEN_Wait(&r[2], kIgnore);
  });
}

TEST(NonBlocking, CollectivesOfOneCommunicatorDoNotMix) {
  run({.ranks = 7, .payload = true, .jitter = 3_us}, [](int rank) {
    constexpr int kMany = 40;
    std::vector<long> in(kMany), out(kMany, -1);
    std::vector<MPI_Request> r(kMany);
    for (int i = 0; i < kMany; ++i) {
      const auto k = static_cast<std::size_t>(i);
      in[k] = rank * 100 + i;
      if (i % 2) MGEN_Ibcast(&in[k], 1, MPI_LONG, i % 7, kWorld, &r[k]);
      else MGEN_Iscan(&in[k], &out[k], 1, MPI_LONG, MPI_SUM, kWorld, &r[k]);
    }
    long sum = 0;
    const long one = 1;
    MGEN_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, kWorld);  // overtakes them
    EXPECT_EQ(sum, 7);
    MGEN_Waitall(kMany, r.data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < kMany; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (i % 2) {
        EXPECT_EQ(in[k], i % 7 * 100 + i);
      } else {
        EXPECT_EQ(out[k], rank * (rank + 1) / 2 * 100 + (rank + 1) * i);
      }
    }
  });
}

TEST(NonBlocking, TooManyAtOnceAreRefused) {
  TestWorld w({.ranks = 2}, program([](int rank) {
                std::vector<MPI_Request> r(1025);
                for (std::size_t i = 0; rank == 0 && i < r.size(); ++i) MGEN_Ibarrier(kWorld, &r[i]);
              }));
  w.run();
  EXPECT_THAT(w.failure(), HasSubstr("MGEN_Ibarrier at 0 ps: more than 1024 non-blocking collectives are "
                                     "active; mpi.nonblocking_collectives"));
}

}  // namespace requests_test
}  // namespace kasuri::mpi
