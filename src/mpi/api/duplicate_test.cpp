// SPDX-License-Identifier: MIT
// MGEN_Comm_idup: made beside the program, several at once, begun and waited for in any order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace duplicate_test {

using namespace literals;
using testing::HasSubstr;

// Messages and reductions of all communicators at once: each keeps its own.
// Their members must agree on the names of those that are not in the same order on all ranks.
void use(const std::vector<MPI_Comm>& all, std::vector<int> names = {}) {
  for (int i = 0; names.size() < all.size(); ++i) names.push_back(i);
  std::vector<int> got(all.size(), -1), sums(all.size()), out(all.size());
  std::vector<MPI_Request> requests(3 * all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    int rank = -1, size = -1;
    MGEN_Comm_rank(all[i], &rank);
    MGEN_Comm_size(all[i], &size);
    out[i] = 100 * names[i] + rank;
    MGEN_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, 0, all[i], &requests[3 * i]);
    MGEN_Isend(&out[i], 1, MPI_INT, (rank + 1) % size, 0, all[i], &requests[3 * i + 1]);
    MGEN_Iallreduce(MPI_IN_PLACE, &sums[i], 1, MPI_INT, MPI_SUM, all[i], &requests[3 * i + 2]);
  }
  MGEN_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i < all.size(); ++i) {
    int rank = -1, size = -1;
    MGEN_Comm_rank(all[i], &rank);
    MGEN_Comm_size(all[i], &size);
    EXPECT_EQ(got[i], 100 * names[i] + (rank + size - 1) % size);
  }
}

// Rank 0 begins them in one order and waits, others in the other: whoever blocked would wait for ever.
TEST(Idup, OfTwoCommunicatorsCrosswise) {
  for (const int p : {1, 2, 3, 8, 13}) {
    EXPECT_EQ(failure_with_jitter(p, [](int rank) {
      MPI_Comm a, b, copies[2];
      MGEN_Comm_dup(kWorld, &a);
      MGEN_Comm_split(kWorld, 0, -rank, &b);
      MPI_Request requests[2];
      const int first = rank % 2;
      MGEN_Comm_idup(first ? b : a, &copies[first], &requests[0]);
      if (rank % 3 == 0) MGEN_Comp(50e-6);
      MGEN_Comm_idup(first ? a : b, &copies[1 - first], &requests[1]);
      MGEN_Wait(&requests[0], kIgnore);
      MGEN_Wait(&requests[1], kIgnore);
      int same = -1;
      MGEN_Comm_compare(copies[0], a, &same);
      EXPECT_EQ(same, MPI_CONGRUENT);
      use({kWorld, a, b, copies[0], copies[1]});
    }), "");
  }
}

TEST(Idup, OfOneCommunicatorWaitedForInReverse) {
  EXPECT_EQ(failure_with_jitter(6, [](int rank) {
    constexpr int kCopies = 5;
    std::vector<MPI_Comm> copies(kCopies);
    MPI_Request requests[kCopies];
    for (int i = 0; i < kCopies; ++i) {
      MGEN_Comm_idup(kWorld, &copies[static_cast<std::size_t>(i)], &requests[i]);
    }
    int flag = 1;
    MGEN_Test(&requests[0], &flag, kIgnore);
    EXPECT_EQ(flag, 0);  // it takes messages
    for (int i = kCopies; i-- > 0;) {
      if (rank == i) MGEN_Comp(20e-6);
      MGEN_Wait(&requests[i], kIgnore);
    }
    use(copies);
    MPI_Comm more;  // a copy of a copy
    MGEN_Comm_idup(copies[3], &more, &requests[0]);
    MGEN_Comm_free(&copies[3]);  // it stays until the copy is made
    MGEN_Wait(&requests[0], kIgnore);
    copies[3] = more;
    use(copies);
  }), "");
}

// Blocking ones and other collectives between, while they are under way.
TEST(Idup, BesideOtherCallsThatMakeCommunicators) {
  EXPECT_EQ(failure_with_jitter(8, [](int rank) {
    MPI_Comm row, copies[3], blocking[3];
    MPI_Request requests[3];
    MGEN_Comm_split(kWorld, rank / 4, rank, &row);
    MGEN_Comm_idup(row, &copies[0], &requests[0]);
    MGEN_Comm_dup(kWorld, &blocking[0]);
    MGEN_Comm_idup(kWorld, &copies[1], &requests[1]);
    MGEN_Comm_split(row, rank % 2, 0, &blocking[1]);
    MGEN_Barrier(kWorld);
    MGEN_Comm_idup(blocking[1], &copies[2], &requests[2]);
    MGEN_Comm_dup(row, &blocking[2]);
    MGEN_Waitall(3, requests, MPI_STATUSES_IGNORE);
    use({kWorld, row, copies[0], copies[1], copies[2], blocking[0], blocking[1], blocking[2]});
  }), "");
}

