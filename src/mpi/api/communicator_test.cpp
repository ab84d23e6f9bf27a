// SPDX-License-Identifier: MIT
// Communicators, groups and Cartesian topologies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace communicator_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;

// Payload moves only where a test says so: what communicators need moves in any case.
void run(int ranks, std::function<void(int)> body, bool payload = true) {
  EXPECT_EQ(failure_with_jitter(ranks, std::move(body), payload), "");
}

int rank_in(MPI_Comm comm) {
  int rank = -1;
  MGEN_Comm_rank(comm, &rank);
  return rank;
}
int size_of(MPI_Comm comm) {
  int size = -1;
  MGEN_Comm_size(comm, &size);
  return size;
}
// The ranks of the world in a communicator, in its order.
std::vector<int> members(MPI_Comm comm) {
  std::vector<int> all(static_cast<std::size_t>(size_of(comm)), -1);
  const int me = my_rank();
  MGEN_Allgather(&me, 1, MPI_INT, all.data(), 1, MPI_INT, comm);
  return all;
}

// In these tests each rank has a node of its own.
TEST(Communicators, OfTheRanksOfANode) {
  run(3, [](int rank) {
    MPI_Comm node, none;
    MGEN_Comm_split_type(kWorld, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    EXPECT_THAT(members(node), ElementsAre(rank));
    MGEN_Comm_split_type(kWorld, MPI_UNDEFINED, rank, MPI_INFO_NULL, &none);
    EXPECT_EQ(none, MPI_COMM_NULL);
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = -1, kind = -1, provided = -1;
    MGEN_Get_processor_name(name, &length);
    EXPECT_EQ(std::string(name), "node " + std::to_string(rank));
    EXPECT_EQ(length, 6);
    MGEN_Query_thread(&provided);
    EXPECT_EQ(provided, MPI_THREAD_FUNNELED);
    MGEN_Topo_test(node, &kind);
    EXPECT_EQ(kind, MPI_UNDEFINED);
  });
}

TEST(Communicators, ADuplicateKeepsItsMessagesApart) {
  run(3, [](int rank) {
    MPI_Comm copy;
    MGEN_Comm_dup(kWorld, &copy);
    EXPECT_EQ(rank_in(copy), rank);
    EXPECT_EQ(size_of(copy), 3);
    int result = -1;
    MGEN_Comm_compare(kWorld, copy, &result);
    EXPECT_EQ(result, MPI_CONGRUENT);
    MGEN_Comm_compare(copy, copy, &result);
    EXPECT_EQ(result, MPI_IDENT);
    if (rank == 0) {
      const int one = 1, two = 2;
      MGEN_Send(&one, 1, MPI_INT, 1, 0, kWorld);
      MGEN_Send(&two, 1, MPI_INT, 1, 0, copy);
    } else if (rank == 1) {
      int data = 0;
      MGEN_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, kIgnore);
      EXPECT_EQ(data, 2);
      MGEN_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, kWorld, kIgnore);
      EXPECT_EQ(data, 1);
    }
    MGEN_Comm_free(&copy);
    EXPECT_EQ(copy, MPI_COMM_NULL);
  });
}

TEST(Communicators, SplitOrdersByKey) {
  for (const bool payload : {false, true}) {
    run(10, [=](int rank) {
      MPI_Comm part;
      // Colours 0, 1, 2 in turn; the keys turn the order around; rank 9 takes no part.
      MGEN_Comm_split(kWorld, rank == 9 ? MPI_UNDEFINED : rank % 3, -rank, &part);
      if (rank == 9) {
        EXPECT_EQ(part, MPI_COMM_NULL);
        return;
      }
      EXPECT_EQ(size_of(part), 3);
      EXPECT_EQ(rank_in(part), 2 - rank / 3);
      if (payload) {
        const int c = rank % 3;
        EXPECT_THAT(members(part), ElementsAre(6 + c, 3 + c, c));
      }
    }, payload);
  }
}

