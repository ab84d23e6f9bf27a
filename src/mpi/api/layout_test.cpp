// SPDX-License-Identifier: MIT
// Derived datatypes: where their bytes lie, and messages and collectives that use them.
#include "mpi/ranks/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace layout_test {

using namespace literals;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Layout, ContiguousRepetitionsAreOneBlock) {
  const Layout ints = Layout::of(4).repeat(1, 6, 0);
  EXPECT_TRUE(ints.is_contiguous());
  EXPECT_EQ(ints.size, 24);
  EXPECT_EQ(ints.block, 24);
  EXPECT_TRUE(Layout::of(4).repeat(3, 2, 8).is_contiguous());  // a vector without gaps
  EXPECT_TRUE(Layout::of(4).repeat(1, 3, 100).is_contiguous());
  EXPECT_EQ(Layout::of(4).repeat(0, 3, 8).size, 0);
  EXPECT_EQ(Layout::of(4).repeat(0, 3, 8).extent, 0);
}

// A vector's extent ends with its last block (MPI 4.1, 5.1.2).
TEST(Layout, VectorsHaveHoles) {
  const Layout v = Layout::of(4).repeat(3, 2, 20);
  EXPECT_FALSE(v.is_contiguous());
  EXPECT_EQ(v.size, 24);
  EXPECT_EQ(v.extent, 48);
  const Layout down = Layout::of(4).repeat(3, 1, -8);
  EXPECT_EQ(down.lower, -16);
  EXPECT_EQ(down.extent, 20);
}

// Against loops written out, for all small vectors of vectors.
TEST(Layout, PacksInTheOrderOfItsLoops) {
  for (int count = 1; count <= 3; ++count) {
    for (int length = 1; length <= 3; ++length) {
      for (int stride = 1; stride <= 4; ++stride) {
        if (stride < length) continue;
        const Layout inner = Layout::of(1).repeat(2, 1, 2);  // bytes 0 and 2; extent 3
        const Layout outer = inner.repeat(count, length, stride * inner.extent);
        std::vector<char> from(400), packed(400), back(400, 0);
        std::iota(from.begin(), from.end(), 0);
        std::vector<char> expected;
        for (int e = 0; e < 2; ++e) {
          for (int i = 0; i < count; ++i) {
            for (int j = 0; j < length; ++j) {
              for (const int b : {0, 2}) {
                expected.push_back(static_cast<char>(e * outer.extent + (i * stride + j) * 3 + b));
              }
            }
          }
        }
        outer.pack(from.data(), 2, reinterpret_cast<std::byte*>(packed.data()));
        packed.resize(expected.size());
        EXPECT_EQ(packed, expected);
        EXPECT_EQ(outer.size * 2, static_cast<std::int64_t>(expected.size()));
        outer.unpack(reinterpret_cast<const std::byte*>(packed.data()), 0, outer.size * 2, back.data());
        for (std::size_t i = 0; i < back.size(); ++i) {
          const bool in = std::ranges::find(expected, from[i]) != expected.end() && i < 120;
          EXPECT_EQ(back[i], in ? from[i] : 0) << i;
        }
      }
    }
  }
}

// A column of a 5×4 matrix of ints.
MPI_Datatype column_type() {
  MPI_Datatype t;
  MGEN_Type_vector(5, 1, 4, MPI_INT, &t);
  MGEN_Type_commit(&t);
  return t;
}

class Datatypes : public testing::TestWithParam<int> {
 protected:
  void run(int ranks, std::function<void(int)> body) {
    TestWorld::Setup setup{.ranks = ranks, .payload = true};
    setup.params.eager_limit = {GetParam()};
    TestWorld w(setup, program(std::move(body)));
    w.run();
    EXPECT_EQ(w.failure(), "");
    EXPECT_TRUE(w.world.finished());
  }
};

