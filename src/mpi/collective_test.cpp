// SPDX-License-Identifier: MIT
// Every algorithm of every collective against the definition, for all small numbers of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "mpi/test_world.h"

namespace kasuri::mpi {
namespace {

using namespace literals;

struct Case {
  std::string algorithm;
  int ranks;
  Bytes eager_limit;
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.algorithm;
  std::ranges::replace(name, '-', '_');
  return name + "_" + std::to_string(info.param.ranks) +
         (info.param.eager_limit.n ? "_eager" : "_rendezvous");
}

// All registered algorithms of a kind × P = 1 … 17 and 64 × both protocols.
template <class Kind>
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const config::Component* c : config::components(Kind::kKind)) {
    for (int p = 1; p <= 18; ++p) {
      for (const Bytes limit : {1_B * (1 << 20), 0_B}) {
        all.push_back({c->name, p == 18 ? 64 : p, limit});
      }
    }
  }
  return all;
}

class CollectiveTest : public testing::TestWithParam<Case> {
 protected:
  // Runs `body` on all ranks with the algorithm chosen for `member` of the settings.
  template <class Kind>
  void run(config::Choice<Kind> AlgorithmParams::*member, std::function<void(int rank)> body) {
    MpiParams params;
    params.eager_limit = GetParam().eager_limit;
    params.algorithms.*member = config::Choice<Kind>(GetParam().algorithm);
    TestWorld w({.ranks = GetParam().ranks,
                 .params = params,
                 .payload = true,
                 .jitter = Time{2'000'000}},
                program(std::move(body)));
    w.run();
    EXPECT_TRUE(w.world.finished());
    EXPECT_EQ(w.failure(), "");
    EXPECT_EQ(w.world.result(0).unmatched_messages, 0u);
    messages = w.transport.messages;
  }
  std::uint64_t messages = 0;
};

class BarrierTest : public CollectiveTest {};
TEST_P(BarrierTest, NobodyLeavesBeforeTheLastArrives) {
  const int p = GetParam().ranks;
  std::vector<double> left;
  for (int late = 0; late < p; ++late) {
    left.clear();
    run(&AlgorithmParams::barrier, [&](int rank) {
      if (rank == late) MGEN_Comp(1.0);
      MGEN_Barrier(MGEN_COMM_WORLD);
      left.push_back(MGEN_Wtime());
    });
    for (const double t : left) EXPECT_GE(t, 1.0);
  }
}
INSTANTIATE_TEST_SUITE_P(All, BarrierTest, testing::ValuesIn(cases<Barrier>()), name_of);

class BcastTest : public CollectiveTest {};
TEST_P(BcastTest, AllHaveTheRootsData) {
  for (int root = 0; root < GetParam().ranks; ++root) {
    run(&AlgorithmParams::bcast, [&](int rank) {
      int data[3] = {rank == root ? 7 : 0, rank == root ? 8 + root : 0, rank == root ? 9 : 0};
      MGEN_Bcast(data, 3, MGEN_INT, root, MGEN_COMM_WORLD);
      EXPECT_EQ(data[0], 7);
      EXPECT_EQ(data[1], 8 + root);
      EXPECT_EQ(data[2], 9);
    });
  }
}
INSTANTIATE_TEST_SUITE_P(All, BcastTest, testing::ValuesIn(cases<Bcast>()), name_of);

// Sum, maximum and exclusive or over ranks of values that differ in each place.
long value(int rank, int i) { return 1000L * i + (rank + 3) * (rank + 1) % 17; }

void expect_reduced(const std::vector<long>& got, int p, MGEN_Op op) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    long expected = value(0, static_cast<int>(i));
    for (int r = 1; r < p; ++r) {
      const long v = value(r, static_cast<int>(i));
      if (op == MGEN_SUM) expected += v;
      if (op == MGEN_MAX) expected = std::max(expected, v);
      if (op == MGEN_BXOR) expected ^= v;
    }
    EXPECT_EQ(got[i], expected);
  }
}

