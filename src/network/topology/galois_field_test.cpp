// SPDX-License-Identifier: MIT
// Finite fields: the axioms, for every order up to 64, and which orders there are.
#include "network/topology/galois_field.h"

#include <gtest/gtest.h>

#include <set>

namespace kasuri {
namespace galois_field_test {

TEST(GaloisField, IsAField) {
  for (std::uint32_t q = 2; q <= 64; ++q) {
    if (!prime_power(q)) continue;
    const GaloisField f(q);
    const std::uint32_t step = q > 16 ? 3 : 1;
    for (std::uint32_t a = 0; a < q; ++a) {
      EXPECT_EQ(f.add(a, 0), a);
      EXPECT_EQ(f.multiply(a, 1), a);
      EXPECT_EQ(f.add(a, f.negative(a)), 0u);
      if (a) {
        EXPECT_EQ(f.multiply(a, f.inverse(a)), 1u) << q;
      }
      for (std::uint32_t b = 0; b < q; ++b) {
        EXPECT_EQ(f.add(a, b), f.add(b, a));
        EXPECT_EQ(f.multiply(a, b), f.multiply(b, a));
        EXPECT_EQ(f.subtract(f.add(a, b), b), a);
        for (std::uint32_t c = 0; c < q; c += step) {
          ASSERT_EQ(f.multiply(a, f.add(b, c)), f.add(f.multiply(a, b), f.multiply(a, c))) << q;
          ASSERT_EQ(f.multiply(a, f.multiply(b, c)), f.multiply(f.multiply(a, b), c)) << q;
          ASSERT_EQ(f.add(a, f.add(b, c)), f.add(f.add(a, b), c)) << q;
        }
      }
    }
    std::set<std::uint32_t> powers;
    for (std::uint32_t n = 0; n + 1 < q; ++n) powers.insert(f.power(n));
    EXPECT_EQ(powers.size(), q - 1) << q;
    EXPECT_FALSE(powers.contains(0));
  }
}

// 1 + … + 1, as often as the characteristic says, is 0.
TEST(GaloisField, HasTheCharacteristicOfItsPrime) {
  for (const std::uint32_t q : {4u, 8u, 9u, 25u, 27u, 49u, 81u, 121u, 128u, 243u, 4096u}) {
    const GaloisField f(q);
    std::uint32_t sum = 0, n = 0;
    do {
      sum = f.add(sum, 1);
      ++n;
    } while (sum);
    EXPECT_EQ(n, prime_power(q)->prime) << q;
  }
}

TEST(PrimePower, KnowsWhichOrdersThereAre) {
  std::set<std::uint32_t> some;
  for (std::uint32_t q = 0; q <= 32; ++q) {
    if (prime_power(q)) some.insert(q);
  }
  EXPECT_EQ(some, (std::set<std::uint32_t>{2,  3,  4,  5,  7,  8,  9,  11, 13,
                                           16, 17, 19, 23, 25, 27, 29, 31, 32}));
  EXPECT_EQ(prime_power(125)->exponent, 3u);
  EXPECT_EQ(nearest_prime_powers(6, 2), "5 or 7");
  EXPECT_EQ(nearest_prime_powers(15, 2), "13 or 16");
  EXPECT_EQ(nearest_prime_powers(1, 2), "2");
}

}  // namespace galois_field_test
}  // namespace kasuri