TEST_P(Datatypes, ColumnsTravel) {
  run(2, [](int rank) {
    const MPI_Datatype column = column_type();
    std::vector<int> m(20, -1);
    if (rank == 0) {
      std::iota(m.begin(), m.end(), 0);
      MGEN_Send(&m[1], 1, column, 1, 0, kWorld);         // a column to a row
      MGEN_Send(m.data(), 5, MPI_INT, 1, 1, kWorld);    // a row to a column
      MGEN_Ssend(&m[2], 1, column, 1, 2, kWorld);        // a column to a column
      MGEN_Send_by(&m[3], 1, column, 1, 3, kWorld, MGEN_ZERO_COPY);
      MPI_Request r[2];
      MGEN_Send_init(&m[0], 1, column, 1, 4, kWorld, &r[0]);
      MGEN_Isend(&m[1], 1, column, 1, 5, kWorld, &r[1]);
      m[8] = 99;  // a persistent request takes what is there when it starts
      MGEN_Start(&r[0]);
      MGEN_Waitall(2, r, MPI_STATUSES_IGNORE);
      MGEN_Request_free(&r[0]);
    } else {
      std::vector<int> row(5);
      MPI_Status s;
      int count = -1;
      MGEN_Recv(row.data(), 5, MPI_INT, 0, 0, kWorld, &s);
      EXPECT_THAT(row, ElementsAre(1, 5, 9, 13, 17));
      MGEN_Get_count(&s, column, &count);
      EXPECT_EQ(count, 1);
      MGEN_Recv(&m[3], 1, column, 0, 1, kWorld, &s);
      EXPECT_THAT(m, ElementsAre(-1, -1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1,
                                 4));
      MPI_Request r[2];
      MGEN_Irecv(&m[0], 1, column, 0, 2, kWorld, &r[0]);
      MGEN_Irecv(&m[1], 1, column, 0, 3, kWorld, &r[1]);
      MGEN_Waitall(2, r, MPI_STATUSES_IGNORE);
      EXPECT_EQ(m[16], 18);
      EXPECT_EQ(m[17], 19);
      MGEN_Probe(0, 4, kWorld, &s);
      MGEN_Get_count(&s, MPI_INT, &count);
      EXPECT_EQ(count, 5);
      MPI_Message message;
      MGEN_Mprobe(0, 4, kWorld, &message, &s);
      MGEN_Mrecv(&m[2], 1, column, &message, &s);
      EXPECT_EQ(m[10], 99);
      MGEN_Recv(row.data(), 5, MPI_INT, 0, 5, kWorld, &s);
      EXPECT_THAT(row, ElementsAre(1, 5, 9, 13, 17));
    }
    MPI_Datatype t = column;
    MGEN_Type_free(&t);
    EXPECT_EQ(t, MPI_DATATYPE_NULL);
  });
}

