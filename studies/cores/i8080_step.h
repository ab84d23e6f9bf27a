// SPDX-License-Identifier: MIT
// Executes Intel 8080 instructions: one function for each line of the opcode table, assembled from
// operand access and algorithm. A Bus has fetch(address), read(address), write(address, byte),
// in(port) and out(port, byte).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "studies/cores/i8080.h"
#include "studies/cores/i8080_alu.h"
#include "studies/cores/i8080_opcodes.h"

namespace kasuri::emu::i8080 {

template <class Bus>
class Instruction {
 public:
  // Executes opcode `code`, already fetched; returns its clocks.
  template <std::size_t code>
  static unsigned run(State& cpu, Bus& bus) {
    return Instruction(cpu, bus).execute<code>();
  }

 private:
  Instruction(State& cpu, Bus& bus) : cpu_(cpu), bus_(bus) {}

  std::uint8_t fetch() { return bus_.fetch(cpu_.pc++); }
  std::uint16_t fetch16() {
    const std::uint8_t low = fetch();
    return static_cast<std::uint16_t>(fetch() << 8 | low);
  }
  std::uint16_t read16(std::uint16_t at) {
    const std::uint8_t low = bus_.read(at);
    return static_cast<std::uint16_t>(bus_.read(static_cast<std::uint16_t>(at + 1)) << 8 | low);
  }
  void write16(std::uint16_t at, std::uint16_t v) {
    bus_.write(at, static_cast<std::uint8_t>(v));
    bus_.write(static_cast<std::uint16_t>(at + 1), static_cast<std::uint8_t>(v >> 8));
  }
  // The high byte goes first, to the higher address.
  void push(std::uint16_t v) {
    bus_.write(--cpu_.sp, static_cast<std::uint8_t>(v >> 8));
    bus_.write(--cpu_.sp, static_cast<std::uint8_t>(v));
  }
  std::uint16_t pop() {
    const std::uint16_t v = read16(cpu_.sp);
    cpu_.sp = static_cast<std::uint16_t>(cpu_.sp + 2);
    return v;
  }

  template <At at>
  std::uint8_t get() {
    if constexpr (at == At::m) return bus_.read(cpu_.pair(kH));
    else if constexpr (at <= At::a) return cpu_.r[static_cast<std::size_t>(at)];
    else if constexpr (at == At::byte) return fetch();
    else if constexpr (at == At::direct) return bus_.read(fetch16());
    else if constexpr (at == At::bc_points) return bus_.read(cpu_.pair(kB));
    else if constexpr (at == At::de_points) return bus_.read(cpu_.pair(kD));
    else if constexpr (at == At::port) return bus_.in(fetch());
  }
  template <At at>
  void set(std::uint8_t v) {
    if constexpr (at == At::m) bus_.write(cpu_.pair(kH), v);
    else if constexpr (at <= At::a) cpu_.r[static_cast<std::size_t>(at)] = v;
    else if constexpr (at == At::direct) bus_.write(fetch16(), v);
    else if constexpr (at == At::bc_points) bus_.write(cpu_.pair(kB), v);
    else if constexpr (at == At::de_points) bus_.write(cpu_.pair(kD), v);
    else if constexpr (at == At::port) bus_.out(fetch(), v);
  }
  template <At at>
  void set(Flagged result) {
    set<at>(result.value);
    cpu_.r[kF] = result.flags;
  }
  template <At at>
  std::uint16_t get16() {
    if constexpr (at == At::bc) return cpu_.pair(kB);
    else if constexpr (at == At::de) return cpu_.pair(kD);
    else if constexpr (at == At::hl) return cpu_.pair(kH);
    else if constexpr (at == At::psw)
      return static_cast<std::uint16_t>(cpu_.r[kA] << 8 | cpu_.r[kF]);
    else if constexpr (at == At::sp) return cpu_.sp;
    else if constexpr (at == At::word) return fetch16();
    else if constexpr (at == At::direct16) return read16(fetch16());
    else if constexpr (at == At::stack) return pop();
  }
  template <At at>
  void set16(std::uint16_t v) {
    if constexpr (at == At::bc) cpu_.set_pair(kB, v);
    else if constexpr (at == At::de) cpu_.set_pair(kD, v);
    else if constexpr (at == At::hl) cpu_.set_pair(kH, v);
    else if constexpr (at == At::psw) {
      cpu_.r[kA] = static_cast<std::uint8_t>(v >> 8);
      cpu_.r[kF] = (v & (kSign | kZero | kAux | kParity | kCarry)) | kAlwaysOne;
    } else if constexpr (at == At::sp) cpu_.sp = v;
    else if constexpr (at == At::pc) cpu_.pc = v;
    else if constexpr (at == At::direct16) write16(fetch16(), v);
    else if constexpr (at == At::stack) push(v);
  }

