// SPDX-License-Identifier: MIT
// The opcode table of the Intel 8080, undocumented aliases included, with the clocks of Intel's
// User's Manual (1975), ch. 4. Execution (i8080_step.h), disassembly and assembly (i8080_text.h)
// and the list of tests all come from it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kasuri::emu::i8080 {

// What an instruction does with its operands.
enum class Do : std::uint8_t {
  nothing, move, move16, add, add_carry, subtract, subtract_borrow, both, exclusive, either,
  compare, increment, decrement, increment16, decrement16, add16, rotate_left, rotate_right,
  rotate_left_carry, rotate_right_carry, decimal_adjust, complement, set_carry, complement_carry,
  jump, call, return_, restart, exchange_stack, exchange, enable, disable, halt
};

// Where an operand is. The first eight are the values of the opcode's register field.
enum class At : std::uint8_t {
  b, c, d, e, h, l, m, a,          // bytes; m is the byte at HL
  byte, direct, bc_points, de_points, port,
  bc, de, hl, psw, sp, pc, word, direct16, stack,  // words; stack: pushed or popped
  none
};

struct Opcode {
  std::array<char, 12> syntax{};  // "MVI M,#": # stands for a byte, ## for a word
  Do algorithm = Do::nothing;
  At to = At::none;
  At from = At::none;
  std::uint8_t clocks = 4;
  std::uint8_t clocks_taken = 4;  // of a conditional call or return that is taken
  std::int8_t condition = -1;     // NZ Z NC C PO PE P M, or -1: always
  bool alias = false;             // an undocumented second encoding

  constexpr std::string_view text() const { return syntax.data(); }
  constexpr std::size_t length() const {
    return text().ends_with("##") ? 3 : text().ends_with('#') ? 2 : 1;
  }
};