// A matrix is transposed by an all-to-all of columns: each rank has some rows of it.
TEST_P(Datatypes, CollectivesMoveColumns) {
  constexpr int kRanks = 5;
  run(kRanks, [](int rank) {
    // Rank r has row r of a 5×5 matrix; with columns of extent one int it gets column r.
    MPI_Datatype column, slim;
    MGEN_Type_vector(2, 1, kRanks, MPI_INT, &column);
    MGEN_Type_create_resized(column, 0, sizeof(int), &slim);
    MGEN_Type_commit(&slim);
    long lower = -1, extent = -1;
    int size = -1;
    MGEN_Type_get_extent(slim, &lower, &extent);
    MGEN_Type_size(slim, &size);
    EXPECT_EQ(extent, 4);
    EXPECT_EQ(size, 8);
    // Two rows of 5: element j of column type is (j, j + 5).
    std::vector<int> mine(10), got(10, -1);
    for (int i = 0; i < 10; ++i) mine[static_cast<std::size_t>(i)] = 100 * rank + i;
    for (const bool non_blocking : {false, true}) {
      got.assign(10, -1);
      MPI_Request r = MPI_REQUEST_NULL;
      if (non_blocking) MGEN_Ialltoall(mine.data(), 1, slim, got.data(), 2, MPI_INT, kWorld, &r);
      else MGEN_Alltoall(mine.data(), 1, slim, got.data(), 2, MPI_INT, kWorld);
      MGEN_Wait(&r, MPI_STATUS_IGNORE);
      for (int j = 0; j < kRanks; ++j) {
        EXPECT_EQ(got[static_cast<std::size_t>(2 * j)], 100 * j + rank);
        EXPECT_EQ(got[static_cast<std::size_t>(2 * j + 1)], 100 * j + rank + 5);
      }
      got.assign(10, -1);
      const int two[] = {rank * 10, rank * 10 + 1};
      if (non_blocking) MGEN_Iallgather(two, 2, MPI_INT, got.data(), 1, slim, kWorld, &r);
      else MGEN_Allgather(two, 2, MPI_INT, got.data(), 1, slim, kWorld);
      MGEN_Wait(&r, MPI_STATUS_IGNORE);
      EXPECT_THAT(got, ElementsAre(0, 10, 20, 30, 40, 1, 11, 21, 31, 41));
      got.assign(10, -1);
      if (rank == 1) got = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
      if (non_blocking) MGEN_Ibcast(&got[1], 2, slim, 1, kWorld, &r);
      else MGEN_Bcast(&got[1], 2, slim, 1, kWorld);
      MGEN_Wait(&r, MPI_STATUS_IGNORE);
      if (rank != 1) {
        EXPECT_THAT(got, ElementsAre(-1, 2, 3, -1, -1, -1, 7, 8, -1, -1));
      }
      got.assign(10, -1);
      const int counts[] = {1, 0, 2, 0, 1}, places[] = {4, 0, 2, 0, 0};
      std::vector<int> give(static_cast<std::size_t>(2 * counts[rank]), rank);
      MGEN_Gatherv(give.data(), 2 * counts[rank], MPI_INT, got.data(), counts, places, slim, 0, kWorld);
      if (rank == 0) {
        EXPECT_THAT(got, ElementsAre(4, -1, 2, 2, 0, 4, -1, 2, 2, 0));
      }
    }
  });
}

struct Particle {
  double position[3];
  int kind;
  char flag;
};

// As the compiler lays it out; its padding stays untouched.
TEST_P(Datatypes, StructsTravel) {
  run(2, [](int rank) {
    Particle here{};
    MPI_Aint base, places[3];
    MGEN_Get_address(&here, &base);
    MGEN_Get_address(&here.position, &places[0]);
    MGEN_Get_address(&here.kind, &places[1]);
    MGEN_Get_address(&here.flag, &places[2]);
    for (MPI_Aint& p : places) p -= base;
    const int lengths[] = {3, 1, 1};
    const MPI_Datatype members[] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    MPI_Datatype particle, copy;
    MGEN_Type_create_struct(3, lengths, places, members, &particle);
    MGEN_Type_dup(particle, &copy);
    MGEN_Type_commit(&particle);
    MPI_Aint lower = -1, extent = -1;
    int size = -1;
    MGEN_Type_get_extent(copy, &lower, &extent);
    MGEN_Type_size(copy, &size);
    EXPECT_EQ(lower, 0);
    EXPECT_EQ(extent, static_cast<MPI_Aint>(sizeof(Particle)));
    EXPECT_EQ(size, 29);
    std::vector<Particle> all(5);
    std::memset(all.data(), 0x55, all.size() * sizeof all[0]);
    if (rank == 0) {
      for (int i = 0; i < 5; ++i) {
        all[static_cast<std::size_t>(i)] = {{i + 0.5, i * 2.0, -i * 1.0}, 7 * i, static_cast<char>(i)};
      }
      MGEN_Send(all.data(), 5, particle, 1, 0, kWorld);
    } else {
      MPI_Status s;
      int n = -1;
      MGEN_Recv(all.data(), 5, particle, 0, 0, kWorld, &s);
      MGEN_Get_count(&s, particle, &n);
      EXPECT_EQ(n, 5);
      for (int i = 0; i < 5; ++i) {
        const Particle& p = all[static_cast<std::size_t>(i)];
        EXPECT_EQ(p.position[0], i + 0.5);
        EXPECT_EQ(p.position[2], -i);
        EXPECT_EQ(p.kind, 7 * i);
        EXPECT_EQ(p.flag, i);
        EXPECT_EQ(reinterpret_cast<const char*>(&p.flag)[1], 0x55);
      }
    }
  });
}

