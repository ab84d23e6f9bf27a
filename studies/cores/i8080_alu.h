// SPDX-License-Identifier: MIT
// Arithmetic of the Intel 8080: each operation maps operands and flags to a value and flags
// (8080/8085 Assembly Language Programming Manual, Intel 1977, ch. 1 and 3).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "studies/cores/i8080.h"

namespace kasuri::emu::i8080 {

struct Flagged {
  std::uint8_t value;
  std::uint8_t flags;
};

// Sign, zero and parity of each value, with the bit that is always one.
inline constexpr std::array<std::uint8_t, 256> kSignZeroParity = [] {
  std::array<std::uint8_t, 256> t{};
  for (unsigned v = 0; v < 256; ++v) {
    t[v] = static_cast<std::uint8_t>(kAlwaysOne | (v & 0x80) | (v == 0 ? kZero : 0) |
                                     (std::popcount(v) % 2 == 0 ? kParity : 0));
  }
  return t;
}();

constexpr Flagged flagged(unsigned value, bool carry, bool aux) {
  const auto v = static_cast<std::uint8_t>(value);
  return {v, static_cast<std::uint8_t>(kSignZeroParity[v] | (carry ? kCarry : 0) |
                                       (aux ? kAux : 0))};
}

constexpr Flagged add(std::uint8_t a, std::uint8_t b, bool carry) {
  const unsigned sum = a + b + carry;
  return flagged(sum, sum > 0xff, (a ^ b ^ sum) & 0x10);
}

// a + not b + not borrow: the carry flag is the borrow, the auxiliary one the carry of that sum.
constexpr Flagged subtract(std::uint8_t a, std::uint8_t b, bool borrow) {
  const unsigned difference = static_cast<unsigned>(a) - b - borrow;
  return flagged(difference, difference > 0xff, !((a ^ b ^ difference) & 0x10));
}

// The 8080 (unlike the 8085) sets the auxiliary carry to the OR of the operands' bits 3.
constexpr Flagged both(std::uint8_t a, std::uint8_t b) {
  return flagged(a & b, false, (a | b) & 0x08);
}
constexpr Flagged exclusive(std::uint8_t a, std::uint8_t b) { return flagged(a ^ b, false, false); }
constexpr Flagged either(std::uint8_t a, std::uint8_t b) { return flagged(a | b, false, false); }

// INR and DCR keep the carry.
constexpr Flagged increment(std::uint8_t v, std::uint8_t flags) {
  return flagged(v + 1u, flags & kCarry, (v & 0x0f) == 0x0f);
}
constexpr Flagged decrement(std::uint8_t v, std::uint8_t flags) {
  return flagged(v - 1u, flags & kCarry, (v & 0x0f) != 0);
}

// Adds 6 to each decimal digit that is above 9 or has carried.
constexpr Flagged decimal_adjust(std::uint8_t a, std::uint8_t flags) {
  const unsigned low = (a & 0x0f) > 9 || (flags & kAux) ? 0x06 : 0;
  const bool carry = a > 0x99 || (flags & kCarry);
  const unsigned correction = low + (carry ? 0x60 : 0);
  const unsigned sum = a + correction;
  return flagged(sum, carry, (a ^ correction ^ sum) & 0x10);
}

// Rotations change the carry only.
constexpr Flagged with_carry(unsigned value, std::uint8_t flags, bool carry) {
  return {static_cast<std::uint8_t>(value),
          static_cast<std::uint8_t>((flags & ~kCarry) | (carry ? kCarry : 0))};
}
constexpr Flagged rotate_left(std::uint8_t a, std::uint8_t flags) {
  return with_carry(a << 1 | a >> 7, flags, a & 0x80);
}
constexpr Flagged rotate_right(std::uint8_t a, std::uint8_t flags) {
  return with_carry(a >> 1 | a << 7, flags, a & 0x01);
}
constexpr Flagged rotate_left_through_carry(std::uint8_t a, std::uint8_t flags) {
  return with_carry(a << 1 | (flags & kCarry), flags, a & 0x80);
}
constexpr Flagged rotate_right_through_carry(std::uint8_t a, std::uint8_t flags) {
  return with_carry(a >> 1 | (flags & kCarry) << 7, flags, a & 0x01);
}

}  // namespace kasuri::emu::i8080