// Groups that are formulas, falling ones, and lists, of parents that are each of these.
TEST(Communicators, SplitsOfAnyShape) {
  for (const int p : {1, 2, 7, 23, 32}) {
    run(p, [p](int rank) {
      MPI_Comm parents[3] = {kWorld, MPI_COMM_NULL, MPI_COMM_NULL};
      MGEN_Comm_split(kWorld, 0, -rank, &parents[1]);
      MGEN_Comm_split(kWorld, 0, rank * 5 % 13, &parents[2]);
      for (const MPI_Comm parent : parents) {
        const std::vector<int> ranks = members(parent);
        for (int shape = 1; shape < 40; ++shape) {
          const auto colour = [&](int r) { return (r * r + r / 3) % (shape % 9 + 1); };
          const auto key = [&](int r) { return r * shape % 7; };
          std::vector<int> expected;
          for (const int r : ranks) {
            if (colour(r) == colour(rank)) expected.push_back(r);
          }
          std::ranges::stable_sort(expected, {}, key);
          MPI_Comm part;
          MGEN_Comm_split(parent, colour(rank), key(rank), &part);
          EXPECT_EQ(members(part), expected) << p << " ranks, shape " << shape;
          EXPECT_EQ(expected[static_cast<std::size_t>(rank_in(part))], rank);
          MGEN_Comm_free(&part);
        }
      }
    });
  }
}

// Trees of communicators, in which ranks make different numbers of them: contexts must not meet.
TEST(Communicators, SplitsOfSplitsAreIndependent) {
  run(24, [](int rank) {
    std::vector<MPI_Comm> all = {kWorld};
    for (int level = 0; level < 4; ++level) {
      MPI_Comm part, copy;
      MGEN_Comm_split(all.back(), rank_in(all.back()) % 2, rank, &part);
      all.push_back(part);
      if (rank % 2 == 0 && level == 0) {  // only one half: their counters run ahead
        MGEN_Comm_dup(part, &copy);
        all.insert(all.end() - 1, copy);
      }
    }
    for (const MPI_Comm c : all) {
      int sum = 0, expected = 0;
      MPI_Request r;
      MGEN_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, c, &r);
      for (const int m : members(c)) expected += m;
      MGEN_Wait(&r, kIgnore);
      EXPECT_EQ(sum, expected);
    }
    // Messages of the same source and tag in all of them at once.
    std::vector<int> got(all.size(), -1), sent(all.size());
    std::vector<MPI_Request> requests(2 * all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const int p = size_of(all[i]), me = rank_in(all[i]);
      sent[i] = static_cast<int>(i) * 100 + rank;
      MGEN_Irecv(&got[i], 1, MPI_INT, (me + p - 1) % p, 0, all[i], &requests[2 * i]);
    }
    for (std::size_t i = all.size(); i-- > 0;) {
      const int p = size_of(all[i]), me = rank_in(all[i]);
      MGEN_Isend(&sent[i], 1, MPI_INT, (me + 1) % p, 0, all[i], &requests[2 * i + 1]);
    }
    MGEN_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::vector<int> ranks = members(all[i]);
      const auto p = ranks.size();
      const auto me = static_cast<std::size_t>(rank_in(all[i]));
      EXPECT_EQ(got[i], static_cast<int>(i) * 100 + ranks[(me + p - 1) % p]);
    }
  });
}

TEST(Communicators, AreMadeFromGroups) {
  run(9, [](int rank) {
    MPI_Group world, odd, none;
    MGEN_Comm_group(kWorld, &world);
    const int picked[] = {7, 1, 5, 3};
    MGEN_Group_incl(world, 4, picked, &odd);
    MPI_Comm part;
    MGEN_Comm_create(kWorld, odd, &part);
    EXPECT_EQ(part != MPI_COMM_NULL, rank % 2 == 1);
    if (part != MPI_COMM_NULL) {
      EXPECT_THAT(members(part), ElementsAre(7, 1, 5, 3));
      int result = -1;
      MPI_Group own;
      MGEN_Comm_group(part, &own);
      MGEN_Group_compare(own, odd, &result);
      EXPECT_EQ(result, MPI_IDENT);
      // Only the members call; overlapping groups at the same time.
      const int first[] = {0, 1}, second[] = {1, 2};
      for (const int* pair : {first, second}) {
        MPI_Group two;
        MPI_Comm both;
        MGEN_Group_incl(own, 2, pair, &two);
        const int me = rank_in(part);
        if (me != pair[0] && me != pair[1]) continue;
        MGEN_Comm_create_group(part, two, 3, &both);
        EXPECT_EQ(size_of(both), 2);
        EXPECT_EQ(members(both)[1], pair[1] == 1 ? 1 : 5);
      }
    }
    MGEN_Group_incl(world, 0, nullptr, &none);
    EXPECT_EQ(none, MPI_GROUP_EMPTY);
    MGEN_Comm_create(kWorld, none, &part);
    EXPECT_EQ(part, MPI_COMM_NULL);
    MGEN_Group_free(&odd);
    EXPECT_EQ(odd, MPI_GROUP_NULL);
  });
}