// Ranks of many overlapping pairs, each in its own order.
TEST(Idup, ManyAtOnce) {
  constexpr int kRanks = 9, kTurns = 25;
  EXPECT_EQ(failure_with_jitter(kRanks, [](int rank) {
    std::vector<MPI_Comm> pairs, copies;
    std::vector<int> numbers, names;
    for (int step = 1; step <= 2; ++step) {
      for (int first = 0; first < kRanks; ++first) {
        const bool is_in = rank == first || rank == (first + step) % kRanks;
        MPI_Comm pair;
        MGEN_Comm_split(kWorld, is_in ? 0 : MPI_UNDEFINED, 0, &pair);
        if (!is_in) continue;
        pairs.push_back(pair);
        numbers.push_back(10 * step + first);
      }
    }
    std::vector<MPI_Request> requests;
    copies.resize(pairs.size() * kTurns);
    requests.resize(copies.size());
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const std::size_t which = (i % pairs.size() + static_cast<std::size_t>(rank)) % pairs.size();
      MGEN_Comm_idup(pairs[which], &copies[i / pairs.size() * pairs.size() + which], &requests[i]);
    }
    MGEN_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      names.push_back(1000 * numbers[i % pairs.size()] + static_cast<int>(i / pairs.size()));
    }
    use(copies, names);
  }), "");
}

// A number that one member knows already is nobody's.
TEST(Idup, ANumberThatIsKnownIsNotTaken) {
  std::set<std::uint32_t> known, contexts;
  for (int turn = 0; turn < 3; ++turn) {
    TestWorld w({.ranks = 3, .payload = true}, program([](int) {
                  MPI_Comm copy;
                  MPI_Request request;
                  MGEN_Comm_idup(kWorld, &copy, &request);
                  MGEN_Wait(&request, kIgnore);
                  use({copy});
                }));
    w.world.ranks().objects(1).duplicates = known;
    w.run();
    EXPECT_EQ(w.failure(), "");
    contexts.clear();
    for (const std::uint32_t rank : {0, 1, 2}) {
      contexts.insert(w.world.ranks().objects(rank).communicators.at(0)->context);
    }
    EXPECT_EQ(contexts.size(), 1u);
    EXPECT_TRUE(known.insert(*contexts.begin()).second) << turn;
  }
}

int copied = 0;
int copies_value(MPI_Comm, int, void*, void* value, void* copy, int* flag) {
  *static_cast<void**>(copy) = value;
  *flag = 1;
  ++copied;
  return MPI_SUCCESS;
}

// Attributes are those of the call, whatever happens to the original until the copy is made.
TEST(Idup, AttributesAreCopiedAtTheCall) {
  copied = 0;
  EXPECT_EQ(failure_with_jitter(3, [](int) {
    int key = -1, flag = 0, one = 1, two = 2, *value = nullptr;
    MGEN_Comm_create_keyval(&copies_value, nullptr, &key, nullptr);
    MGEN_Comm_set_attr(kWorld, key, &one);
    MPI_Comm copy;
    MPI_Request request;
    MGEN_Comm_idup(kWorld, &copy, &request);
    MGEN_Comm_set_attr(kWorld, key, &two);
    MGEN_Wait(&request, kIgnore);
    MGEN_Comm_get_attr(copy, key, &value, &flag);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(value, &one);
  }), "");
  EXPECT_EQ(copied, 3);
}

TEST(Idup, ACartesianCopyKeepsItsGrid) {
  EXPECT_EQ(failure_with_jitter(6, [](int rank) {
    const int extents[] = {2, 3}, periods[] = {1, 1};
    MPI_Comm grid, copy;
    MPI_Request request;
    MGEN_Cart_create(kWorld, 2, extents, periods, 0, &grid);
    MGEN_Comm_idup(grid, &copy, &request);
    MGEN_Wait(&request, kIgnore);
    int at[2];
    MGEN_Cart_coords(copy, rank, 2, at);
    EXPECT_EQ(at[1], rank % 3);
    use({grid, copy});
  }), "");
}

TEST(Idup, MistakesAreNamed) {
  EXPECT_THAT(failure_with_jitter(2, [](int) {
    MPI_Comm copy;
    MPI_Request request;
    MGEN_Comm_idup(kWorld, &copy, &request);
    MGEN_Barrier(copy);
  }), HasSubstr("the communicator is still being made; wait for the request of MGEN_Comm_idup first"));
  EXPECT_THAT(failure_with_jitter(2, [](int rank) {
    MPI_Comm copy;
    MPI_Request request;
    if (rank == 0) MGEN_Comm_dup(kWorld, &copy);
    else MGEN_Comm_idup(kWorld, &copy, &request), MGEN_Wait(&request, kIgnore);
  }), HasSubstr("mismatched collectives"));
}

}  // namespace duplicate_test
}  // namespace kasuri::mpi
