// SPDX-License-Identifier: MIT
// What collectives cost, and the arithmetic of reductions; every_algorithm_test.cpp checks results.
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