  template <int condition>
  bool holds() const {
    if constexpr (condition < 0) {
      return true;
    } else {
      constexpr std::uint8_t kFlag[] = {kZero, kCarry, kParity, kSign};
      return cpu_.flag(kFlag[condition / 2]) == (condition % 2 == 1);
    }
  }

  template <std::size_t code>
  unsigned execute() {
    constexpr Opcode o = kOpcodes[code];
    constexpr Do algorithm = o.algorithm;
    const std::uint8_t a = cpu_.r[kA];
    const std::uint8_t flags = cpu_.r[kF];
    const bool carry = flags & kCarry;

    if constexpr (algorithm == Do::move) set<o.to>(get<o.from>());
    else if constexpr (algorithm == Do::move16) set16<o.to>(get16<o.from>());
    else if constexpr (algorithm == Do::add) set<At::a>(add(a, get<o.from>(), false));
    else if constexpr (algorithm == Do::add_carry) set<At::a>(add(a, get<o.from>(), carry));
    else if constexpr (algorithm == Do::subtract) set<At::a>(subtract(a, get<o.from>(), false));
    else if constexpr (algorithm == Do::subtract_borrow)
      set<At::a>(subtract(a, get<o.from>(), carry));
    else if constexpr (algorithm == Do::compare)
      cpu_.r[kF] = subtract(a, get<o.from>(), false).flags;
    else if constexpr (algorithm == Do::both) set<At::a>(both(a, get<o.from>()));
    else if constexpr (algorithm == Do::exclusive) set<At::a>(exclusive(a, get<o.from>()));
    else if constexpr (algorithm == Do::either) set<At::a>(either(a, get<o.from>()));
    else if constexpr (algorithm == Do::increment) set<o.to>(increment(get<o.from>(), flags));
    else if constexpr (algorithm == Do::decrement) set<o.to>(decrement(get<o.from>(), flags));
    else if constexpr (algorithm == Do::increment16)
      set16<o.to>(static_cast<std::uint16_t>(get16<o.from>() + 1));
    else if constexpr (algorithm == Do::decrement16)
      set16<o.to>(static_cast<std::uint16_t>(get16<o.from>() - 1));
    else if constexpr (algorithm == Do::add16) {
      const unsigned sum = cpu_.pair(kH) + get16<o.from>();
      cpu_.set_pair(kH, static_cast<std::uint16_t>(sum));
      cpu_.r[kF] = with_carry(0, flags, sum > 0xffff).flags;
    }
    else if constexpr (algorithm == Do::rotate_left) set<At::a>(rotate_left(a, flags));
    else if constexpr (algorithm == Do::rotate_right) set<At::a>(rotate_right(a, flags));
    else if constexpr (algorithm == Do::rotate_left_carry)
      set<At::a>(rotate_left_through_carry(a, flags));
    else if constexpr (algorithm == Do::rotate_right_carry)
      set<At::a>(rotate_right_through_carry(a, flags));
    else if constexpr (algorithm == Do::decimal_adjust) set<At::a>(decimal_adjust(a, flags));
    else if constexpr (algorithm == Do::complement) set<At::a>(static_cast<std::uint8_t>(~a));
    else if constexpr (algorithm == Do::set_carry) cpu_.r[kF] |= kCarry;
    else if constexpr (algorithm == Do::complement_carry) cpu_.r[kF] ^= kCarry;
    else if constexpr (algorithm == Do::jump) {
      const std::uint16_t target = fetch16();
      if (holds<o.condition>()) cpu_.pc = target;
    }
    else if constexpr (algorithm == Do::call) {
      const std::uint16_t target = fetch16();
      if (!holds<o.condition>()) return o.clocks;
      push(cpu_.pc);
      cpu_.pc = target;
      return o.clocks_taken;
    }
    else if constexpr (algorithm == Do::return_) {
      if (!holds<o.condition>()) return o.clocks;
      cpu_.pc = pop();
      return o.clocks_taken;
    }
    else if constexpr (algorithm == Do::restart) {
      push(cpu_.pc);
      cpu_.pc = code & 0x38;
    }
    else if constexpr (algorithm == Do::exchange_stack) {
      const std::uint16_t top = read16(cpu_.sp);
      write16(cpu_.sp, cpu_.pair(kH));
      cpu_.set_pair(kH, top);
    }
    else if constexpr (algorithm == Do::exchange) {
      std::swap(cpu_.r[kD], cpu_.r[kH]);
      std::swap(cpu_.r[kE], cpu_.r[kL]);
    }
    else if constexpr (algorithm == Do::enable) {
      cpu_.interrupts_enabled = true;
      cpu_.shadow = 2;
    }
    else if constexpr (algorithm == Do::disable) cpu_.interrupts_enabled = false;
    else if constexpr (algorithm == Do::halt) cpu_.halted = true;
    else static_assert(algorithm == Do::nothing);
    return o.clocks;
  }

