// SPDX-License-Identifier: MIT
// The address space of a processing element. Private memory is served here; the buffers that it
// shares with its neighbours are served by a Sharing, which each engine has of its own:
//   uint32_t load<size>(buffer, offset), void store<size>(buffer, offset, value).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "studies/cores/big_endian.h"
#include "studies/manycore/emulator.h"

namespace kasuri::emu {

template <class Core, class Sharing>
class PeBus {
 public:
  PeBus(Machine<Core>& machine, Totals& totals, Sharing s)
      : sharing(std::move(s)), machine_(machine), totals_(totals) {}

  void select(std::uint64_t pe) {
    index_ = pe;
    own_ = machine_.memory(pe);
    pe_ = &machine_.pe(pe);
  }

  // As the 8080 asks.
  std::uint8_t fetch(std::uint16_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  std::uint8_t read(std::uint16_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  void write(std::uint16_t at, std::uint8_t v) { store<1>(at, v); }
  std::uint8_t in(std::uint8_t port) { return note(Oddity::port, port), std::uint8_t{0xff}; }
  void out(std::uint8_t port, std::uint8_t) { note(Oddity::port, port); }

  // As the SH-2 asks.
  std::uint16_t fetch16(std::uint32_t at) { return static_cast<std::uint16_t>(load<2>(at)); }
  std::uint8_t read8(std::uint32_t at) { return static_cast<std::uint8_t>(load<1>(at)); }
  std::uint16_t read16(std::uint32_t at) { return static_cast<std::uint16_t>(load<2>(at)); }
  std::uint32_t read32(std::uint32_t at) { return load<4>(at); }
  void write8(std::uint32_t at, std::uint8_t v) { store<1>(at, v); }
  void write16(std::uint32_t at, std::uint16_t v) { store<2>(at, v); }
  void write32(std::uint32_t at, std::uint32_t v) { store<4>(at, v); }
  // A program that has set VBR has handlers; without, the processor stops here.
  void exception(sh2::State& cpu, std::uint32_t vector) {
    note(Oddity::exception, vector);
    if (cpu.vbr == 0) cpu.sleeping = true;
  }

  Sharing sharing;

 private:
  static constexpr std::uint32_t kOnChipAt = 0u - Core::kOnChip;

  template <unsigned size>
  std::uint32_t load(std::uint32_t at) {
    if (at < Core::kInputs) [[likely]] return load_big_endian<size>(own_ + at);
    if (at - Core::kInputs < 4 * Core::kWindow) {
      return sharing.template load<size>(buffer(at), at % Core::kWindow);
    }
    if (const std::uint8_t* p = on_chip(at)) return load_big_endian<size>(p);
    note(Oddity::outside_map, at);
    return ~0u >> (32 - 8 * size);
  }
  template <unsigned size>
  void store(std::uint32_t at, std::uint32_t v) {
    pe_->spin.wrote = true;
    if (at < Core::kInputs) [[likely]] {
      if (at < machine_.code_end()) note(Oddity::code_write, at);
      store_big_endian<size>(own_ + at, v);
    } else if (at - Core::kInputs < 4 * Core::kWindow) {
      sharing.template store<size>(buffer(at), at % Core::kWindow, v);
    } else if (std::uint8_t* p = on_chip(at)) {
      store_big_endian<size>(p, v);
    } else {
      note(Oddity::outside_map, at);
    }
  }

  // Windows follow one another: inputs 0 and 1, outputs 0 and 1.
  std::uint64_t buffer(std::uint32_t at) const {
    const std::uint32_t window = (at - Core::kInputs) / Core::kWindow;
    return window < 2 ? machine_.input(index_, window) : machine_.output(index_, window - 2);
  }
  std::uint8_t* on_chip(std::uint32_t at) const {
    if constexpr (Core::kOnChip > 0) {
      if (at >= kOnChipAt) return own_ + Core::kLocal + (at - kOnChipAt);
    }
    return nullptr;
  }
  void note(Oddity kind, std::uint32_t address) {
    totals_.note({kind, index_, pe_->cpu.pc, address});
  }

  Machine<Core>& machine_;
  Totals& totals_;
  std::uint64_t index_ = 0;
  std::uint8_t* own_ = nullptr;
  Pe<Core>* pe_ = nullptr;
};

// What every interpreter does around an instruction: phases, busy and polling clocks.
template <class Core>
class Accounts {
 public:
  Accounts(Machine<Core>& machine, Totals& totals, const EmulatorContext& context)
      : machine_(machine), totals_(totals), context_(context) {
    totals_.phases.resize(machine.shape().ranks);
    if (context.element && context.trace) watched_ = &machine.pe(*context.element);
  }

  // Executes one instruction that starts at pe.clock; returns its clocks. Does not move the clock.
  template <class Bus>
  unsigned step(Pe<Core>& pe, Bus& bus) {
    if (const std::uint8_t phase = machine_.phase_at(pe.cpu.pc)) pe.phase = phase;
    if (&pe == watched_) [[unlikely]]
      note(pe);
    return Core::step(pe.cpu, bus);
  }
  // Books that instruction, which began at `from` and has moved the clock to its end.
  void book(Pe<Core>& pe, std::uint32_t rank, std::uint32_t from, unsigned clocks) {
    ++totals_.instructions;
    if (&pe == watched_) [[unlikely]]
      tell();
    auto& phases = totals_.phases[rank];
    phases[pe.phase] += clocks;
    if (pe.cpu.pc <= from && from - pe.cpu.pc < Spin<Core>::kMaxBytes) {
      if (const std::int64_t polled = pe.spin.close(pe.cpu, pe.clock)) {
        phases[pe.phase] -= polled;
        totals_.poll += polled;
      }
    }
  }
  // At the end of a run: a pass that a waiting element has begun is a poll too.
  void settle(Pe<Core>& pe, std::uint32_t rank) {
    if (Core::stopped(pe.cpu) || !pe.spin.fixed) return;
    totals_.phases[rank][pe.phase] -= pe.clock - pe.spin.head_clock;
    totals_.poll += pe.clock - pe.spin.head_clock;
  }

 private:
  // Out of the way of the interpreter's loop. An instruction that does not happen yet is not told
  // of.
  [[gnu::noinline, gnu::cold]] void note(const Pe<Core>& pe) {
    line_ = trace_line(pe.cpu, bytes_at(pe.cpu.pc), pe.clock);
  }
  [[gnu::noinline, gnu::cold]] void tell() const { context_.trace(line_); }
  // Of an instruction; code elsewhere than in local memory reads as NOP.
  std::array<std::uint8_t, 3> bytes_at(std::uint32_t pc) {
    std::array<std::uint8_t, 3> bytes{0, 9, 0};
    const std::uint8_t* memory = machine_.memory(*context_.element);
    for (std::uint32_t k = 0; k < bytes.size(); ++k) {
      if (pc < Core::kInputs && pc + k < Core::kLocal) bytes[k] = memory[pc + k];
    }
    return bytes;
  }

  Machine<Core>& machine_;
  Totals& totals_;
  const EmulatorContext& context_;
  const Pe<Core>* watched_ = nullptr;
  std::string line_;
};

}  // namespace kasuri::emu
