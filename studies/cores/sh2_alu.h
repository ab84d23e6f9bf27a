// SPDX-License-Identifier: MIT
// The SH-2's arithmetic that is more than one operator of C++: division steps, multiply and
// accumulate (SH-1/SH-2 Programming Manual, ch. 6: DIV1, MAC.L, MAC.W).
#pragma once

#include <cstdint>

#include "studies/cores/sh2.h"

namespace kasuri::emu::sh2 {

// One step of non-restoring division: Rn and T shift left into Q, then Rm is subtracted if Q = M,
// added if not; the new Q is its old value flipped by the carry or borrow, and T says Q = M.
constexpr std::uint32_t division_step(std::uint32_t n, std::uint32_t m, std::uint32_t& sr) {
  const bool old_q = sr & kQ;
  const bool minus = sr & kM;
  const bool out = n >> 31;
  const std::uint32_t shifted = n << 1 | (sr & kT);
  const std::uint32_t result = old_q == minus ? shifted - m : shifted + m;
  const bool carried = old_q == minus ? result > shifted : result < shifted;
  const bool q = out ^ carried ^ minus;
  sr = (sr & ~(kQ | kT)) | (q ? kQ : 0) | (q == minus ? kT : 0);
  return result;
}

// MAC.L: 64 bits, or with S the same sum limited to 48 bits. All 64 bits of the accumulator count:
// one that lies beyond 48 bits already, or whose sum overflows 64, ends at the limit on its side.
// The manual leaves this open ("only the lower 48 bits of the MAC registers are enabled", "the
// result is limited to between H'FFFF800000000000 and H'00007FFFFFFFFFFF"); this is what an SH7091
// was measured to do (Z. Buhman, qemu-devel, 4 April 2024).
constexpr std::uint64_t accumulate_long(std::uint64_t mac, std::int32_t a, std::int32_t b,
                                        bool saturate) {
  const std::int64_t product = std::int64_t{a} * b;
  const std::uint64_t sum = mac + static_cast<std::uint64_t>(product);
  if (!saturate) return sum;
  constexpr std::int64_t kMost = (std::int64_t{1} << 47) - 1;
  const bool overflow = (~(mac ^ static_cast<std::uint64_t>(product)) & (mac ^ sum)) >> 63;
  const auto value = static_cast<std::int64_t>(sum);
  const bool low = overflow ? product < 0 : value < -kMost - 1;
  const bool high = overflow ? product >= 0 : value > kMost;
  return static_cast<std::uint64_t>(low ? -kMost - 1 : high ? kMost : value);
}

// MAC.W: 64 bits, or with S the 32 bits of MACL that saturate; an overflow then sets bit 0 of MACH.
constexpr std::uint64_t accumulate_word(std::uint64_t mac, std::int16_t a, std::int16_t b,
                                        bool saturate) {
  const std::int64_t product = std::int64_t{a} * b;
  if (!saturate) return mac + static_cast<std::uint64_t>(product);
  const std::int64_t sum = static_cast<std::int32_t>(mac) + product;
  const std::int64_t kept = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
  const std::uint64_t high = (mac >> 32) | (kept != sum ? 1 : 0);
  return high << 32 | static_cast<std::uint32_t>(kept);
}

}  // namespace kasuri::emu::sh2
