// SPDX-License-Identifier: MIT
// What 8080 instructions read and write, from the opcode table.
#include "studies/lanes/lane_code.h"

namespace kasuri::emu {
namespace {

using i8080::At;
using i8080::Do;

// Bits of CodeStep::reads and writes: registers in the order of the opcode's field, then flags.
constexpr std::uint64_t kA = 1 << 7, kStackPointer = 1 << 8;
constexpr std::uint64_t kCarry = 1 << 9, kParity = 1 << 10, kAux = 1 << 11, kZero = 1 << 12,
                        kSign = 1 << 13;
constexpr std::uint64_t kAllFlags = kCarry | kParity | kAux | kZero | kSign;
constexpr std::uint64_t kPairMask[] = {0x03, 0x0c, 0x30};  // B and C, D and E, H and L
constexpr std::uint64_t kConditionFlag[] = {kZero, kCarry, kParity, kSign};

struct Operand {
  std::uint64_t registers = 0;  // that hold the value
  std::uint64_t address = 0;    // registers that point to it
  bool in_memory = false;
  bool opaque = false;          // stack, ports
};

Operand operand(At at) {
  switch (at) {
    case At::m: return {.address = kPairMask[2], .in_memory = true};
    case At::bc_points: return {.address = kPairMask[0], .in_memory = true};
    case At::de_points: return {.address = kPairMask[1], .in_memory = true};
    case At::direct: return {.in_memory = true};
    case At::bc: return {.registers = kPairMask[0]};
    case At::de: return {.registers = kPairMask[1]};
    case At::hl: return {.registers = kPairMask[2]};
    case At::sp: return {.registers = kStackPointer};
    case At::byte:
    case At::word:
    case At::none: return {};
    case At::psw:
    case At::port:
    case At::pc:
    case At::direct16:
    case At::stack: return {.opaque = true};
    default: return {.registers = std::uint64_t{1} << static_cast<unsigned>(at)};
  }
}

// Flags that an algorithm reads and writes.
struct Flags {
  std::uint64_t reads = 0, writes = 0;
};
Flags flags_of(Do algorithm) {
  switch (algorithm) {
    case Do::add:
    case Do::subtract:
    case Do::compare:
    case Do::both:
    case Do::exclusive:
    case Do::either: return {0, kAllFlags};
    case Do::add_carry:
    case Do::subtract_borrow: return {kCarry, kAllFlags};
    case Do::increment:
    case Do::decrement: return {0, kAllFlags & ~kCarry};
    case Do::add16:
    case Do::rotate_left:
    case Do::rotate_right:
    case Do::set_carry: return {0, kCarry};
    case Do::rotate_left_carry:
    case Do::rotate_right_carry:
    case Do::complement_carry: return {kCarry, kCarry};
    case Do::decimal_adjust: return {kCarry | kAux, kAllFlags};
    default: return {};
  }
}

CodeStep::Flow flow_of(const i8080::Opcode& o) {
  switch (o.algorithm) {
    case Do::jump: return o.condition < 0 ? CodeStep::jump : CodeStep::branch;
    case Do::call:
    case Do::restart: return CodeStep::call;
    case Do::return_: return CodeStep::jump_any;
    case Do::halt: return CodeStep::stop;
    default: return o.to == At::pc ? CodeStep::jump_any : CodeStep::straight;
  }
}

}  // namespace

template <>
CodeStep describe<Core8080>(const std::uint8_t* memory, std::uint32_t pc) {
  const i8080::Opcode& o = i8080::kOpcodes[memory[pc]];
  CodeStep s;
  s.flow = flow_of(o);
  s.length = static_cast<std::uint8_t>(o.length());
  s.clocks = o.clocks;
  s.conditional = o.condition >= 0 && s.flow != CodeStep::branch;
  if (s.length == 3) s.target = static_cast<std::uint32_t>(memory[pc + 1] | memory[pc + 2] << 8);
  if (o.algorithm == Do::restart) s.target = memory[pc] & 0x38;
  if (o.condition >= 0) s.reads |= kConditionFlag[o.condition / 2];
  if (s.flow != CodeStep::straight) return s;

  const Operand from = operand(o.from), to = operand(o.to);
  const bool is_move = o.algorithm == Do::move || o.algorithm == Do::move16;
  const bool known = o.algorithm <= Do::complement_carry || o.algorithm == Do::exchange;
  s.simple = known && !from.opaque && !to.opaque && !to.in_memory;
  s.loads = from.in_memory;
  const Flags flags = flags_of(o.algorithm);
  s.addresses = from.address;
  s.reads |= from.registers | flags.reads | (is_move ? 0 : to.registers);
  s.writes |= flags.writes | (o.algorithm == Do::compare ? 0 : to.registers);
  if (o.algorithm == Do::exchange) {
    s.reads |= kPairMask[1] | kPairMask[2];
    s.writes |= kPairMask[1] | kPairMask[2];
  }
  if (o.algorithm == Do::decimal_adjust || o.algorithm == Do::complement) s.reads |= kA;
  return s;
}

}  // namespace kasuri::emu
