// SPDX-License-Identifier: MIT
// What collectives cost, and the arithmetic of reductions; every_algorithm_test.cpp checks results.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "mpi/collectives/segments.h"
#include "mpi/api/test_collective.h"
#include "mpi/api/test_world.h"

namespace kasuri::mpi {
namespace collective_test {

using namespace literals;

// Barrier of P ranks with zero-byte messages: ⌈log2 P⌉ latencies; broadcast and reduction as well.
TEST(Collectives, SmallOnesTakeLogarithmicTime) {
  for (const int p : {2, 8, 64}) {
    const auto rounds = std::bit_width(static_cast<unsigned>(p)) - 1;
    const auto time = [&](std::function<void(int)> body) {
      TestWorld w({.ranks = p, .latency = 1_us, .rate = kUnlimited}, program(std::move(body)));
      return w.run();
    };
    EXPECT_EQ(time([](int) { MGEN_Barrier(MPI_COMM_WORLD); }), 1_us * rounds);
    EXPECT_EQ(time([](int) { MGEN_Bcast(nullptr, 8, MPI_BYTE, 0, MPI_COMM_WORLD); }), 1_us * rounds);
    EXPECT_EQ(time([](int) {
                MGEN_Allreduce(nullptr, nullptr, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
              }),
              1_us * rounds);
  }
}

// Rank r sends r + 1 columns of a matrix to each rank, which gets them as rows: datatypes differ by
// block and by side. With holes, without, and in place.
TEST(Alltoallw, BlocksHaveDatatypesOfTheirOwn) {
  constexpr int kRanks = 4, kRows = 3, kColumns = 5;
  for (const Way way : {Way::blocking, Way::non_blocking, Way::persistent}) {
    TestWorld w({.ranks = kRanks, .payload = true, .jitter = 2_us}, program([way](int me) {
      MPI_Datatype column, slim;
      MGEN_Type_vector(kRows, 1, kColumns, MPI_INT, &column);
      MGEN_Type_create_resized(column, 0, sizeof(int), &slim);
      MGEN_Type_commit(&slim);
      int matrix[kRows][kColumns], rows[kRanks][kColumns][kRows];
      for (int i = 0; i < kRows; ++i) {
        for (int j = 0; j < kColumns; ++j) matrix[i][j] = 100 * me + 10 * i + j;
      }
      std::fill_n(&rows[0][0][0], sizeof rows / sizeof(int), -1);
      // To rank r from column r % 2 on.
      int give[kRanks], from[kRanks], get[kRanks], to[kRanks];
      MPI_Datatype out[kRanks], in[kRanks];
      for (int r = 0; r < kRanks; ++r) {
        give[r] = me + 1, from[r] = static_cast<int>(sizeof(int)) * (r % 2), out[r] = slim;
        get[r] = kRows * (r + 1), in[r] = MPI_INT;
        to[r] = static_cast<int>(sizeof rows[0]) * r;
      }
      COLLECTIVE(way, Alltoallw, alltoallw, matrix, give, from, out, rows, get, to, in, MPI_COMM_WORLD);
      for (int r = 0; r < kRanks; ++r) {
        for (int c = 0; c < kColumns; ++c) {
          for (int i = 0; i < kRows; ++i) {
            EXPECT_EQ(rows[r][c][i], c <= r ? 100 * r + 10 * i + c + me % 2 : -1) << r << c << i;
          }
        }
      }
      if (way == Way::persistent) return;  // in place: started twice, it would go back
      int one[kRanks], count[kRanks], at[kRanks];
      for (int r = 0; r < kRanks; ++r) {
        one[r] = 10 * me + r, count[r] = 1, in[r] = MPI_INT;
        at[r] = static_cast<int>(sizeof(int)) * r;
      }
      COLLECTIVE(way, Alltoallw, alltoallw, MPI_IN_PLACE, nullptr, nullptr, nullptr, one, count, at, in,
                 MPI_COMM_WORLD);
      for (int r = 0; r < kRanks; ++r) EXPECT_EQ(one[r], 10 * r + me);
    }));
    w.run();
    EXPECT_EQ(w.failure(), "");
    EXPECT_TRUE(w.world.finished());
  }
}

// 2×2 matrices: their product depends on the order.
struct Matrix {
  long a, b, c, d;
  friend bool operator==(const Matrix&, const Matrix&) = default;
};
Matrix product(const Matrix& x, const Matrix& y) {
  return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}
Matrix factor(int rank, int i) { return {1, rank + i, i - rank, 1}; }
void multiply(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) {
    auto& right = static_cast<Matrix*>(inout)[i];
    right = product(static_cast<Matrix*>(in)[i], right);
  }
}

// By an operation of the program's own that does not commute, on a datatype of its own.
TEST(Reductions, KeepTheOrderOfRanksWhereItMatters) {
  constexpr int kRanks = 7, kCount = 2 * kRanks;
  const auto expected = [](int last, int i) {
    Matrix m = factor(0, i);
    for (int r = 1; r <= last; ++r) m = product(m, factor(r, i));
    return m;
  };
  TestWorld w({.ranks = kRanks, .payload = true, .jitter = 2_us}, program([&](int rank) {
    MPI_Datatype type;
    MPI_Op op;
    MGEN_Type_contiguous(4, MPI_LONG, &type);
    MGEN_Type_commit(&type);
    MGEN_Op_create(&multiply, 0, &op);
    std::vector<Matrix> in, out(kCount);
    for (int i = 0; i < kCount; ++i) in.push_back(factor(rank, i));
    const auto check = [&](int last, int first, int n) {
      for (int i = 0; i < n; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], expected(last, first + i));
    };
    MPI_Comm comm = MPI_COMM_WORLD;
    MGEN_Reduce(in.data(), out.data(), kCount, type, op, 3, comm);
    if (rank == 3) check(kRanks - 1, 0, kCount);
    MPI_Request r;
    MGEN_Iallreduce(in.data(), out.data(), kCount, type, op, comm, &r);
    MGEN_Wait(&r, MPI_STATUS_IGNORE);
    check(kRanks - 1, 0, kCount);
    MGEN_Scan(in.data(), out.data(), kCount, type, op, comm);
    check(rank, 0, kCount);
    MGEN_Exscan(in.data(), out.data(), kCount, type, op, comm);
    if (rank > 0) check(rank - 1, 0, kCount);
    MGEN_Reduce_scatter_block(in.data(), out.data(), 2, type, op, comm);
    check(kRanks - 1, 2 * rank, 2);
    const int counts[kRanks] = {0, 3, 1, 4, 0, 4, 2}, places[kRanks] = {0, 0, 3, 4, 8, 8, 12};
    MGEN_Reduce_scatter(in.data(), out.data(), counts, type, op, comm);
    check(kRanks - 1, places[rank], counts[rank]);
    MGEN_Op_free(&op);
    EXPECT_EQ(op, MPI_OP_NULL);
  }));
  w.run();
  EXPECT_EQ(w.failure(), "");
}

void add_doubles(void* in, void* inout, int* n, MPI_Datatype* type) {
  EXPECT_EQ(*type, MPI_DOUBLE);
  for (int i = 0; i < *n; ++i) static_cast<double*>(inout)[i] += static_cast<double*>(in)[i];
}

TEST(Reductions, OfTheProgramsOwnUseTheAlgorithmsIfTheyCommute) {
  std::uint64_t messages[2];
  for (const bool own : {false, true}) {
    TestWorld w({.ranks = 8, .payload = true}, program([&](int rank) {
                  MPI_Op op = MPI_SUM;
                  if (own) MGEN_Op_create(&add_doubles, 1, &op);
                  const double in[3] = {1.0 * rank, 2, 3};
                  double out[3];
                  MGEN_Allreduce(in, out, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);
                  EXPECT_EQ(out[0], 28);
                  EXPECT_EQ(out[2], 24);
                }));
    w.run();
    EXPECT_EQ(w.failure(), "");
    messages[own] = w.transport.messages;
  }
  EXPECT_EQ(messages[0], messages[1]);
}

TEST(Reductions, FindWhereTheLargestIs) {
  struct Located {
    double value;
    int index;
  };
  TestWorld w({.ranks = 6, .payload = true}, program([](int rank) {
                const Located in[2] = {{rank % 3 * 1.5, rank}, {5.0, rank}};
                Located out[2];
                MGEN_Allreduce(in, out, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
                EXPECT_EQ(out[0].value, 3.0);
                EXPECT_EQ(out[0].index, 2);
                EXPECT_EQ(out[1].index, 0);
                MGEN_Allreduce(in, out, 2, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
                EXPECT_EQ(out[0].value, 0.0);
                EXPECT_EQ(out[0].index, 0);
              }));
  w.run();
  EXPECT_EQ(w.failure(), "");
}

TEST(Reductions, OfEveryType) {
  float a[2] = {1.5f, 3}, b[2] = {2, -1};
  combine(Op::prod, Type::f32, a, b, 2);
  EXPECT_EQ(b[0], 3.0f);
  EXPECT_EQ(b[1], -3.0f);
  std::int8_t c = 100, d = 100;
  combine(Op::sum, Type::i8, &c, &d, 1);
  EXPECT_EQ(d, static_cast<std::int8_t>(200));
  std::uint16_t e = 0, f = 7;
  combine(Op::land, Type::u16, &e, &f, 1);
  EXPECT_EQ(f, 0);
  EXPECT_FALSE(is_defined(Op::band, Type::f64));
  EXPECT_FALSE(is_defined(Op::sum, Type::byte));
  EXPECT_TRUE(is_defined(Op::min, Type::f80));
  EXPECT_TRUE(is_defined(Op::minloc, Type::i16_i32));
  EXPECT_FALSE(is_defined(Op::minloc, Type::i32));
  EXPECT_FALSE(is_defined(Op::sum, Type::i32_i32));
}

// Segments much smaller than parts, and parts of unequal sizes.
TEST(Allreduce, SegmentedRingAddsUpEverySegment) {
  for (const int p : {2, 3, 5, 8}) {
    for (const std::int64_t segment : {8, 24, 1 << 20}) {
      TestWorld::Setup setup{.ranks = p, .payload = true};
      setup.params.algorithms.allreduce = config::Choice<Allreduce>("segmented-ring");
      setup.params.algorithms.allreduce.params = SegmentParams{Bytes{segment}};
      TestWorld w(std::move(setup), program([p](int me) {
        double mine[101], sum[101];
        for (int i = 0; i < 101; ++i) mine[i] = i + 1000 * me;
        MGEN_Allreduce(mine, sum, 101, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < 101; ++i) EXPECT_EQ(sum[i], p * i + 500 * p * (p - 1)) << i;
      }));
      w.run();
    }
  }
}

// Two blocks go in one message: P / 2 messages a rank.
TEST(Allgather, NeighborExchangeSendsPairsOfBlocks) {
  for (const int p : {2, 4, 10}) {
    TestWorld::Setup setup{.ranks = p};
    setup.params.algorithms.allgather = config::Choice<Allgather>("neighbor-exchange");
    TestWorld w(std::move(setup), program([](int) {
      MGEN_Allgather(nullptr, 100, MPI_BYTE, nullptr, 100, MPI_BYTE, MPI_COMM_WORLD);
    }));
    w.run();
    const RankStatistics total = w.world.result(0).total;
    EXPECT_EQ(total.messages, static_cast<std::uint64_t>(p) * (p / 2));
    EXPECT_EQ(total.bytes, Bytes{100 * p * (p - 1)});
  }
}

// ---- What the CPU does: arithmetic, copies, software ----

Time allreduce_time(TestWorld::Setup setup, const char* algorithm, int count, MPI_Op op = MPI_SUM) {
  setup.params.algorithms.allreduce = config::Choice<Allreduce>(algorithm);
  setup.latency = 1_us;
  setup.rate = kUnlimited;
  std::vector<double> in(static_cast<std::size_t>(count), 1), out(in);
  TestWorld w(std::move(setup), program([&](int) {
    std::vector<double> mine(static_cast<std::size_t>(count), 1), sum(mine);
    MGEN_Allreduce(mine.data(), sum.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
  }));
  return w.run();
}

// Recursive doubling combines the whole vector in each of its rounds, a ring each of P − 1 parts once. It
// takes the same time whether data move or not.
TEST(CpuCosts, ReductionsTakeTheirRate) {
  for (const bool payload : {false, true}) {
    for (const int p : {2, 4, 8}) {
      const auto extra = [&](const char* algorithm) {
        TestWorld::Setup plain{.ranks = p, .payload = payload}, slow{.ranks = p, .payload = payload};
        slow.params.reduce_rate = 1_GBps;
        return allreduce_time(slow, algorithm, 1000) - allreduce_time(plain, algorithm, 1000);
      };
      EXPECT_EQ(extra("recursive-doubling"), 8_us * (std::bit_width(static_cast<unsigned>(p)) - 1));
      EXPECT_EQ(extra("ring"), Time{8'000'000 * (p - 1) / p});
    }
  }
}

TEST(CpuCosts, LargeVectorsTakeTheRateOfMemory) {
  TestWorld::Setup setup{.ranks = 2};
  setup.params.reduce_rate = 8_GBps;
  setup.params.reduce_rate_in_memory = 1_GBps;
  setup.params.cache = Bytes{8000};
  const Time base = allreduce_time({.ranks = 2}, "ring", 1000);
  EXPECT_EQ(allreduce_time(setup, "ring", 1000) - base, 500_ns);   // half of 8 kB at 8 GB/s
  EXPECT_EQ(allreduce_time(setup, "ring", 2000) - base, 8_us);     // half of 16 kB at 1 GB/s
}

// Recursive doubling has one vector of its own, for what it receives.
TEST(CpuCosts, LargeTemporariesAreClearedInEachCall) {
  TestWorld::Setup setup{.ranks = 2};
  setup.params.temporary_rate = 1_GBps;
  setup.params.temporaries_kept = Bytes{16'000};
  const Time base = allreduce_time({.ranks = 2}, "recursive-doubling", 1000);
  EXPECT_EQ(allreduce_time(setup, "recursive-doubling", 1999) - base, 0_us);  // 15,992 bytes
  const Time cleared = allreduce_time(setup, "recursive-doubling", 2000) - base;
  EXPECT_EQ(cleared, 16_us);
}

TEST(CpuCosts, OperationsMayHaveRatesOfTheirOwn) {
  TestWorld::Setup setup{.ranks = 2};
  setup.params.reduce_rate = 8_GBps;
  setup.params.operations.by_name["prod"].reduce_rate = 1_GBps;
  const Time base = allreduce_time({.ranks = 2}, "recursive-doubling", 1000);
  EXPECT_EQ(allreduce_time(setup, "recursive-doubling", 1000, MPI_SUM) - base, 1_us);
  EXPECT_EQ(allreduce_time(setup, "recursive-doubling", 1000, MPI_PROD) - base, 8_us);
}

// An all-to-all copies one block at each rank, nothing if it is in place; each message has a step.
TEST(CpuCosts, CopiesAndSteps) {
  const auto time = [](TestWorld::Setup setup, bool in_place) {
    setup.latency = 1_us;
    setup.rate = kUnlimited;
    TestWorld w(std::move(setup), program([&](int) {
      char out[4000], in[4000];
      MGEN_Allgather(in_place ? MPI_IN_PLACE : out, 1000, MPI_BYTE, in, 1000, MPI_BYTE, MPI_COMM_WORLD);
    }));
    return w.run();
  };
  for (const bool payload : {false, true}) {
    const TestWorld::Setup plain{.ranks = 4, .payload = payload};
    TestWorld::Setup copies = plain, steps = plain;
    copies.params.copy_rate = 1_GBps;
    steps.params.step_overhead = 300_ns;
    EXPECT_EQ(time(copies, false) - time(plain, false), 1_us);
    EXPECT_EQ(time(copies, true), time(plain, true));
    EXPECT_EQ(time(steps, false) - time(plain, false), 300_ns * 3);
  }
}

TEST(CpuCosts, CallsAndRendezvousHaveTheirTimes) {
  TestWorld::Setup calls{.ranks = 4}, asks{.ranks = 2};
  calls.params.call_overhead = 700_ns;
  EXPECT_EQ(allreduce_time(calls, "recursive-doubling", 10) -
                allreduce_time({.ranks = 4}, "recursive-doubling", 10), 700_ns);
  calls.ranks = 1;  // which waits for nobody
  EXPECT_EQ(allreduce_time(calls, "recursive-doubling", 10),
            allreduce_time({.ranks = 1}, "recursive-doubling", 10));
  // 16,000 bytes are sent at once, 24,000 are not: the sender's time delays the message, the receiver's
  // the end.
  asks.params.rendezvous_overhead = 2_us;
  asks.params.registration_rate = 8_GBps;
  EXPECT_EQ(allreduce_time(asks, "recursive-doubling", 2000),
            allreduce_time({.ranks = 2}, "recursive-doubling", 2000));
  EXPECT_EQ(allreduce_time(asks, "recursive-doubling", 3000) -
                allreduce_time({.ranks = 2}, "recursive-doubling", 3000), (2_us + 3_us) * 2);
}

// The root of a linear broadcast sends to two peers at once, and asks the others first.
TEST(CpuCosts, SomePeersGetMessagesAtOnce) {
  const auto time = [](std::uint32_t peers) {
    TestWorld::Setup setup{.ranks = 5, .latency = 10_us, .rate = kUnlimited};
    setup.params.algorithms.bcast = config::Choice<Bcast>("linear");
    setup.params.eager_peers = peers;
    setup.params.eager_limit_beyond = Bytes{10};
    TestWorld w(std::move(setup), program([](int) {
      char data[100] = {};
      MGEN_Bcast(data, 100, MPI_BYTE, 0, MPI_COMM_WORLD);
    }));
    return w.run();
  };
  EXPECT_EQ(time(0), 10_us);
  EXPECT_EQ(time(4), 10_us);
  EXPECT_EQ(time(2), 30_us);  // request, clearance, data
}

// A root that receives from one rank after the other has buffers for the first of them; it clears the
// others one by one.
TEST(CpuCosts, ARootHasBuffersForSomePeers) {
  const auto time = [](std::uint32_t peers) {
    TestWorld::Setup setup{.ranks = 5, .latency = 10_us, .rate = kUnlimited};
    setup.params.algorithms.reduce = config::Choice<Reduce>("linear");
    setup.params.eager_peers = peers;
    setup.params.eager_limit_beyond = Bytes{10};
    TestWorld w(std::move(setup), program([](int) {
      int in[25] = {}, out[25] = {};
      MGEN_Reduce(in, out, 25, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }));
    return w.run();
  };
  EXPECT_EQ(time(4), 10_us);
  EXPECT_EQ(time(3), 30_us);  // the request is there; clearance and data
  EXPECT_EQ(time(2), 50_us);
}

// Two temporaries of a call, each smaller than what is kept, go back to the system together.
TEST(CpuCosts, TheHeapIsTrimmedAboveTwiceTheLargest) {
  const auto extra = [](const char* algorithm, int count) {
    const auto time = [&](BytesPerSecond rate) {
      TestWorld::Setup setup{.ranks = 2, .rate = kUnlimited};
      setup.params.algorithms.reduce = config::Choice<Reduce>(algorithm);
      setup.params.temporary_rate = rate;
      std::vector<double> in(static_cast<std::size_t>(count)), out(in);
      TestWorld w(std::move(setup), program([&](int) {
        MGEN_Reduce(in.data(), out.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      }));
      return w.run();
    };
    return time(4_GBps) - time(kUnlimited);
  };
  EXPECT_EQ(extra("linear", 100'000), 0_us);             // one of 800 kB
  EXPECT_EQ(extra("rabenseifner", 100'000), 1'600_us);  // two, at a quarter of the rate
  EXPECT_EQ(extra("rabenseifner", 20'000), 0_us);        // too little to be given back
  EXPECT_EQ(extra("rabenseifner", 400'000), 1'600_us);  // 6.4 MB have large pages
}

// Reduce_local takes as long as a reduction does at one rank.
TEST(CpuCosts, LocalReductions) {
  TestWorld::Setup setup{.ranks = 1};
  setup.params.reduce_rate = 1_GBps;
  TestWorld w(std::move(setup), program([](int) {
    double a[500] = {}, b[500] = {};
    MGEN_Reduce_local(a, b, 500, MPI_DOUBLE, MPI_SUM);
  }));
  EXPECT_EQ(w.run(), 4_us);
}

}  // namespace collective_test
}  // namespace kasuri::mpi