std::vector<int> ranks_of(MPI_Group g, MPI_Group world) {
  int n = 0;
  MGEN_Group_size(g, &n);
  std::vector<int> own(static_cast<std::size_t>(n)), all(own.size());
  std::iota(own.begin(), own.end(), 0);
  MGEN_Group_translate_ranks(g, n, own.data(), world, all.data());
  return all;
}

TEST(Groups, AreSets) {
  run(8, [](int rank) {
    MPI_Group w, a, b, g;
    MGEN_Comm_group(kWorld, &w);
    int ranges[][3] = {{6, 2, -2}, {7, 7, 1}};
    MGEN_Group_range_incl(w, 2, ranges, &a);
    EXPECT_THAT(ranks_of(a, w), ElementsAre(6, 4, 2, 7));
    MGEN_Group_range_excl(w, 2, ranges, &b);
    EXPECT_THAT(ranks_of(b, w), ElementsAre(0, 1, 3, 5));
    const int two[] = {1, 3};
    MGEN_Group_excl(a, 2, two, &g);
    EXPECT_THAT(ranks_of(g, w), ElementsAre(6, 2));
    MGEN_Group_union(b, a, &g);
    EXPECT_THAT(ranks_of(g, w), ElementsAre(0, 1, 3, 5, 6, 4, 2, 7));
    int result = -1;
    MGEN_Group_compare(g, w, &result);
    EXPECT_EQ(result, MPI_SIMILAR);
    MGEN_Group_intersection(g, a, &g);
    EXPECT_THAT(ranks_of(g, w), ElementsAre(6, 4, 2, 7));
    MGEN_Group_difference(g, b, &g);
    EXPECT_THAT(ranks_of(g, w), ElementsAre(6, 4, 2, 7));
    MGEN_Group_difference(g, w, &g);
    EXPECT_EQ(g, MPI_GROUP_EMPTY);
    MGEN_Group_rank(a, &result);
    EXPECT_EQ(result, rank == 6 ? 0 : rank == 4 ? 1 : rank == 2 ? 2 : rank == 7 ? 3 : MPI_UNDEFINED);
    const int zero = 0;
    MGEN_Group_translate_ranks(a, 1, &zero, b, &result);
    EXPECT_EQ(result, MPI_UNDEFINED);
  });
}

TEST(Communicators, OfTheRankItself) {
  run(3, [](int rank) {
    EXPECT_EQ(size_of(MPI_COMM_SELF), 1);
    int out = rank, in = -1;
    MGEN_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, kIgnore);
    EXPECT_EQ(in, rank);
    in = -1;
    MGEN_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    EXPECT_EQ(in, rank);
  });
}

TEST(Communicators, FreedWhileACollectiveIsUnderWay) {
  run(4, [](int rank) {
    MPI_Comm copy;
    MGEN_Comm_dup(kWorld, &copy);
    int sum = 0;
    MPI_Request r;
    MGEN_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy, &r);
    MGEN_Comm_free(&copy);
    MGEN_Wait(&r, kIgnore);
    EXPECT_EQ(sum, 6);
  });
}

