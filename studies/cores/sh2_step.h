// SPDX-License-Identifier: MIT
// Executes SH-2 instructions: one function for each line of the opcode table, assembled from
// operand access (read off the syntax) and algorithm. A Bus has fetch16(address), read8/16/32 and
// write8/16/32; alignment is checked here. Addresses the Bus does not have are its own affair.
//
// Delay slots are steps of their own: a delayed branch leaves `in_slot` and `target` in the state.
// With that, what the manual calls PC in operands is State::pc + 2, in a slot too, where it counts
// from the branch's destination.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "studies/cores/sh2.h"
#include "studies/cores/sh2_alu.h"
#include "studies/cores/sh2_opcodes.h"

namespace kasuri::emu::sh2 {

// Thrown by operand access; the instruction has then changed nothing but address registers.
struct AddressError {};

// Pushes SR and the PC to return to, and continues at the handler. A misaligned stack pointer
// cannot raise a second error: its low bits are dropped. A Bus with exception(cpu, vector) is told.
template <class Bus>
unsigned enter_exception(State& cpu, Bus& bus, std::uint32_t vector, std::uint32_t return_to) {
  if constexpr (requires { bus.exception(cpu, vector); }) bus.exception(cpu, vector);
  cpu.r[15] = (cpu.r[15] & ~3u) - 4;
  bus.write32(cpu.r[15], cpu.sr);
  cpu.r[15] -= 4;
  bus.write32(cpu.r[15], return_to);
  cpu.pc = bus.read32((cpu.vbr & ~3u) + 4 * vector);
  cpu.in_slot = false;
  cpu.shielded = false;
  return kExceptionClocks;
}

template <class Bus>
class Instruction {
 public:
  // Executes the instruction word `word` of line `line`; State::pc has already moved on.
  template <std::size_t line>
  static unsigned run(State& cpu, Bus& bus, std::uint16_t word) {
    return Instruction(cpu, bus, word).template execute<line>();
  }

 private:
  Instruction(State& cpu, Bus& bus, std::uint16_t word) : cpu_(cpu), bus_(bus), word_(word) {}

  // The field of the word that a letter of the pattern marks.
  template <std::size_t line, char letter>
  unsigned field() const {
    constexpr std::uint16_t bits = kOpcodes[line].bits(letter);
    static_assert(bits != 0);
    return (word_ & bits) >> std::countr_zero(bits);
  }
  template <std::size_t line, char letter>
  std::uint32_t signed_field() const {
    constexpr int width = std::popcount(kOpcodes[line].bits(letter));
    const auto v = static_cast<std::int32_t>(field<line, letter>() << (32 - width));
    return static_cast<std::uint32_t>(v >> (32 - width));
  }
  template <std::size_t line>
  std::uint32_t& rn() { return cpu_.r[field<line, 'n'>()]; }
  template <std::size_t line>
  std::uint32_t& rm() { return cpu_.r[field<line, 'm'>()]; }

