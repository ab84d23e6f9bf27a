// SPDX-License-Identifier: MIT
// The two processors as processing elements of the many-core machine: address maps (the paper's
// section 2.1 gives sizes; the addresses are ours), quanta (2.2), and what engines ask of a core.
//
//             8080            SH-2
//   private   0x000-0x2FF     0x000-0x5FF    code, data, stack
//   inputs    0x300, 0x380    0x600, 0x700   two buffers, each a window of the rank before
//   outputs   0x400, 0x480    0x800, 0x900   windows: the inputs of two neighbours in the next rank
//   on chip   -               0xFFFFFE00     512 bytes
#pragma once

#include <cstdint>
#include <string_view>

#include "studies/cores/i8080_step.h"
#include "studies/cores/i8080_text.h"
#include "studies/cores/sh2_step.h"
#include "studies/cores/sh2_text.h"

namespace kasuri::emu {

struct Core8080 {
  using State = i8080::State;

  static constexpr std::string_view kName = "8080";
  static constexpr std::uint32_t kWindow = 0x80;
  static constexpr std::uint32_t kInputs = 0x300;   // first address after private memory
  static constexpr std::uint32_t kLocal = 0x400;    // private memory and inputs
  static constexpr std::uint32_t kOnChip = 0;
  static constexpr std::uint32_t kSyncBytes = 1;    // at the start of a buffer
  static constexpr std::uint32_t kCodeUnit = 1;     // instructions begin at multiples of it
  static constexpr std::uint32_t kPipeAt = 0x2fc;   // where the loader puts the pipe's number
  static constexpr std::uint32_t kLogPipesAt = 0x2fe;
  static constexpr std::int64_t kQuantum = 25;
  static constexpr std::int64_t kMaxClocks = 18;    // of an instruction

  static const InstructionSet& instruction_set() { return i8080::instruction_set(); }
  static void reset(State& cpu, const std::uint8_t*) { cpu = State{}; }
  static bool stopped(const State& cpu) { return cpu.halted; }
  template <class Bus>
  static unsigned step(State& cpu, Bus& bus) {
    return i8080::step(cpu, bus);
  }
  // Little-endian, as the 8080's own 16-bit loads.
  static void put16(std::uint8_t* at, std::uint32_t v) {
    at[0] = static_cast<std::uint8_t>(v);
    at[1] = static_cast<std::uint8_t>(v >> 8);
  }
  static std::uint32_t get16(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(at[0] | at[1] << 8);
  }
};

struct CoreSh2 {
  using State = sh2::State;

  static constexpr std::string_view kName = "sh2";
  static constexpr std::uint32_t kWindow = 0x100;
  static constexpr std::uint32_t kInputs = 0x600;
  static constexpr std::uint32_t kLocal = 0x800;
  static constexpr std::uint32_t kOnChip = 0x200;
  static constexpr std::uint32_t kSyncBytes = 2;
  static constexpr std::uint32_t kCodeUnit = 2;
  static constexpr std::uint32_t kPipeAt = 0x5fc;
  static constexpr std::uint32_t kLogPipesAt = 0x5fe;
  static constexpr std::int64_t kQuantum = 7;
  static constexpr std::int64_t kMaxClocks = 8;

  static const InstructionSet& instruction_set() { return sh2::instruction_set(); }
  // By the reset vector: program counter, stack pointer.
  static void reset(State& cpu, const std::uint8_t* memory) {
    cpu = State{};
    cpu.pc = get16(memory) << 16 | get16(memory + 2);
    cpu.r[15] = get16(memory + 4) << 16 | get16(memory + 6);
  }
  static bool stopped(const State& cpu) { return cpu.sleeping; }
  template <class Bus>
  static unsigned step(State& cpu, Bus& bus) {
    return sh2::step(cpu, bus);
  }
  static void put16(std::uint8_t* at, std::uint32_t v) {
    at[0] = static_cast<std::uint8_t>(v >> 8);
    at[1] = static_cast<std::uint8_t>(v);
  }
  static std::uint32_t get16(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(at[0] << 8 | at[1]);
  }
};

// The byte of a buffer whose bit 0 says who owns it: 0 the sender, 1 the receiver.
template <class Core>
inline constexpr std::uint32_t kOwnerByte = Core::kSyncBytes == 1 ? 0 : 1;

}  // namespace kasuri::emu