// Nothing to make a communicator of, or next to nothing.
TEST(Communicators, OfNobodyAndOfOne) {
  run(3, [](int rank) {
    MPI_Group none, world, self;
    MPI_Comm c, grid;
    int n = -1;
    MGEN_Comm_group(kWorld, &world);
    MGEN_Group_excl(world, 3, std::vector{2, 0, 1}.data(), &none);
    EXPECT_EQ(none, MPI_GROUP_EMPTY);
    MGEN_Group_size(none, &n);
    EXPECT_EQ(n, 0);
    MGEN_Group_rank(none, &n);
    EXPECT_EQ(n, MPI_UNDEFINED);
    MGEN_Group_translate_ranks(none, 0, nullptr, world, nullptr);
    MGEN_Group_compare(none, MPI_GROUP_EMPTY, &n);
    EXPECT_EQ(n, MPI_IDENT);
    int no_range[1][3] = {{2, 1, 1}}, huge[1][3] = {{0, INT32_MAX, INT32_MAX}};
    MGEN_Group_range_incl(world, 1, no_range, &self);
    EXPECT_EQ(self, MPI_GROUP_EMPTY);
    MGEN_Group_range_excl(world, 1, no_range, &self);
    MGEN_Group_compare(self, world, &n);
    EXPECT_EQ(n, MPI_IDENT);
    huge[0][1] = INT32_MAX - 1;
    MGEN_Group_range_incl(world, 1, huge, &self);
    EXPECT_THAT(ranks_of(self, world), ElementsAre(0));
    const int nobody = MPI_PROC_NULL;
    MGEN_Group_translate_ranks(world, 1, &nobody, self, &n);
    EXPECT_EQ(n, MPI_PROC_NULL);
    MGEN_Comm_create(kWorld, none, &c);
    EXPECT_EQ(c, MPI_COMM_NULL);
    MGEN_Comm_create_group(kWorld, none, 0, &c);
    EXPECT_EQ(c, MPI_COMM_NULL);
    MGEN_Comm_split(kWorld, MPI_UNDEFINED, 0, &c);
    EXPECT_EQ(c, MPI_COMM_NULL);
    MGEN_Graph_create(kWorld, 0, nullptr, nullptr, 0, &c);
    EXPECT_EQ(c, MPI_COMM_NULL);
    MGEN_Dist_graph_create(kWorld, 0, nullptr, nullptr, nullptr, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
    MGEN_Neighbor_allgather(nullptr, 0, MPI_INT, nullptr, 0, MPI_INT, c);
    // A grid without dimensions is of one rank.
    MGEN_Cart_create(kWorld, 0, nullptr, nullptr, 0, &c);
    EXPECT_EQ(c != MPI_COMM_NULL, rank == 0);
    MGEN_Cart_create(MPI_COMM_SELF, 0, nullptr, nullptr, 0, &c);
    MGEN_Cartdim_get(c, &n);
    EXPECT_EQ(n, 0);
    const int extent = 3, no = 0;
    int from = -1, to = -1;
    MGEN_Cart_create(kWorld, 1, &extent, &no, 0, &grid);
    MGEN_Cart_shift(grid, 0, INT32_MAX, &from, &to);
    EXPECT_EQ(from, MPI_PROC_NULL);
    EXPECT_EQ(to, MPI_PROC_NULL);
    MGEN_Cart_sub(grid, &no, &c);
    EXPECT_EQ(size_of(c), 1);
    MGEN_Comm_dup(MPI_COMM_SELF, &c);
    EXPECT_EQ(size_of(c), 1);
    const int all = 1;
    MGEN_Cart_create(kWorld, 1, &extent, &all, 0, &grid);
    MGEN_Cart_shift(grid, 0, INT32_MIN, &from, &to);
    EXPECT_EQ(to, (rank + 1) % 3);  // −2^31 is 1 modulo 3
  });
}

// ---- Cartesian topologies ----

TEST(Cartesian, CoordinatesNeighboursAndSubgrids) {
  run(13, [](int rank) {
    const int extents[] = {3, 4}, periodic[] = {1, 0};
    MPI_Comm grid;
    MGEN_Cart_create(kWorld, 2, extents, periodic, 0, &grid);
    if (rank == 12) {
      EXPECT_EQ(grid, MPI_COMM_NULL);
      return;
    }
    int n = 0, dims[2], wraps[2], at[2], other = -1;
    MGEN_Cartdim_get(grid, &n);
    EXPECT_EQ(n, 2);
    MGEN_Cart_get(grid, 2, dims, wraps, at);
    EXPECT_EQ(dims[1], 4);
    EXPECT_EQ(wraps[0], 1);
    EXPECT_EQ(wraps[1], 0);
    EXPECT_EQ(at[0], rank / 4);
    EXPECT_EQ(at[1], rank % 4);
    MGEN_Cart_rank(grid, at, &other);
    EXPECT_EQ(other, rank);
    at[0] -= 3;
    MGEN_Cart_rank(grid, at, &other);
    EXPECT_EQ(other, rank);
    MGEN_Cart_coords(grid, 7, 2, at);
    EXPECT_EQ(at[0], 1);
    EXPECT_EQ(at[1], 3);

    int from = 0, to = 0;
    MGEN_Cart_shift(grid, 0, 1, &from, &to);
    EXPECT_EQ(to, (rank + 4) % 12);
    EXPECT_EQ(from, (rank + 8) % 12);
    MGEN_Cart_shift(grid, 1, 2, &from, &to);
    EXPECT_EQ(to, rank % 4 < 2 ? rank + 2 : MPI_PROC_NULL);
    EXPECT_EQ(from, rank % 4 >= 2 ? rank - 2 : MPI_PROC_NULL);
    int out = rank, in = -1;
    MGEN_Sendrecv(&out, 1, MPI_INT, to, 0, &in, 1, MPI_INT, from, 0, grid, kIgnore);
    EXPECT_EQ(in, from == MPI_PROC_NULL ? -1 : rank - 2);

    MPI_Comm column, copy;
    const int keep_first[] = {1, 0};
    MGEN_Cart_sub(grid, keep_first, &column);
    EXPECT_THAT(members(column), ElementsAre(rank % 4, 4 + rank % 4, 8 + rank % 4));
    MGEN_Comm_dup(column, &copy);
    MGEN_Cart_shift(copy, 0, 1, &from, &to);
    EXPECT_EQ(to, (rank / 4 + 1) % 3);
  });
}

TEST(Cartesian, ExtentsAreBalanced) {
  run(1, [](int) {
    const auto dims = [](int nodes, std::vector<int> d) {
      MGEN_Dims_create(nodes, static_cast<int>(d.size()), d.data());
      return d;
    };
    EXPECT_THAT(dims(512, {0, 0, 0}), ElementsAre(8, 8, 8));
    EXPECT_THAT(dims(6, {0, 0}), ElementsAre(3, 2));
    EXPECT_THAT(dims(7, {0, 0}), ElementsAre(7, 1));
    EXPECT_THAT(dims(6, {0, 3, 0}), ElementsAre(2, 3, 1));
    EXPECT_THAT(dims(24, {0, 0, 0}), ElementsAre(4, 3, 2));
  });
}

TEST(Communicators, MistakesAreNamed) {
  const auto failure = [](std::function<void()> mistake) {
    TestWorld w({.ranks = 4}, program([&](int rank) {
                  MPI_Comm copy;
                  MGEN_Comm_dup(kWorld, &copy);
                  if (rank == 2) mistake();
                }));
    w.run();
    return w.failure();
  };
  EXPECT_THAT(failure([] {
                MPI_Comm c;
                MGEN_Comm_split(kWorld, -5, 0, &c);
              }), HasSubstr("rank 2, MGEN_Comm_split at"));
  EXPECT_THAT(failure([] { MGEN_Barrier(reinterpret_cast<MPI_Comm>(999)); }),
              HasSubstr("the communicator is not valid, or was freed"));
  EXPECT_THAT(failure([] {
                MPI_Comm c;
                const int d[] = {2, 3}, w[] = {0, 0};
                MGEN_Cart_create(kWorld, 2, d, w, 0, &c);
              }), HasSubstr("a topology of 6 ranks does not fit a communicator of 4"));
  EXPECT_THAT(failure([] {
                MPI_Group g;
                MGEN_Comm_group(kWorld, &g);
                const int ranks[] = {4};
                MGEN_Group_incl(g, 1, ranks, &g);
              }), HasSubstr("rank 4 does not exist; the group has ranks 0 to 3"));
  EXPECT_THAT(failure([] {
                int n = 0;
                MGEN_Cartdim_get(kWorld, &n);
              }), HasSubstr("has no Cartesian topology"));
}

}  // namespace communicator_test
}  // namespace kasuri::mpi