// Against indices written out: blocks of several lengths, a vector of such, the inside of a 3-D array in
// both orders.
TEST_P(Datatypes, IrregularBlocksTravel) {
  run(2, [](int rank) {
    const auto expect = [&](MPI_Datatype type, int count, const std::vector<int>& indices) {
      MGEN_Type_commit(&type);
      std::vector<int> whole(400), got(indices.size(), -1), back(400, -1);
      std::iota(whole.begin(), whole.end(), 0);
      const auto n = static_cast<int>(indices.size());
      if (rank == 0) {
        MGEN_Send(whole.data(), count, type, 1, 0, kWorld);
        MGEN_Send(indices.data(), n, MPI_INT, 1, 1, kWorld);
      } else {
        MGEN_Recv(got.data(), n, MPI_INT, 0, 0, kWorld, MPI_STATUS_IGNORE);
        EXPECT_EQ(got, indices);
        MGEN_Recv(back.data(), count, type, 0, 1, kWorld, MPI_STATUS_IGNORE);
        for (int i = 0; i < 400; ++i) {
          const bool in = std::ranges::find(indices, i) != indices.end();
          EXPECT_EQ(back[static_cast<std::size_t>(i)], in ? i : -1) << i;
        }
      }
    };
    MPI_Datatype triangle, pairs, hops, twice, inside;
    const int lengths[] = {3, 0, 2, 1}, places[] = {6, 0, 0, 12};
    MGEN_Type_indexed(4, lengths, places, MPI_INT, &triangle);
    expect(triangle, 1, {6, 7, 8, 0, 1, 12});
    expect(triangle, 2, {6, 7, 8, 0, 1, 12, 19, 20, 21, 13, 14, 25});
    const int starts[] = {5, 1, 9};
    MGEN_Type_create_indexed_block(3, 2, starts, MPI_INT, &pairs);
    MGEN_Type_vector(2, 1, 3, pairs, &twice);  // the extent is from 1 to 11
    expect(twice, 1, {5, 6, 1, 2, 9, 10, 35, 36, 31, 32, 39, 40});
    const MPI_Aint bytes[] = {40, 8};
    const int one_and_two[] = {1, 2};
    MGEN_Type_create_hindexed(2, one_and_two, bytes, MPI_INT, &hops);
    expect(hops, 1, {10, 2, 3});
    const int sizes[] = {4, 5, 6}, part[] = {2, 3, 2}, from[] = {1, 0, 3};
    for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN}) {
      std::vector<int> indices;
      for (int e = 0; e < 2; ++e) {
        for (int i = 0; i < 2 * 3 * 2; ++i) {
          const bool c = order == MPI_ORDER_C;
          const int x = from[0] + (c ? i / 6 : i % 2), y = from[1] + (c ? i / 2 % 3 : i / 2 % 3),
                    z = from[2] + (c ? i % 2 : i / 6);
          indices.push_back(120 * e + (c ? (x * 5 + y) * 6 + z : (z * 5 + y) * 4 + x));
        }
      }
      MGEN_Type_create_subarray(3, sizes, part, from, order, MPI_INT, &inside);
      expect(inside, 2, indices);
    }
  });
}

