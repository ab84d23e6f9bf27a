// SPDX-License-Identifier: MIT
// The registers of the Intel 8080 (Intel 8080 Microcomputer Systems User's Manual, 1975, ch. 2).
#pragma once

#include <array>
#include <cstdint>

namespace kasuri::emu::i8080 {

// Bits of the flag byte; bit 1 always reads as one, bits 3 and 5 as zero.
inline constexpr std::uint8_t kCarry = 0x01;
inline constexpr std::uint8_t kAlwaysOne = 0x02;
inline constexpr std::uint8_t kParity = 0x04;  // set if even
inline constexpr std::uint8_t kAux = 0x10;     // carry out of bit 3
inline constexpr std::uint8_t kZero = 0x40;
inline constexpr std::uint8_t kSign = 0x80;

// Places in State::r, in the order of the opcode's register field; the field's value 6 means the
// byte at HL, so that place is free for the flags.
enum Register : std::uint8_t { kB, kC, kD, kE, kH, kL, kF, kA };

struct State {
  std::array<std::uint8_t, 8> r{0, 0, 0, 0, 0, 0, kAlwaysOne, 0};
  std::uint16_t sp = 0;
  std::uint16_t pc = 0;
  bool interrupts_enabled = false;
  std::uint8_t shadow = 0;  // instructions until EI takes effect, the current one included
  bool halted = false;

  std::uint16_t pair(Register high) const {
    return static_cast<std::uint16_t>(r[high] << 8 | r[high + 1]);
  }
  void set_pair(Register high, std::uint16_t v) {
    r[high] = static_cast<std::uint8_t>(v >> 8);
    r[high + 1] = static_cast<std::uint8_t>(v);
  }
  bool flag(std::uint8_t bits) const { return r[kF] & bits; }

  friend bool operator==(const State&, const State&) = default;
};

}  // namespace kasuri::emu::i8080