namespace detail {

constexpr std::array<char, 12> join(std::string_view a, std::string_view b = "",
                                    std::string_view c = "") {
  std::array<char, 12> out{};
  std::size_t n = 0;
  for (const std::string_view part : {a, b, c}) {
    for (const char ch : part) out[n++] = ch;
  }
  return out;
}

constexpr std::array<Opcode, 256> make_table() {
  using enum Do;
  constexpr std::string_view kRegister[] = {"B", "C", "D", "E", "H", "L", "M", "A"};
  constexpr std::string_view kAfterComma[] = {",B", ",C", ",D", ",E", ",H", ",L", ",M", ",A"};
  constexpr std::string_view kPair[] = {"B", "D", "H", "SP"};
  constexpr At kPairAt[] = {At::bc, At::de, At::hl, At::sp};
  constexpr std::string_view kCondition[] = {"NZ", "Z", "NC", "C", "PO", "PE", "P", "M"};
  std::array<Opcode, 256> t{};
  const auto put = [&](unsigned code, std::array<char, 12> syntax, Do algorithm, At to, At from,
                       unsigned clocks) -> Opcode& {
    const auto n = static_cast<std::uint8_t>(clocks);
    return t[code] = {syntax, algorithm, to, from, n, n, -1, false};
  };

  for (unsigned r = 0; r < 8; ++r) {
    const bool m = r == 6;
    const At at = static_cast<At>(r);
    for (unsigned s = 0; s < 8; ++s) {
      put(0x40 | r << 3 | s, join("MOV ", kRegister[r], kAfterComma[s]),
          move, at, static_cast<At>(s), m || s == 6 ? 7 : 5);
    }
    put(0x06 | r << 3, join("MVI ", kRegister[r], ",#"), move, at, At::byte, m ? 10 : 7);
    put(0x04 | r << 3, join("INR ", kRegister[r]), increment, at, at, m ? 10 : 5);
    put(0x05 | r << 3, join("DCR ", kRegister[r]), decrement, at, at, m ? 10 : 5);
  }

  constexpr std::string_view kAlu[] = {"ADD ", "ADC ", "SUB ", "SBB ",
                                       "ANA ", "XRA ", "ORA ", "CMP "};
  constexpr std::string_view kAluByte[] = {"ADI #", "ACI #", "SUI #", "SBI #",
                                           "ANI #", "XRI #", "ORI #", "CPI #"};
  constexpr Do kAluDo[] = {add, add_carry, subtract, subtract_borrow,
                           both, exclusive, either, compare};
  for (unsigned k = 0; k < 8; ++k) {
    for (unsigned s = 0; s < 8; ++s) {
      put(0x80 | k << 3 | s, join(kAlu[k], kRegister[s]), kAluDo[k], At::a, static_cast<At>(s),
          s == 6 ? 7 : 4);
    }
    put(0xc6 | k << 3, join(kAluByte[k]), kAluDo[k], At::a, At::byte, 7);
  }

  for (unsigned p = 0; p < 4; ++p) {
    const std::string_view pushed = p == 3 ? "PSW" : kPair[p];
    const At pushed_at = p == 3 ? At::psw : kPairAt[p];
    put(0x01 | p << 4, join("LXI ", kPair[p], ",##"), move16, kPairAt[p], At::word, 10);
    put(0x03 | p << 4, join("INX ", kPair[p]), increment16, kPairAt[p], kPairAt[p], 5);
    put(0x0b | p << 4, join("DCX ", kPair[p]), decrement16, kPairAt[p], kPairAt[p], 5);
    put(0x09 | p << 4, join("DAD ", kPair[p]), add16, At::hl, kPairAt[p], 10);
    put(0xc5 | p << 4, join("PUSH ", pushed), move16, At::stack, pushed_at, 11);
    put(0xc1 | p << 4, join("POP ", pushed), move16, pushed_at, At::stack, 10);
  }

  for (unsigned c = 0; c < 8; ++c) {
    const auto condition = static_cast<std::int8_t>(c);
    put(0xc2 | c << 3, join("J", kCondition[c], " ##"), jump, At::pc, At::word, 10).condition =
        condition;
    Opcode& calls = put(0xc4 | c << 3, join("C", kCondition[c], " ##"), call, At::pc, At::word, 11);
    calls.condition = condition;
    calls.clocks_taken = 17;
    Opcode& returns = put(0xc0 | c << 3, join("R", kCondition[c]), return_, At::pc, At::stack, 5);
    returns.condition = condition;
    returns.clocks_taken = 11;
    const char digit[] = {static_cast<char>('0' + c), 0};
    put(0xc7 | c << 3, join("RST ", digit), restart, At::pc, At::none, 11);
  }

  put(0x00, join("NOP"), nothing, At::none, At::none, 4);
  put(0x02, join("STAX B"), move, At::bc_points, At::a, 7);
  put(0x12, join("STAX D"), move, At::de_points, At::a, 7);
  put(0x0a, join("LDAX B"), move, At::a, At::bc_points, 7);
  put(0x1a, join("LDAX D"), move, At::a, At::de_points, 7);
  put(0x22, join("SHLD ##"), move16, At::direct16, At::hl, 16);
  put(0x2a, join("LHLD ##"), move16, At::hl, At::direct16, 16);
  put(0x32, join("STA ##"), move, At::direct, At::a, 13);
  put(0x3a, join("LDA ##"), move, At::a, At::direct, 13);
  put(0x07, join("RLC"), rotate_left, At::a, At::a, 4);
  put(0x0f, join("RRC"), rotate_right, At::a, At::a, 4);
  put(0x17, join("RAL"), rotate_left_carry, At::a, At::a, 4);
  put(0x1f, join("RAR"), rotate_right_carry, At::a, At::a, 4);
  put(0x27, join("DAA"), decimal_adjust, At::a, At::a, 4);
  put(0x2f, join("CMA"), complement, At::a, At::a, 4);
  put(0x37, join("STC"), set_carry, At::none, At::none, 4);
  put(0x3f, join("CMC"), complement_carry, At::none, At::none, 4);
  put(0x76, join("HLT"), halt, At::none, At::none, 7);
  put(0xc3, join("JMP ##"), jump, At::pc, At::word, 10);
  put(0xc9, join("RET"), return_, At::pc, At::stack, 10);
  put(0xcd, join("CALL ##"), call, At::pc, At::word, 17);
  put(0xd3, join("OUT #"), move, At::port, At::a, 10);
  put(0xdb, join("IN #"), move, At::a, At::port, 10);
  put(0xe3, join("XTHL"), exchange_stack, At::none, At::none, 18);
  put(0xe9, join("PCHL"), move16, At::pc, At::hl, 5);
  put(0xeb, join("XCHG"), exchange, At::none, At::none, 4);
  put(0xf3, join("DI"), disable, At::none, At::none, 4);
  put(0xf9, join("SPHL"), move16, At::sp, At::hl, 5);
  put(0xfb, join("EI"), enable, At::none, At::none, 4);

  const auto alias = [&](unsigned code, unsigned of) {
    t[code] = t[of];
    t[code].alias = true;
  };
  for (const unsigned code : {0x08, 0x10, 0x18, 0x20, 0x28, 0x30, 0x38}) alias(code, 0x00);
  alias(0xcb, 0xc3);
  alias(0xd9, 0xc9);
  for (const unsigned code : {0xdd, 0xed, 0xfd}) alias(code, 0xcd);
  return t;
}

}  // namespace detail

inline constexpr std::array<Opcode, 256> kOpcodes = detail::make_table();

}  // namespace kasuri::emu::i8080