  State& cpu_;
  Bus& bus_;
};

template <class Bus>
using Handler = unsigned (*)(State&, Bus&);

template <class Bus>
inline constexpr auto kHandlers = []<std::size_t... code>(std::index_sequence<code...>) {
  return std::array<Handler<Bus>, 256>{&Instruction<Bus>::template run<code>...};
}(std::make_index_sequence<256>{});

// Executes one instruction of a CPU that is not halted; returns its clocks.
template <class Bus>
unsigned step(State& cpu, Bus& bus) {
  const unsigned clocks = kHandlers<Bus>[bus.fetch(cpu.pc++)](cpu, bus);
  if (cpu.shadow) --cpu.shadow;
  return clocks;
}

// Whether an interrupt request would be taken now: EI acts after the instruction that follows it.
inline bool interruptible(const State& cpu) { return cpu.interrupts_enabled && !cpu.shadow; }

// Takes an interrupt: the device puts an instruction on the bus, an RST or a whole CALL, which is
// executed without advancing the program counter. Returns its clocks.
template <class Bus>
unsigned interrupt(State& cpu, Bus& bus, std::array<std::uint8_t, 3> instruction) {
  struct Jammed {
    Bus& bus;
    std::array<std::uint8_t, 3> bytes;
    std::size_t next = 0;
    std::uint8_t fetch(std::uint16_t) { return bytes[next++]; }
    std::uint8_t read(std::uint16_t at) { return bus.read(at); }
    void write(std::uint16_t at, std::uint8_t v) { bus.write(at, v); }
    std::uint8_t in(std::uint8_t port) { return bus.in(port); }
    void out(std::uint8_t port, std::uint8_t v) { bus.out(port, v); }
  } jammed{bus, instruction};
  cpu.interrupts_enabled = false;
  cpu.halted = false;
  cpu.pc = static_cast<std::uint16_t>(cpu.pc - kOpcodes[instruction[0]].length());
  return step(cpu, jammed);
}

}  // namespace kasuri::emu::i8080
