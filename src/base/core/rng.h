// SPDX-License-Identifier: MIT
// Counter-based random numbers: a value is a function of (seed, component, stream, counter), so it
// does not depend on who draws first. Philox 4x32-10 (Salmon et al., SC'11) from Random123.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

namespace kasuri {

// Two independent uniform 64-bit values.
inline std::array<std::uint64_t, 2> random_at(std::uint64_t seed, std::uint32_t component,
                                              std::uint32_t stream, std::uint64_t counter) {
  const r123::Philox4x32::ctr_type at{static_cast<std::uint32_t>(counter),
                                      static_cast<std::uint32_t>(counter >> 32), component, stream};
  const r123::Philox4x32::key_type key{static_cast<std::uint32_t>(seed),
                                       static_cast<std::uint32_t>(seed >> 32)};
  const auto r = r123::Philox4x32{}(at, key);
  return {r[0] | std::uint64_t{r[1]} << 32, r[2] | std::uint64_t{r[3]} << 32};
}

// Uniform in [0, n) from 64 random bits (Lemire's multiplication; bias below n / 2^64).
constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits) * n) >> 64);
}

// Uniform in (0, 1], with 53 bits.
constexpr double unit_interval(std::uint64_t bits) {
  return static_cast<double>((bits >> 11) + 1) * 0x1p-53;
}

}  // namespace kasuri
