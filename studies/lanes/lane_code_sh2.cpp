// SPDX-License-Identifier: MIT
// What SH-2 instructions read and write, from the opcode table.
#include "studies/lanes/lane_code.h"

namespace kasuri::emu {
namespace {

using sh2::Do;

// Bits of CodeStep::reads and writes: R0 to R15, then these.
constexpr std::uint64_t kT = 1 << 16, kGbr = 1 << 17, kOther = 1 << 18;

std::uint32_t field(std::uint16_t word, std::uint16_t bits) {
  return bits ? static_cast<std::uint32_t>((word & bits) >> std::countr_zero(bits)) : 0;
}

struct Operand {
  std::uint64_t registers = 0;
  std::uint64_t address = 0;
  bool in_memory = false;
  bool opaque = false;
};

Operand operand(const sh2::Opcode& o, std::string_view text, std::uint16_t word) {
  const std::uint64_t n = std::uint64_t{1} << field(word, o.bits('n'));
  const std::uint64_t m = std::uint64_t{1} << field(word, o.bits('m'));
  if (text.empty() || text == "#imm") return {};
  if (text == "Rn") return {.registers = n};
  if (text == "Rm") return {.registers = m};
  if (text == "R0") return {.registers = 1};
  if (text == "@Rm" || text == "@(disp,Rm)") return {.address = m, .in_memory = true};
  if (text == "@(R0,Rm)") return {.address = m | 1, .in_memory = true};
  if (text == "@(disp,GBR)") return {.address = kGbr, .in_memory = true};
  return {.opaque = true};
}

bool reads_t(Do a) {
  switch (a) {
    case Do::move_t:
    case Do::add_carry:
    case Do::subtract_carry:
    case Do::negate_carry:
    case Do::rotate_left_t:
    case Do::rotate_right_t: return true;
    default: return false;
  }
}
bool writes_t(Do a) {
  switch (a) {
    case Do::add_carry:
    case Do::add_overflow:
    case Do::subtract_carry:
    case Do::subtract_overflow:
    case Do::negate_carry:
    case Do::same:
    case Do::above_or_same:
    case Do::above:
    case Do::greater_or_equal:
    case Do::greater:
    case Do::positive:
    case Do::positive_or_zero:
    case Do::any_byte_same:
    case Do::decrement_test:
    case Do::test:
    case Do::rotate_left:
    case Do::rotate_right:
    case Do::rotate_left_t:
    case Do::rotate_right_t:
    case Do::shift_left:
    case Do::shift_right:
    case Do::shift_right_arithmetic:
    case Do::clear_t:
    case Do::set_t: return true;
    default: return false;
  }
}
// Those that loops that wait have no use for: MAC, division, multiplication, system registers.
bool is_plain(const sh2::Opcode& o) {
  switch (o.algorithm) {
    case Do::divide_step:
    case Do::divide_signed:
    case Do::divide_unsigned:
    case Do::multiply:
    case Do::multiply_word:
    case Do::multiply_word_unsigned:
    case Do::multiply_long:
    case Do::multiply_long_unsigned:
    case Do::accumulate:
    case Do::move_address:
    case Do::test_and_set:
    case Do::clear_mac: return false;
    default: return !o.mnemonic().starts_with("LD") && !o.mnemonic().starts_with("ST");
  }
}
// Whether the second operand is only written.
bool is_move(Do a) {
  switch (a) {
    case Do::move:
    case Do::move_t:
    case Do::swap_bytes:
    case Do::swap_words:
    case Do::negate:
    case Do::negate_carry:
    case Do::extend_signed:
    case Do::extend_unsigned:
    case Do::invert: return true;
    default: return false;
  }
}
bool is_test(Do a) {
  switch (a) {
    case Do::same:
    case Do::above_or_same:
    case Do::above:
    case Do::greater_or_equal:
    case Do::greater:
    case Do::positive:
    case Do::positive_or_zero:
    case Do::any_byte_same:
    case Do::test: return true;
    default: return false;
  }
}

CodeStep::Flow flow_of(Do a) {
  switch (a) {
    case Do::branch_if:
    case Do::branch_if_delayed: return CodeStep::branch;
    case Do::branch: return CodeStep::jump;
    case Do::call: return CodeStep::call;
    case Do::call_far:
    case Do::call_register: return CodeStep::call_any;
    case Do::branch_far:
    case Do::jump:
    case Do::return_:
    case Do::return_exception: return CodeStep::jump_any;
    case Do::trap: return CodeStep::stop;
    case Do::sleep: return CodeStep::stop;
    case Do::illegal: return CodeStep::unknown;
    default: return CodeStep::straight;
  }
}

}  // namespace

template <>
CodeStep describe<CoreSh2>(const std::uint8_t* memory, std::uint32_t pc) {
  const auto word = static_cast<std::uint16_t>(memory[pc] << 8 | memory[pc + 1]);
  const sh2::Opcode& o = sh2::kOpcodes[sh2::decode_table()[word]];
  CodeStep s;
  s.flow = flow_of(o.algorithm);
  s.length = 2;
  s.clocks = o.clocks;
  if (s.flow != CodeStep::straight) {
    if (s.flow == CodeStep::branch) s.clocks = o.clocks_taken, s.reads = kT;
    s.delayed = s.flow != CodeStep::stop && o.algorithm != Do::branch_if;
    const int width = std::popcount(o.bits('d'));
    if (width > 0) {
      const auto d = static_cast<std::int32_t>(field(word, o.bits('d')) << (32 - width));
      s.target = pc + 4 + 2 * static_cast<std::uint32_t>(d >> (32 - width));
    }
    return s;
  }
  const Operand from = operand(o, o.operand(0), word);
  const Operand to = operand(o, o.operand(1).empty() ? o.operand(0) : o.operand(1), word);
  s.simple = is_plain(o) && !from.opaque && !to.opaque && !to.in_memory;
  s.loads = from.in_memory;
  const Do a = o.algorithm;
  s.addresses = from.address;
  s.reads = from.registers | (is_move(a) ? 0 : to.registers) | (reads_t(a) ? kT : 0);
  s.writes = (is_test(a) ? 0 : to.registers) | (writes_t(a) ? kT : 0);
  if (!s.simple) s.writes |= kOther;
  return s;
}

std::uint32_t registers_changed(const Chip<CoreSh2>& chip, std::uint32_t pc) {
  constexpr std::uint32_t kAny = ~0u, kPr = 1 << 16;
  const std::uint8_t* memory = chip.initial().data();
  const auto word = static_cast<std::uint16_t>(memory[pc] << 8 | memory[pc + 1]);
  const sh2::Opcode& o = sh2::kOpcodes[sh2::decode_table()[word]];
  const CodeStep step = describe<CoreSh2>(memory, pc);
  if (step.delayed && pc + 2 < CoreSh2::kInputs) {
    const bool calls = step.flow == CodeStep::call || step.flow == CodeStep::call_any;
    return (calls ? kPr : 0) | registers_changed(chip, pc + 2);
  }
  if (o.algorithm == Do::branch_if) return 0;
  if (o.algorithm == Do::move && o.operand(1).starts_with('@') && !o.operand(1).starts_with("@-"))
    return 0;
  return step.simple ? static_cast<std::uint32_t>(step.writes & 0xffff) : kAny;
}

}  // namespace kasuri::emu
