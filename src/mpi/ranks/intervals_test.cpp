// SPDX-License-Identifier: MIT
// Against a set of single numbers.
#include "mpi/ranks/intervals.h"

#include <gtest/gtest.h>

#include <bitset>

#include "base/core/hash.h"

namespace kasuri::mpi {
namespace intervals_test {

TEST(Intervals, AreASetOfNumbers) {
  constexpr std::uint64_t kMost = 40;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Intervals set;
    std::bitset<kMost> model;
    for (std::uint64_t step = 0; step < 60; ++step) {
      const std::uint64_t draw = mix(seed, step);
      const std::uint64_t begin = draw % kMost, end = std::min(kMost, begin + draw / 64 % 12);
      const bool adds = draw / 4096 % 2;
      if (adds) set.add(begin, end);
      else set.remove(begin, end);
      for (std::uint64_t i = begin; i < end; ++i) model[i] = adds;
      for (const std::uint64_t from : {std::uint64_t{0}, begin}) {
        std::uint64_t next = from;
        set.for_each_run(from, kMost, [&](std::uint64_t b, std::uint64_t e, bool in) {
          EXPECT_EQ(b, next);
          EXPECT_LT(b, e);
          for (std::uint64_t i = b; i < e; ++i) EXPECT_EQ(model[i], in) << seed << ' ' << step << ' ' << i;
          next = e;
        });
        EXPECT_EQ(next, kMost);
      }
      EXPECT_EQ(set.empty(), model.none());
    }
  }
}

}  // namespace intervals_test
}  // namespace kasuri::mpi
