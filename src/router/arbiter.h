// SPDX-License-Identifier: MIT
// Arbiters: in which order an output considers the input VCs that want it. A policy is a type with
// `template <class Try> bool pick(words, n, turn, Try)`, which offers indices until one is taken.
#pragma once

#include <bit>
#include <cstdint>

namespace kasuri {

// The index after the last winner comes first (Dally & Towles 2004, section 18.4); `turn` is the
// last winner.
struct RoundRobin {
  template <class Try>
  static bool pick(const std::uint64_t* words, std::uint32_t n, std::uint16_t& turn, Try&& take) {
    const std::uint32_t start = turn / 64;
    const std::uint64_t from_turn = ~std::uint64_t{1} << (turn % 64);  // those behind the winner
    if (offer(words[start] & from_turn, start, turn, take)) return true;
    for (std::uint32_t word = start + 1; word < n; ++word) {
      if (offer(words[word], word, turn, take)) return true;
    }
    for (std::uint32_t word = 0; word < start; ++word) {
      if (offer(words[word], word, turn, take)) return true;
    }
    return offer(words[start] & ~from_turn, start, turn, take);
  }

 private:
  template <class Try>
  static bool offer(std::uint64_t bits, std::uint32_t word, std::uint16_t& turn, Try&& take) {
    for (; bits; bits &= bits - 1) {
      const std::uint32_t index = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
      if (!take(index)) continue;
      turn = static_cast<std::uint16_t>(index);
      return true;
    }
    return false;
  }
};

}  // namespace kasuri