class ReduceTest : public CollectiveTest {};
TEST_P(ReduceTest, TheRootHasTheResult) {
  const int p = GetParam().ranks;
  for (const MGEN_Op op : {MGEN_SUM, MGEN_MAX, MGEN_BXOR}) {
    for (int root = 0; root < p; root += 3) {
      run(&AlgorithmParams::reduce, [&](int rank) {
        std::vector<long> in(5), out(5, -1);
        for (int i = 0; i < 5; ++i) in[static_cast<std::size_t>(i)] = value(rank, i);
        MGEN_Reduce(in.data(), rank == root ? out.data() : nullptr, 5, MGEN_LONG, op, root,
                    MGEN_COMM_WORLD);
        if (rank == root) expect_reduced(out, p, op);
      });
    }
  }
}
INSTANTIATE_TEST_SUITE_P(All, ReduceTest, testing::ValuesIn(cases<Reduce>()), name_of);

class AllreduceTest : public CollectiveTest {};
TEST_P(AllreduceTest, AllHaveTheResult) {
  const int p = GetParam().ranks;
  for (const MGEN_Op op : {MGEN_SUM, MGEN_MAX, MGEN_BXOR}) {
    for (const bool in_place : {false, true}) {
      run(&AlgorithmParams::allreduce, [&](int rank) {
        std::vector<long> in(5), out(5, -1);
        for (int i = 0; i < 5; ++i) in[static_cast<std::size_t>(i)] = value(rank, i);
        if (in_place) out = in;
        MGEN_Allreduce(in_place ? MGEN_IN_PLACE : in.data(), out.data(), 5, MGEN_LONG, op,
                       MGEN_COMM_WORLD);
        expect_reduced(out, p, op);
      });
    }
  }
}
INSTANTIATE_TEST_SUITE_P(All, AllreduceTest, testing::ValuesIn(cases<Allreduce>()), name_of);

class AlltoallTest : public CollectiveTest {};
TEST_P(AlltoallTest, BlockJOfRankIIsBlockIOfRankJ) {
  const int p = GetParam().ranks;
  run(&AlgorithmParams::alltoall, [&](int rank) {
    std::vector<int> out, in(static_cast<std::size_t>(2 * p), -1);
    for (int to = 0; to < p; ++to) {
      out.push_back(rank * 1000 + to);
      out.push_back(-rank);
    }
    MGEN_Alltoall(out.data(), 2, MGEN_INT, in.data(), 2, MGEN_INT, MGEN_COMM_WORLD);
    for (int from = 0; from < p; ++from) {
      EXPECT_EQ(in[static_cast<std::size_t>(2 * from)], from * 1000 + rank);
      EXPECT_EQ(in[static_cast<std::size_t>(2 * from + 1)], -from);
    }
  });
  const auto pairs = static_cast<std::uint64_t>(p * (p - 1));
  EXPECT_EQ(messages, GetParam().eager_limit.n ? pairs : 3 * pairs);  // request, clearance, data
}
INSTANTIATE_TEST_SUITE_P(All, AlltoallTest, testing::ValuesIn(cases<Alltoall>()), name_of);

TEST(Collectives, AreRegistered) {
  const auto names = [](std::string_view kind) {
    std::vector<std::string> all;
    for (const config::Component* c : config::components(kind)) all.push_back(c->name);
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("barrier"), (Names{"dissemination"}));
  EXPECT_EQ(names("bcast"), (Names{"binomial"}));
  EXPECT_EQ(names("reduce"), (Names{"binomial"}));
  EXPECT_EQ(names("allreduce"), (Names{"recursive-doubling"}));
  EXPECT_EQ(names("alltoall"), (Names{"pairwise", "ring", "simple-spread"}));
}

// Barrier of P ranks with zero-byte messages: ⌈log2 P⌉ latencies; broadcast and reduction as well.
TEST(Collectives, SmallOnesTakeLogarithmicTime) {
  for (const int p : {2, 8, 64}) {
    const auto rounds = std::bit_width(static_cast<unsigned>(p)) - 1;
    const auto time = [&](std::function<void(int)> body) {
      TestWorld w({.ranks = p, .latency = 1_us, .rate = kUnlimited}, program(std::move(body)));
      return w.run();
    };
    EXPECT_EQ(time([](int) { MGEN_Barrier(MGEN_COMM_WORLD); }), 1_us * rounds);
    EXPECT_EQ(time([](int) { MGEN_Bcast(nullptr, 8, MGEN_BYTE, 0, MGEN_COMM_WORLD); }), 1_us * rounds);
    EXPECT_EQ(time([](int) {
                MGEN_Allreduce(nullptr, nullptr, 1, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
              }),
              1_us * rounds);
  }
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
}

}  // namespace
}  // namespace kasuri::mpi
