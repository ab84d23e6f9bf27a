// SPDX-License-Identifier: MIT
// What an element of a machine does: found out by running a copy of its processor on, without
// writing. If it comes back to where it is with the same registers, it waits for the buffers whose
// ownership it has read.
#pragma once

#include <bit>
#include <cstdint>

#include "studies/cores/big_endian.h"
#include "studies/manycore/machine.h"
#include "studies/manycore/waits.h"

namespace kasuri::emu {

// Reads as an element does; a write, a port or an exception ends the look.
template <class Core>
class LookingBus {
 public:
  LookingBus(Machine<Core>& machine, std::uint64_t pe)
      : machine_(machine), pe_(pe), own_(machine.memory(pe)) {}

  std::uint8_t fetch(std::uint16_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  std::uint8_t read(std::uint16_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  void write(std::uint16_t, std::uint8_t) { acts = true; }
  std::uint8_t in(std::uint8_t) { return acts = true, std::uint8_t{0xff}; }
  void out(std::uint8_t, std::uint8_t) { acts = true; }
  std::uint16_t fetch16(std::uint32_t at) { return static_cast<std::uint16_t>(load<2>(at)); }
  std::uint8_t read8(std::uint32_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  std::uint16_t read16(std::uint32_t at) { return static_cast<std::uint16_t>(load<2>(at)); }
  std::uint32_t read32(std::uint32_t at) { return load<4>(at); }
  void write8(std::uint32_t, std::uint8_t) { acts = true; }
  void write16(std::uint32_t, std::uint16_t) { acts = true; }
  void write32(std::uint32_t, std::uint32_t) { acts = true; }
  void exception(sh2::State&, std::uint32_t) { acts = true; }

  bool acts = false;
  std::uint32_t windows = 0;  // bits: whose ownership was read, and that somebody else may change

 private:
  template <unsigned size>
  std::uint32_t load(std::uint32_t at) {
    if (at < Core::kInputs) return load_big_endian<size>(own_ + at);
    if (at - Core::kInputs < 4 * Core::kWindow) {
      const std::uint32_t w = (at - Core::kInputs) / Core::kWindow, offset = at % Core::kWindow;
      const std::uint64_t buffer = w < 2 ? machine_.input(pe_, w) : machine_.output(pe_, w - 2);
      if (offset < Core::kSyncBytes && machine_.receiver_owns(buffer) != (w < 2))
        windows |= 1u << w;
      return load_big_endian<size>(machine_.bytes(buffer) + offset);
    }
    if (Core::kOnChip > 0 && at >= 0u - Core::kOnChip)
      return load_big_endian<size>(own_ + Core::kLocal + (at + Core::kOnChip));
    return ~0u >> (32 - 8 * size);
  }

  Machine<Core>& machine_;
  std::uint64_t pe_;
  std::uint8_t* own_;
};

template <class Core>
Standing standing_of(Machine<Core>& machine, std::uint64_t i) {
  constexpr int kMostSteps = 256, kMostPasses = 3;
  const Pe<Core>& pe = machine.pe(i);
  Standing s{Doing::running, static_cast<std::uint32_t>(pe.cpu.pc), pe.final_clock()};
  if (Core::stopped(pe.cpu)) {
    s.doing = Doing::stopped;
    return s;
  }
  LookingBus<Core> bus(machine, i);
  typename Core::State cpu = pe.cpu, at_head = pe.cpu;
  int passes = 0;
  for (int k = 0; k < kMostSteps && passes < kMostPasses && !bus.acts; ++k) {
    Core::step(cpu, bus);
    if (bus.acts || Core::stopped(cpu)) return s;
    if (cpu.pc != at_head.pc) continue;
    if (cpu == at_head) {
      s.doing = bus.windows
                    ? static_cast<Doing>(static_cast<unsigned>(Doing::input0) +
                                         static_cast<unsigned>(std::countr_zero(bus.windows)))
                    : Doing::looping;
      return s;
    }
    at_head = cpu;
    bus.windows = 0;
    ++passes;
  }
  return s;
}

}  // namespace kasuri::emu
