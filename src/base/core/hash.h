// SPDX-License-Identifier: MIT
// The mixer of the result hash: a commutative sum of mixed deliveries (design: determinism).
#pragma once

#include <cstdint>

namespace kasuri {

// A bijection of 64 bits with full avalanche (the finaliser of splitmix64, Steele et al. 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  x ^= x >> 31;
  return x;
}

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return mix(mix(a + 0x9e3779b97f4a7c15u) + b);
}

}  // namespace kasuri
