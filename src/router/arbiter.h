// SPDX-License-Identifier: MIT
// Arbiters: in which order an output considers the input VCs that want it. A policy is a type with
// `template <class Try> bool pick(words, n, turn, Try)`, which offers indices until one is taken.
#pragma once

#include <bit>
#include <cstdint>

namespace kasuri {

// The index after the last winner comes first (Dally & Towles 2004, section 18.4).
struct RoundRobin {
  template <class Try>
  static bool pick(const std::uint64_t* words, std::uint32_t n, std::uint32_t& turn, Try&& take) {
    const std::uint32_t start = turn / 64;
    const std::uint64_t from_turn = ~std::uint64_t{0} << (turn % 64);
    for (std::uint32_t i = 0; i <= n; ++i) {
      const std::uint32_t word = start + i < n ? start + i : start + i - n;
      std::uint64_t bits = words[word];
      if (i == 0) bits &= from_turn;
      if (i == n) bits &= ~from_turn;
      for (; bits; bits &= bits - 1) {
        const std::uint32_t index = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        if (take(index)) {
          turn = index + 1 < n * 64 ? index + 1 : 0;
          return true;
        }
      }
    }
    return false;
  }
};

}  // namespace kasuri