  template <unsigned size>
  std::uint32_t load(std::uint32_t at) {  // sign-extended
    if (at % size != 0) throw AddressError{};
    if constexpr (size == 1)
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(bus_.read8(at)));
    else if constexpr (size == 2)
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(bus_.read16(at)));
    else return bus_.read32(at);
  }
  template <unsigned size>
  void store(std::uint32_t at, std::uint32_t v) {
    if (at % size != 0) throw AddressError{};
    if constexpr (size == 1) bus_.write8(at, static_cast<std::uint8_t>(v));
    else if constexpr (size == 2) bus_.write16(at, static_cast<std::uint16_t>(v));
    else bus_.write32(at, v);
  }

  // The memory operand's address; steps back a register written as @-Rn.
  template <std::size_t line, unsigned which>
  std::uint32_t address() {
    constexpr Opcode o = kOpcodes[line];
    constexpr std::string_view text = o.operand(which);
    constexpr unsigned size = o.size();
    if constexpr (text == "@Rn" || text == "@Rn+") return rn<line>();
    else if constexpr (text == "@Rm" || text == "@Rm+") return rm<line>();
    else if constexpr (text == "@-Rn") return rn<line>() - size;
    else if constexpr (text == "@(disp,Rn)") return rn<line>() + field<line, 'd'>() * size;
    else if constexpr (text == "@(disp,Rm)") return rm<line>() + field<line, 'd'>() * size;
    else if constexpr (text == "@(R0,Rn)") return cpu_.r[0] + rn<line>();
    else if constexpr (text == "@(R0,Rm)") return cpu_.r[0] + rm<line>();
    else if constexpr (text == "@(disp,GBR)") return cpu_.gbr + field<line, 'd'>() * size;
    else if constexpr (text == "@(R0,GBR)") return cpu_.gbr + cpu_.r[0];
    else if constexpr (text == "label") {  // of data; longwords count from an aligned PC
      return ((cpu_.pc + 2) & (size == 4 ? ~3u : ~0u)) + field<line, 'd'>() * size;
    }
  }

  template <std::size_t line, unsigned which>
  std::uint32_t get() {
    constexpr Opcode o = kOpcodes[line];
    constexpr std::string_view text = o.operand(which);
    constexpr bool logical = o.algorithm == Do::both || o.algorithm == Do::either ||
                             o.algorithm == Do::exclusive || o.algorithm == Do::test ||
                             o.algorithm == Do::trap;
    if constexpr (text == "Rn") return rn<line>();
    else if constexpr (text == "Rm") return rm<line>();
    else if constexpr (text == "R0") return cpu_.r[0];
    else if constexpr (text == "#imm")
      return logical ? field<line, 'i'>() : signed_field<line, 'i'>();
    else if constexpr (text == "SR") return cpu_.sr;
    else if constexpr (text == "GBR") return cpu_.gbr;
    else if constexpr (text == "VBR") return cpu_.vbr;
    else if constexpr (text == "MACH") return cpu_.mach;
    else if constexpr (text == "MACL") return cpu_.macl;
    else if constexpr (text == "PR") return cpu_.pr;
    else {
      const std::uint32_t v = load<o.size()>(address<line, which>());
      if constexpr (text == "@Rm+") rm<line>() += o.size();
      if constexpr (text == "@Rn+") rn<line>() += o.size();
      return v;
    }
  }

  template <std::size_t line, unsigned which>
  void set(std::uint32_t v) {
    constexpr Opcode o = kOpcodes[line];
    constexpr std::string_view text = o.operand(which);
    if constexpr (text == "Rn") rn<line>() = v;
    else if constexpr (text == "R0") cpu_.r[0] = v;
    else if constexpr (text == "SR") cpu_.sr = v & kStatusMask;
    else if constexpr (text == "GBR") cpu_.gbr = v;
    else if constexpr (text == "VBR") cpu_.vbr = v;
    else if constexpr (text == "MACH") cpu_.mach = v;
    else if constexpr (text == "MACL") cpu_.macl = v;
    else if constexpr (text == "PR") cpu_.pr = v;
    else {
      const std::uint32_t at = address<line, which>();
      store<o.size()>(at, v);
      if constexpr (text == "@-Rn") rn<line>() = at;
    }
  }

  void branch_delayed(std::uint32_t target) {
    cpu_.target = target;
    cpu_.in_slot = true;
  }

  template <std::size_t line>
  unsigned execute() {
    constexpr Opcode o = kOpcodes[line];
    constexpr Do a = o.algorithm;
    constexpr std::string_view m = o.mnemonic();
    constexpr bool shields = m.starts_with("LD") || m.starts_with("ST");
    if constexpr (a == Do::move) {
      set<line, 1>(get<line, 0>());
      if constexpr (shields) cpu_.shielded = true;
    }
    else if constexpr (a == Do::nothing) {}
    else if constexpr (o.branches()) return branch<line>();
    else if constexpr (a == Do::clear_mac) cpu_.set_mac(0);
    else if constexpr (a == Do::clear_t) cpu_.set_t(false);
    else if constexpr (a == Do::set_t) cpu_.set_t(true);
    else if constexpr (a == Do::divide_unsigned) cpu_.sr &= ~(kM | kQ | kT);
    else if constexpr (a == Do::sleep) cpu_.sleeping = true;
    else if constexpr (a == Do::move_address) cpu_.r[0] = address<line, 0>();
    else if constexpr (a == Do::accumulate) {
      const std::uint32_t first = get<line, 1>();  // Rn's comes first
      const std::uint32_t second = get<line, 0>();
      if constexpr (o.size() == 4) {
        cpu_.set_mac(accumulate_long(cpu_.mac(), static_cast<std::int32_t>(first),
                                     static_cast<std::int32_t>(second), cpu_.sr & kS));
      } else {
        cpu_.set_mac(accumulate_word(cpu_.mac(), static_cast<std::int16_t>(first),
                                     static_cast<std::int16_t>(second), cpu_.sr & kS));
      }
    }
    else if constexpr (o.operand(1).empty()) one_operand<line>();
    else two_operands<line>();
    return o.clocks;
  }

  template <std::size_t line>
  void one_operand() {
    constexpr Opcode o = kOpcodes[line];
    constexpr Do a = o.algorithm;
    if constexpr (a == Do::test_and_set) {
      const std::uint32_t v = get<line, 0>();
      set<line, 0>(v | 0x80);
      cpu_.set_t((v & 0xff) == 0);
    } else {
      std::uint32_t& n = rn<line>();
      const auto s = static_cast<std::int32_t>(n);
      const bool t = cpu_.t();
      if constexpr (a == Do::move_t) n = t;
      else if constexpr (a == Do::positive) cpu_.set_t(s > 0);
      else if constexpr (a == Do::positive_or_zero) cpu_.set_t(s >= 0);
      else if constexpr (a == Do::decrement_test) cpu_.set_t(--n == 0);
      else if constexpr (a == Do::rotate_left) cpu_.set_t(n >> 31), n = std::rotl(n, 1);
      else if constexpr (a == Do::rotate_right) cpu_.set_t(n & 1), n = std::rotr(n, 1);
      else if constexpr (a == Do::rotate_left_t) cpu_.set_t(n >> 31), n = n << 1 | (t ? 1 : 0);
      else if constexpr (a == Do::rotate_right_t)
        cpu_.set_t(n & 1), n = n >> 1 | (t ? 1u << 31 : 0);
      else if constexpr (a == Do::shift_left) cpu_.set_t(n >> 31), n <<= 1;
      else if constexpr (a == Do::shift_right) cpu_.set_t(n & 1), n >>= 1;
      else if constexpr (a == Do::shift_right_arithmetic)
        cpu_.set_t(n & 1), n = static_cast<std::uint32_t>(s >> 1);
      else {
        constexpr unsigned by = o.mnemonic().ends_with("16")  ? 16
                                : o.mnemonic().ends_with('8') ? 8
                                                              : 2;
        if constexpr (a == Do::shift_left_by) n <<= by;
        else if constexpr (a == Do::shift_right_by) n >>= by;
        else static_assert(a == Do::nothing, "an algorithm without code");
      }
    }
  }

  template <std::size_t line>
  void two_operands() {
    constexpr Opcode o = kOpcodes[line];
    constexpr Do a = o.algorithm;
    constexpr bool low_byte = o.size() == 1;
    const std::uint32_t x = get<line, 0>();
    const std::uint32_t n = get<line, 1>();
    const auto sx = static_cast<std::int32_t>(x);
    const auto sn = static_cast<std::int32_t>(n);
    const std::uint32_t t = cpu_.t();
    const auto result = [&](std::uint32_t v) { set<line, 1>(v); };
    if constexpr (a == Do::add) result(n + x);
    else if constexpr (a == Do::subtract) result(n - x);
    else if constexpr (a == Do::add_carry) {
      const std::uint64_t sum = std::uint64_t{n} + x + t;
      cpu_.set_t(sum >> 32);
      result(static_cast<std::uint32_t>(sum));
    }
    else if constexpr (a == Do::subtract_carry) {
      cpu_.set_t(std::uint64_t{x} + t > n);
      result(n - x - t);
    }
    else if constexpr (a == Do::add_overflow) {
      cpu_.set_t((~(n ^ x) & (n ^ (n + x))) >> 31);
      result(n + x);
    }
    else if constexpr (a == Do::subtract_overflow) {
      cpu_.set_t(((n ^ x) & (n ^ (n - x))) >> 31);
      result(n - x);
    }
    else if constexpr (a == Do::negate) result(0 - x);
    else if constexpr (a == Do::negate_carry) {
      cpu_.set_t(x || t);
      result(0 - x - t);
    }
    else if constexpr (a == Do::same) cpu_.set_t(n == x);
    else if constexpr (a == Do::above_or_same) cpu_.set_t(n >= x);
    else if constexpr (a == Do::above) cpu_.set_t(n > x);
    else if constexpr (a == Do::greater_or_equal) cpu_.set_t(sn >= sx);
    else if constexpr (a == Do::greater) cpu_.set_t(sn > sx);
    else if constexpr (a == Do::any_byte_same) {
      const std::uint32_t d = n ^ x;
      cpu_.set_t(!(d & 0xff) || !(d & 0xff00) || !(d & 0xff0000) || !(d & 0xff000000));
    }
    else if constexpr (a == Do::divide_step) {
      const std::uint32_t v = division_step(n, x, cpu_.sr);
      result(v);
    }
    else if constexpr (a == Do::divide_signed) {
      const bool q = n >> 31, minus = x >> 31;
      cpu_.sr =
          (cpu_.sr & ~(kQ | kM | kT)) | (q ? kQ : 0) | (minus ? kM : 0) | (q != minus ? kT : 0);
    }
    else if constexpr (a == Do::multiply) cpu_.macl = n * x;
    else if constexpr (a == Do::multiply_word) {
      cpu_.macl =
          static_cast<std::uint32_t>(static_cast<std::int16_t>(n) * static_cast<std::int16_t>(x));
    }
    else if constexpr (a == Do::multiply_word_unsigned) cpu_.macl = (n & 0xffff) * (x & 0xffff);
    else if constexpr (a == Do::multiply_long)
      cpu_.set_mac(static_cast<std::uint64_t>(std::int64_t{sn} * sx));
    else if constexpr (a == Do::multiply_long_unsigned) cpu_.set_mac(std::uint64_t{n} * x);
    else if constexpr (a == Do::extend_signed) {
      result(static_cast<std::uint32_t>(low_byte ? static_cast<std::int8_t>(x)
                                                 : static_cast<std::int16_t>(x)));
    }
    else if constexpr (a == Do::extend_unsigned) result(x & (low_byte ? 0xff : 0xffff));
    else if constexpr (a == Do::both) result(n & x);
    else if constexpr (a == Do::either) result(n | x);
    else if constexpr (a == Do::exclusive) result(n ^ x);
    else if constexpr (a == Do::invert) result(~x);
    else if constexpr (a == Do::test) cpu_.set_t((n & x & (low_byte ? 0xff : ~0u)) == 0);
    else if constexpr (a == Do::swap_bytes)
      result((x & 0xffff0000) | (x & 0xff) << 8 | (x >> 8 & 0xff));
    else if constexpr (a == Do::swap_words) result(std::rotl(x, 16));
    else if constexpr (a == Do::extract) result(x << 16 | n >> 16);
    else static_assert(a == Do::nothing, "an algorithm without code");
  }

  template <std::size_t line>
  unsigned branch() {
    constexpr Opcode o = kOpcodes[line];
    constexpr Do a = o.algorithm;
    const std::uint32_t here = cpu_.pc + 2;  // what displacements count from
    if constexpr (a == Do::branch_if || a == Do::branch_if_delayed) {
      constexpr bool wanted = o.mnemonic().starts_with("BT");
      if (cpu_.t() != wanted) return o.clocks;
      const std::uint32_t target = here + 2 * signed_field<line, 'd'>();
      if constexpr (a == Do::branch_if) cpu_.pc = target;
      else branch_delayed(target);
      return o.clocks_taken;
    }
    else if constexpr (a == Do::trap) {
      return enter_exception(cpu_, bus_, field<line, 'i'>(), cpu_.pc);
    }
    else if constexpr (a == Do::return_exception) {
      const std::uint32_t target = load<4>(cpu_.r[15]);
      cpu_.sr = load<4>(cpu_.r[15] + 4) & kStatusMask;
      cpu_.r[15] += 8;
      branch_delayed(target);
    }
    else if constexpr (a == Do::return_) branch_delayed(cpu_.pr);
    else {
      std::uint32_t target = 0;
      if constexpr (a == Do::branch || a == Do::call) target = here + 2 * signed_field<line, 'd'>();
      else if constexpr (a == Do::branch_far || a == Do::call_far) target = here + rm<line>();
      else target = rm<line>();
      if constexpr (a == Do::call || a == Do::call_far || a == Do::call_register) cpu_.pr = here;
      branch_delayed(target);
    }
    return o.clocks;
  }

  State& cpu_;
  Bus& bus_;
  std::uint16_t word_;
};

