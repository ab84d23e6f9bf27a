// SPDX-License-Identifier: MIT
// The registers of the Hitachi SH-2 (SuperH RISC Engine SH-1/SH-2 Programming Manual, 1996, ch. 2).
#pragma once

#include <array>
#include <cstdint>

namespace kasuri::emu::sh2 {

// Bits of the status register.
inline constexpr std::uint32_t kT = 0x001;
inline constexpr std::uint32_t kS = 0x002;      // saturate in MAC
inline constexpr std::uint32_t kLevel = 0x0f0;  // interrupts up to this level wait
inline constexpr std::uint32_t kQ = 0x100;      // of division
inline constexpr std::uint32_t kM = 0x200;
inline constexpr std::uint32_t kStatusMask = 0x3f3;

// Numbers in the vector table (SH7604 Hardware Manual, table 4.3).
enum Vector : std::uint32_t {
  kIllegalInstruction = 4,
  kIllegalSlot = 6,
  kAddressError = 9,
  kNmi = 11,
};

// Clocks to enter an exception or interrupt, with zero-wait memory: those of TRAPA.
inline constexpr unsigned kExceptionClocks = 8;

struct State {
  std::array<std::uint32_t, 16> r{};
  std::uint32_t pc = 0;  // of the next instruction
  std::uint32_t pr = 0;
  std::uint32_t gbr = 0;
  std::uint32_t vbr = 0;
  std::uint32_t mach = 0;
  std::uint32_t macl = 0;
  std::uint32_t sr = kLevel;
  std::uint32_t target = 0;  // where a delayed branch goes after its slot
  bool in_slot = false;      // the next instruction stands in a delay slot
  bool shielded = false;     // no interrupt right after LDC, LDS, STC, STS
  bool sleeping = false;

  bool t() const { return sr & kT; }
  void set_t(bool t) { sr = (sr & ~kT) | (t ? kT : 0); }
  std::uint64_t mac() const { return std::uint64_t{mach} << 32 | macl; }
  void set_mac(std::uint64_t v) {
    mach = static_cast<std::uint32_t>(v >> 32);
    macl = static_cast<std::uint32_t>(v);
  }

  friend bool operator==(const State&, const State&) = default;
};

}  // namespace kasuri::emu::sh2
