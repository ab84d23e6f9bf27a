// SPDX-License-Identifier: MIT
// Persistent collectives (MPI 4.1, section 6.13): the order in which they are made matches them, not the
// order in which they are started.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace persistent_test {

using namespace literals;
using testing::Each;
using testing::HasSubstr;

// All 22, twice each with other data, so that a start which met that of another request would show.
struct All {
  static constexpr int kRanks = 4, kKinds = 22, kEach = 2;
  struct Data {
    int out[kRanks] = {}, in[kRanks] = {};
  };
  Data data[kKinds * kEach];
  MPI_Request requests[kKinds * kEach];
  const int ones[kRanks] = {1, 1, 1, 1}, places[kRanks] = {0, 1, 2, 3}, bytes[kRanks] = {0, 4, 8, 12};
  const MPI_Aint far[kRanks] = {0, 4, 8, 12};
  const MPI_Datatype types[kRanks] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
  const MPI_Info none = MPI_INFO_NULL;

  void make(int i, MPI_Comm c, MPI_Comm ring) {
    int *const out = data[i].out, *const in = data[i].in;
    MPI_Request* const r = &requests[i];
    const MPI_Datatype t = MPI_INT;
    switch (i % kKinds) {
      case 0: MGEN_Barrier_init(c, none, r); break;
      case 1: MGEN_Bcast_init(out, kRanks, t, 0, c, none, r); break;
      case 2: MGEN_Reduce_init(out, in, kRanks, t, MPI_SUM, 0, c, none, r); break;
      case 3: MGEN_Allreduce_init(out, in, kRanks, t, MPI_SUM, c, none, r); break;
      case 4: MGEN_Gather_init(out, 1, t, in, 1, t, 0, c, none, r); break;
      case 5: MGEN_Gatherv_init(out, 1, t, in, ones, places, t, 0, c, none, r); break;
      case 6: MGEN_Scatter_init(out, 1, t, in, 1, t, 0, c, none, r); break;
      case 7: MGEN_Scatterv_init(out, ones, places, t, in, 1, t, 0, c, none, r); break;
      case 8: MGEN_Allgather_init(out, 1, t, in, 1, t, c, none, r); break;
      case 9: MGEN_Allgatherv_init(out, 1, t, in, ones, places, t, c, none, r); break;
      case 10: MGEN_Alltoall_init(out, 1, t, in, 1, t, c, none, r); break;
      case 11: MGEN_Alltoallv_init(out, ones, places, t, in, ones, places, t, c, none, r); break;
      case 12: MGEN_Alltoallw_init(out, ones, bytes, types, in, ones, bytes, types, c, none, r); break;
      case 13: MGEN_Reduce_scatter_init(out, in, ones, t, MPI_SUM, c, none, r); break;
      case 14: MGEN_Reduce_scatter_block_init(out, in, 1, t, MPI_SUM, c, none, r); break;
      case 15: MGEN_Scan_init(out, in, kRanks, t, MPI_SUM, c, none, r); break;
      case 16: MGEN_Exscan_init(out, in, kRanks, t, MPI_SUM, c, none, r); break;
      case 17: MGEN_Neighbor_allgather_init(out, 1, t, in, 1, t, ring, none, r); break;
      case 18: MGEN_Neighbor_allgatherv_init(out, 1, t, in, ones, places, t, ring, none, r); break;
      case 19: MGEN_Neighbor_alltoall_init(out, 1, t, in, 1, t, ring, none, r); break;
      case 20:
        MGEN_Neighbor_alltoallv_init(out, ones, places, t, in, ones, places, t, ring, none, r);
        break;
      default:
        MGEN_Neighbor_alltoallw_init(out, ones, far, types, in, ones, far, types, ring, none, r);
    }
  }

  // All ranks give the same number, another one for each request: so does what they get.
  void fill(int i, int rank, int turn) {
    const int number = 1000 * (turn + 1) + i;
    for (int& n : data[i].out) n = i % kKinds == 1 && rank != 0 ? -1 : number;
    for (int& n : data[i].in) n = -1;
  }
  int times(int i, int rank) const {  // sums
    switch (i % kKinds) {
      case 2: case 3: case 13: case 14: return kRanks;
      case 15: return rank + 1;
      case 16: return rank;
      default: return 1;
    }
  }
  void check(int i, int rank, int turn) const {
    const int kind = i % kKinds;
    const bool at_root = kind == 2 || kind == 4 || kind == 5;
    if (kind == 0 || (at_root && rank != 0) || (kind == 16 && rank == 0)) return;
    const int* const got = kind == 1 ? data[i].out : data[i].in;
    EXPECT_EQ(got[0], times(i, rank) * (1000 * (turn + 1) + i)) << "kind " << kind << ", rank " << rank;
  }
};