template <class Bus>
using Handler = unsigned (*)(State&, Bus&, std::uint16_t);

template <class Bus>
inline constexpr auto kHandlers = []<std::size_t... line>(std::index_sequence<line...>) {
  return std::array<Handler<Bus>, sizeof...(line)>{&Instruction<Bus>::template run<line>...};
}(std::make_index_sequence<kIllegal>{});

inline constexpr auto kBranches = [] {
  std::array<bool, kOpcodeCount> b{};
  for (std::size_t line = 0; line < kOpcodeCount; ++line) b[line] = kOpcodes[line].branches();
  return b;
}();

// Executes one instruction, or enters the exception it raises, of a CPU that does not sleep;
// returns the clocks.
template <class Bus>
unsigned step(State& cpu, Bus& bus) {
  const std::uint32_t at = cpu.pc;
  const bool slot = cpu.in_slot;
  const std::uint32_t next = slot ? cpu.target : at + 2;
  if (at & 1) [[unlikely]] return enter_exception(cpu, bus, kAddressError, at);
  const std::uint16_t word = bus.fetch16(at);
  const std::uint8_t line = decode_table()[word];
  if (line == kIllegal || (slot && kBranches[line])) [[unlikely]] {
    return slot ? enter_exception(cpu, bus, kIllegalSlot, next)
                : enter_exception(cpu, bus, kIllegalInstruction, at);
  }
  cpu.pc = next;
  cpu.in_slot = false;
  cpu.shielded = false;
  try {
    return kHandlers<Bus>[line](cpu, bus, word);
  } catch (const AddressError&) {
    return enter_exception(cpu, bus, kAddressError, cpu.pc);
  }
}

// Whether a request of this level (16: NMI) would be taken now.
inline bool interruptible(const State& cpu, unsigned level) {
  return !cpu.in_slot && !cpu.shielded && level > (cpu.sr & kLevel) >> 4;
}

// Takes an interrupt; returns its clocks.
template <class Bus>
unsigned interrupt(State& cpu, Bus& bus, std::uint32_t vector, unsigned level) {
  cpu.sleeping = false;
  const unsigned clocks = enter_exception(cpu, bus, vector, cpu.pc);
  cpu.sr = (cpu.sr & ~kLevel) | (level > 15 ? 15 : level) << 4;
  return clocks;
}

}  // namespace kasuri::emu::sh2