TEST_P(Datatypes, PackedByHand) {
  run(2, [](int rank) {
    const MPI_Datatype column = column_type();
    char buffer[64];
    int position = 0, n = 42, size = -1;
    std::vector<int> m(20);
    MGEN_Pack_size(1, column, kWorld, &size);
    EXPECT_EQ(size, 20);
    if (rank == 0) {
      std::iota(m.begin(), m.end(), 0);
      MGEN_Pack(&n, 1, MPI_INT, buffer, sizeof buffer, &position, kWorld);
      MGEN_Pack(&m[3], 1, column, buffer, sizeof buffer, &position, kWorld);
      EXPECT_EQ(position, 24);
      MGEN_Send(buffer, position, MPI_PACKED, 1, 0, kWorld);
    } else {
      n = -1;
      MGEN_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 0, kWorld, MPI_STATUS_IGNORE);
      MGEN_Unpack(buffer, sizeof buffer, &position, &n, 1, MPI_INT, kWorld);
      MGEN_Unpack(buffer, sizeof buffer, &position, &m[1], 1, column, kWorld);
      EXPECT_EQ(n, 42);
      EXPECT_EQ(m[1], 3);
      EXPECT_EQ(m[17], 19);
      EXPECT_EQ(position, 24);
    }
    int commutes = -1;
    MGEN_Op_commutative(MPI_SUM, &commutes);
    EXPECT_EQ(commutes, 1);
    const int a[] = {1, 2};
    int b[] = {3, 4};
    MGEN_Reduce_local(a, b, 2, MPI_INT, MPI_PROD);
    EXPECT_THAT(b, ElementsAre(3, 8));
  });
}

TEST(IrregularDatatypes, MistakesAreNamed) {
  const auto failure = [](std::function<void()> mistake) {
    TestWorld w({.ranks = 1}, program([&](int) { mistake(); }));
    w.run();
    return w.failure();
  };
  const int sizes[] = {4, 4}, part[] = {2, 3}, from[] = {0, 2};
  MPI_Datatype t;
  EXPECT_THAT(failure([&] {
                MGEN_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &t);
              }),
              HasSubstr("MGEN_Type_create_subarray at 0 ps: in dimension 1, 3 elements from 2 on are no "
                        "part of 4"));
  const int negative[] = {1, -1}, places[] = {0, 1};
  EXPECT_THAT(failure([&] { MGEN_Type_indexed(2, negative, places, MPI_INT, &t); }),
              HasSubstr("count -1 is negative"));
  EXPECT_THAT(failure([] {
                int position = 7;
                MGEN_Pack(nullptr, 1, MPI_INT, nullptr, 10, &position, kWorld);
              }),
              HasSubstr("4 bytes at position 7 do not fit a buffer of 10 bytes"));
}
INSTANTIATE_TEST_SUITE_P(EagerAndRendezvous, Datatypes, testing::Values(0, 4096));

// Packing takes the CPU mpi.eager_copy_rate, on the side that has holes.
TEST(DatatypeCosts, PackingIsACopy) {
  for (const bool holes : {false, true}) {
    TestWorld::Setup setup{.ranks = 2, .latency = 1_us, .rate = 1_GBps};
    setup.params.eager_limit = 0_B;
    setup.params.control_size = 0_B;
    setup.params.eager_copy_rate = 1_GBps;
    TestWorld w(setup, program([&](int rank) {
                  MPI_Datatype t = MPI_BYTE;
                  if (holes) MGEN_Type_vector(1000, 1, 2, MPI_BYTE, &t);
                  MGEN_Type_commit(&t);
                  const int n = holes ? 1 : 1000;
                  if (rank == 0) MGEN_Send(nullptr, n, t, 1, 0, kWorld);
                  if (rank == 1) MGEN_Recv(nullptr, n, t, 0, 0, kWorld, MPI_STATUS_IGNORE);
                }));
    EXPECT_EQ(w.run(), 4_us + (holes ? 2_us : 0_us));
  }
}