TEST(PersistentCollectives, AreStartedInAnyOrder) {
  EXPECT_EQ(failure_with_jitter(All::kRanks, [](int rank) {
    constexpr int kAll = All::kKinds * All::kEach;
    All all;
    MPI_Comm ring;
    const int extents[] = {2, 2}, periods[] = {1, 1};
    MGEN_Cart_create(kWorld, 2, extents, periods, 0, &ring);
    for (int i = 0; i < kAll; ++i) {
      all.make(i, kWorld, ring);
      if (i % 5 == 0) MGEN_Barrier(kWorld);  // others between
    }
    std::vector<int> order(kAll);
    for (int turn = 0; turn < 3; ++turn) {
      for (int i = 0; i < kAll; ++i) {
        order[static_cast<std::size_t>(i)] = (i * (rank % 2 ? 5 : 3) + rank * 7 + turn) % kAll;
        all.fill(i, rank, turn);
      }
      for (const int i : order) {
        MGEN_Start(&all.requests[i]);
        if (i % 7 == 0) MGEN_Comp(3e-6);
      }
      int sum = 0, me = rank;
      MGEN_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, kWorld);  // while all are under way
      EXPECT_EQ(sum, 6);
      MGEN_Waitall(kAll, all.requests, MPI_STATUSES_IGNORE);
      for (int i = 0; i < kAll; ++i) all.check(i, rank, turn);
    }
    for (MPI_Request& r : all.requests) MGEN_Request_free(&r);
  }), "");
}

// A rank may be a start ahead of another one.
TEST(PersistentCollectives, StartsOfOneRequestFollowOneAnother) {
  EXPECT_EQ(failure_with_jitter(5, [](int rank) {
    int value = -1;
    MPI_Request request;
    MGEN_Bcast_init(&value, 1, MPI_INT, 0, kWorld, MPI_INFO_NULL, &request);
    for (int turn = 0; turn < 10; ++turn) {
      if (rank == 0) value = turn;
      else MGEN_Comp(7e-6 * rank);
      MGEN_Start(&request);
      MGEN_Wait(&request, kIgnore);
      EXPECT_EQ(value, turn);
    }
    MGEN_Request_free(&request);
  }), "");
}

// Numbers of ordinary collectives wrap around at 2^16, while a persistent one stays.
TEST(PersistentCollectives, LastLongerThanTheNumbersOfOthers) {
  EXPECT_EQ(failure_with_jitter(2, [](int rank) {
    int value = rank, sum = 0;
    MPI_Request request;
    MGEN_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, kWorld, MPI_INFO_NULL, &request);
    for (int i = 0; i < (1 << 16) + 3; ++i) MGEN_Barrier(kWorld);
    MGEN_Start(&request);
    MGEN_Barrier(kWorld);
    MGEN_Wait(&request, kIgnore);
    EXPECT_EQ(sum, 1);
    MGEN_Request_free(&request);
  }), "");
}

TEST(PersistentCollectives, ThatDoNotMatchAreNoticed) {
  const auto failure = [](std::function<void(int, MPI_Request*)> make) {
    return failure_with_jitter(3, [=](int rank) {
      int in[3], out[3];
      MPI_Request request;
      make(rank, &request);
      if (rank == 2) MGEN_Comp(1e-3);
      MGEN_Start(&request);
      MGEN_Wait(&request, kIgnore);
      MGEN_Allgather(out, 1, MPI_INT, in, 1, MPI_INT, kWorld);
    });
  };
  static thread_local int out[8], in[8];
  EXPECT_THAT(failure([](int rank, MPI_Request* r) {
    if (rank == 1) MGEN_Barrier_init(kWorld, MPI_INFO_NULL, r);
    else MGEN_Allreduce_init(out, in, 1, MPI_INT, MPI_SUM, kWorld, MPI_INFO_NULL, r);
  }), HasSubstr("mismatched collectives: number 1 of the persistent collectives of the communicator is"));
  EXPECT_THAT(failure([](int rank, MPI_Request* r) {
    MGEN_Bcast_init(out, 1, MPI_INT, rank == 1, kWorld, MPI_INFO_NULL, r);
  }), HasSubstr("calls bcast with another root, operation, datatype or size"));
  // A making against an ordinary one.
  EXPECT_THAT(failure_with_jitter(2, [](int rank) {
    MPI_Request r;
    if (rank == 1) MGEN_Barrier_init(kWorld, MPI_INFO_NULL, &r);
    MGEN_Barrier(kWorld);
  }), HasSubstr("mismatched collectives"));
}

}  // namespace persistent_test
}  // namespace kasuri::mpi