// Elements are counted as MPI 4.1, section 5.1.11 does; where data are, without markers of bounds.
TEST(DatatypeQueries, ElementsAndTrueExtents) {
  TestWorld w({.ranks = 2, .payload = true}, program([](int rank) {
                MPI_Datatype pair, mixed, back;
                const int lengths[] = {1, 2};
                const long places[] = {8, 24};
                const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT};
                MGEN_Type_create_hindexed_block(2, 1, places, MPI_INT, &pair);
                MGEN_Type_create_struct(2, lengths, places, types, &mixed);
                MGEN_Type_vector(3, 1, -2, MPI_INT, &back);
                for (MPI_Datatype* t : {&pair, &mixed, &back}) MGEN_Type_commit(t);
                long lower = -1, extent = -1;
                MPI_Count size = -1, x = -1;
                MGEN_Type_get_true_extent(pair, &lower, &extent);
                EXPECT_EQ(lower, 8);
                EXPECT_EQ(extent, 20);
                MGEN_Type_get_true_extent(mixed, &lower, &extent);
                EXPECT_EQ(lower, 8);
                EXPECT_EQ(extent, 24);
                MGEN_Type_get_true_extent(back, &lower, &extent);
                EXPECT_EQ(lower, -16);
                EXPECT_EQ(extent, 20);
                MGEN_Type_size_x(mixed, &size);
                EXPECT_EQ(size, 16);
                MGEN_Type_get_extent_x(back, &x, &size);
                EXPECT_EQ(x, -16);
                MGEN_Type_get_true_extent_x(back, &x, &size);
                EXPECT_EQ(size, 20);
                EXPECT_EQ(MGEN_Aint_diff(MGEN_Aint_add(40, 2), 40), 2);

                const int data[8] = {};
                MPI_Status s;
                int in[32], n = -1;
                if (rank == 0) MGEN_Send(data, 3, MPI_INT, 1, 0, kWorld);
                if (rank == 0) MGEN_Send(data, 8, MPI_INT, 1, 0, kWorld);
                if (rank == 0) return;
                MGEN_Recv(in, 2, pair, 0, 0, kWorld, &s);
                MGEN_Get_elements(&s, pair, &n);
                EXPECT_EQ(n, 3);
                MGEN_Get_count(&s, pair, &n);
                EXPECT_EQ(n, MPI_UNDEFINED);
                MGEN_Get_elements(&s, mixed, &n);  // a double and one of its two integers
                EXPECT_EQ(n, 2);
                MGEN_Recv(in, 2, mixed, 0, 0, kWorld, &s);
                MGEN_Get_elements_x(&s, mixed, &x);
                EXPECT_EQ(x, 6);
                MGEN_Get_elements(&s, MPI_2INT, &n);
                EXPECT_EQ(n, 8);
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
}

TEST(DatatypeMistakes, AreNamed) {
  const auto failure = [](std::function<void()> mistake) {
    TestWorld w({}, program([&](int rank) {
                  if (rank == 0) mistake();
                }));
    w.run();
    return w.failure();
  };
  EXPECT_THAT(failure([] {
                MPI_Datatype t;
                MGEN_Type_contiguous(3, MPI_INT, &t);
                MGEN_Send(nullptr, 1, t, 1, 0, kWorld);
              }), HasSubstr("MGEN_Send at 0 ps: the datatype has not been committed"));
  EXPECT_THAT(failure([] {
                MPI_Datatype t;
                MGEN_Type_contiguous(3, MPI_INT, &t);
                MPI_Datatype old = t;
                MGEN_Type_free(&t);
                MGEN_Type_commit(&old);
              }), HasSubstr("not valid, or was freed"));
  EXPECT_THAT(failure([] {
                MPI_Datatype t;
                MGEN_Type_contiguous(3, MPI_INT, &t);
                MGEN_Type_commit(&t);
                MGEN_Allreduce(nullptr, nullptr, 1, t, MPI_SUM, kWorld);
              }), HasSubstr("not defined on this datatype"));
  EXPECT_THAT(failure([] {
                MPI_Datatype t;
                MGEN_Type_vector(-1, 1, 1, MPI_INT, &t);
              }), HasSubstr("count -1 is negative"));
}

}  // namespace layout_test
}  // namespace kasuri::mpi
