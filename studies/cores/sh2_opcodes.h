// SPDX-License-Identifier: MIT
// The opcode table of the Hitachi SH-2, in the notation of the SH-1/SH-2 Programming Manual (1996),
// ch. 5 and 6: syntax, bit pattern, algorithm, clocks. Execution (sh2_step.h), disassembly and
// assembly (sh2_text.h) and the list of tests all come from it.
//
// Clocks are those of zero-wait memory without stalls; a multiplication counts its shortest time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace kasuri::emu::sh2 {

enum class Do : std::uint8_t {
  illegal,
  nothing,
  move,
  move_address,
  move_t,
  swap_bytes,
  swap_words,
  extract,
  add,
  add_carry,
  add_overflow,
  subtract,
  subtract_carry,
  subtract_overflow,
  negate,
  negate_carry,
  same,
  above_or_same,
  above,
  greater_or_equal,
  greater,
  positive,
  positive_or_zero,
  any_byte_same,
  divide_step,
  divide_signed,
  divide_unsigned,
  decrement_test,
  multiply,
  multiply_word,
  multiply_word_unsigned,
  multiply_long,
  multiply_long_unsigned,
  accumulate,
  extend_signed,
  extend_unsigned,
  both,
  either,
  exclusive,
  invert,
  test,
  test_and_set,
  rotate_left,
  rotate_right,
  rotate_left_t,
  rotate_right_t,
  shift_left,
  shift_right,
  shift_right_arithmetic,
  shift_left_by,
  shift_right_by,
  branch_if,
  branch_if_delayed,
  branch,
  branch_far,
  call,
  call_far,
  jump,
  call_register,
  return_,
  return_exception,
  trap,
  sleep,
  clear_mac,
  clear_t,
  set_t
};

struct Opcode {
  std::string_view syntax;   // "MOV.L @(disp,Rm),Rn"
  std::string_view pattern;  // "0101nnnnmmmmdddd"
  Do algorithm;
  std::uint8_t clocks;
  std::uint8_t clocks_taken = 0;  // of a conditional branch that is taken

  constexpr std::string_view mnemonic() const { return syntax.substr(0, syntax.find(' ')); }
  // The first or second operand; "" if there is none.
  constexpr std::string_view operand(unsigned which) const {
    std::size_t begin = syntax.find(' ');
    if (begin == std::string_view::npos) return "";
    ++begin;
    int depth = 0;
    for (std::size_t i = begin; i < syntax.size(); ++i) {
      depth += syntax[i] == '(' ? 1 : syntax[i] == ')' ? -1 : 0;
      if (syntax[i] == ',' && depth == 0) {
        return which == 0 ? syntax.substr(begin, i - begin) : syntax.substr(i + 1);
      }
    }
    return which == 0 ? syntax.substr(begin) : "";
  }
  // Bytes that .B, .W or .L stands for; 4 without suffix.
  constexpr unsigned size() const {
    const std::string_view m = mnemonic();
    return m.ends_with(".B") ? 1 : m.ends_with(".W") ? 2 : 4;
  }
  constexpr std::uint16_t bits(char which) const {
    unsigned v = 0;
    for (const char c : pattern) v = v << 1 | (c == which);
    return static_cast<std::uint16_t>(v);
  }
  constexpr std::uint16_t fixed_mask() const { return bits('0') | bits('1'); }
  constexpr bool branches() const {
    return (algorithm >= Do::branch_if && algorithm <= Do::trap);
  }
};

inline constexpr Opcode kOpcodes[] = {
    {"MOV #imm,Rn", "1110nnnniiiiiiii", Do::move, 1},
    {"MOV.W label,Rn", "1001nnnndddddddd", Do::move, 1},
    {"MOV.L label,Rn", "1101nnnndddddddd", Do::move, 1},
    {"MOV Rm,Rn", "0110nnnnmmmm0011", Do::move, 1},
    {"MOV.B Rm,@Rn", "0010nnnnmmmm0000", Do::move, 1},
    {"MOV.W Rm,@Rn", "0010nnnnmmmm0001", Do::move, 1},
    {"MOV.L Rm,@Rn", "0010nnnnmmmm0010", Do::move, 1},
    {"MOV.B @Rm,Rn", "0110nnnnmmmm0000", Do::move, 1},
    {"MOV.W @Rm,Rn", "0110nnnnmmmm0001", Do::move, 1},
    {"MOV.L @Rm,Rn", "0110nnnnmmmm0010", Do::move, 1},
    {"MOV.B Rm,@-Rn", "0010nnnnmmmm0100", Do::move, 1},
    {"MOV.W Rm,@-Rn", "0010nnnnmmmm0101", Do::move, 1},
    {"MOV.L Rm,@-Rn", "0010nnnnmmmm0110", Do::move, 1},
    {"MOV.B @Rm+,Rn", "0110nnnnmmmm0100", Do::move, 1},
    {"MOV.W @Rm+,Rn", "0110nnnnmmmm0101", Do::move, 1},
    {"MOV.L @Rm+,Rn", "0110nnnnmmmm0110", Do::move, 1},
    {"MOV.B R0,@(disp,Rn)", "10000000nnnndddd", Do::move, 1},
    {"MOV.W R0,@(disp,Rn)", "10000001nnnndddd", Do::move, 1},
    {"MOV.L Rm,@(disp,Rn)", "0001nnnnmmmmdddd", Do::move, 1},
    {"MOV.B @(disp,Rm),R0", "10000100mmmmdddd", Do::move, 1},
    {"MOV.W @(disp,Rm),R0", "10000101mmmmdddd", Do::move, 1},
    {"MOV.L @(disp,Rm),Rn", "0101nnnnmmmmdddd", Do::move, 1},
    {"MOV.B Rm,@(R0,Rn)", "0000nnnnmmmm0100", Do::move, 1},
    {"MOV.W Rm,@(R0,Rn)", "0000nnnnmmmm0101", Do::move, 1},
    {"MOV.L Rm,@(R0,Rn)", "0000nnnnmmmm0110", Do::move, 1},
    {"MOV.B @(R0,Rm),Rn", "0000nnnnmmmm1100", Do::move, 1},
    {"MOV.W @(R0,Rm),Rn", "0000nnnnmmmm1101", Do::move, 1},
    {"MOV.L @(R0,Rm),Rn", "0000nnnnmmmm1110", Do::move, 1},
    {"MOV.B R0,@(disp,GBR)", "11000000dddddddd", Do::move, 1},
    {"MOV.W R0,@(disp,GBR)", "11000001dddddddd", Do::move, 1},
    {"MOV.L R0,@(disp,GBR)", "11000010dddddddd", Do::move, 1},
    {"MOV.B @(disp,GBR),R0", "11000100dddddddd", Do::move, 1},
    {"MOV.W @(disp,GBR),R0", "11000101dddddddd", Do::move, 1},
    {"MOV.L @(disp,GBR),R0", "11000110dddddddd", Do::move, 1},
    {"MOVA label,R0", "11000111dddddddd", Do::move_address, 1},
    {"MOVT Rn", "0000nnnn00101001", Do::move_t, 1},
    {"SWAP.B Rm,Rn", "0110nnnnmmmm1000", Do::swap_bytes, 1},
    {"SWAP.W Rm,Rn", "0110nnnnmmmm1001", Do::swap_words, 1},
    {"XTRCT Rm,Rn", "0010nnnnmmmm1101", Do::extract, 1},

    {"ADD Rm,Rn", "0011nnnnmmmm1100", Do::add, 1},
    {"ADD #imm,Rn", "0111nnnniiiiiiii", Do::add, 1},
    {"ADDC Rm,Rn", "0011nnnnmmmm1110", Do::add_carry, 1},
    {"ADDV Rm,Rn", "0011nnnnmmmm1111", Do::add_overflow, 1},
    {"CMP/EQ #imm,R0", "10001000iiiiiiii", Do::same, 1},
    {"CMP/EQ Rm,Rn", "0011nnnnmmmm0000", Do::same, 1},
    {"CMP/HS Rm,Rn", "0011nnnnmmmm0010", Do::above_or_same, 1},
    {"CMP/GE Rm,Rn", "0011nnnnmmmm0011", Do::greater_or_equal, 1},
    {"CMP/HI Rm,Rn", "0011nnnnmmmm0110", Do::above, 1},
    {"CMP/GT Rm,Rn", "0011nnnnmmmm0111", Do::greater, 1},
    {"CMP/PL Rn", "0100nnnn00010101", Do::positive, 1},
    {"CMP/PZ Rn", "0100nnnn00010001", Do::positive_or_zero, 1},
    {"CMP/STR Rm,Rn", "0010nnnnmmmm1100", Do::any_byte_same, 1},
    {"DIV1 Rm,Rn", "0011nnnnmmmm0100", Do::divide_step, 1},
    {"DIV0S Rm,Rn", "0010nnnnmmmm0111", Do::divide_signed, 1},
    {"DIV0U", "0000000000011001", Do::divide_unsigned, 1},
    {"DMULS.L Rm,Rn", "0011nnnnmmmm1101", Do::multiply_long, 2},
    {"DMULU.L Rm,Rn", "0011nnnnmmmm0101", Do::multiply_long_unsigned, 2},
    {"DT Rn", "0100nnnn00010000", Do::decrement_test, 1},
    {"EXTS.B Rm,Rn", "0110nnnnmmmm1110", Do::extend_signed, 1},
    {"EXTS.W Rm,Rn", "0110nnnnmmmm1111", Do::extend_signed, 1},
    {"EXTU.B Rm,Rn", "0110nnnnmmmm1100", Do::extend_unsigned, 1},
    {"EXTU.W Rm,Rn", "0110nnnnmmmm1101", Do::extend_unsigned, 1},
    {"MAC.L @Rm+,@Rn+", "0000nnnnmmmm1111", Do::accumulate, 3},
    {"MAC.W @Rm+,@Rn+", "0100nnnnmmmm1111", Do::accumulate, 3},
    {"MUL.L Rm,Rn", "0000nnnnmmmm0111", Do::multiply, 2},
    {"MULS.W Rm,Rn", "0010nnnnmmmm1111", Do::multiply_word, 1},
    {"MULU.W Rm,Rn", "0010nnnnmmmm1110", Do::multiply_word_unsigned, 1},
    {"NEG Rm,Rn", "0110nnnnmmmm1011", Do::negate, 1},
    {"NEGC Rm,Rn", "0110nnnnmmmm1010", Do::negate_carry, 1},
    {"SUB Rm,Rn", "0011nnnnmmmm1000", Do::subtract, 1},
    {"SUBC Rm,Rn", "0011nnnnmmmm1010", Do::subtract_carry, 1},
    {"SUBV Rm,Rn", "0011nnnnmmmm1011", Do::subtract_overflow, 1},

    {"AND Rm,Rn", "0010nnnnmmmm1001", Do::both, 1},
    {"AND #imm,R0", "11001001iiiiiiii", Do::both, 1},
    {"AND.B #imm,@(R0,GBR)", "11001101iiiiiiii", Do::both, 3},
    {"NOT Rm,Rn", "0110nnnnmmmm0111", Do::invert, 1},
    {"OR Rm,Rn", "0010nnnnmmmm1011", Do::either, 1},
    {"OR #imm,R0", "11001011iiiiiiii", Do::either, 1},
    {"OR.B #imm,@(R0,GBR)", "11001111iiiiiiii", Do::either, 3},
    {"TAS.B @Rn", "0100nnnn00011011", Do::test_and_set, 4},
    {"TST Rm,Rn", "0010nnnnmmmm1000", Do::test, 1},
    {"TST #imm,R0", "11001000iiiiiiii", Do::test, 1},
    {"TST.B #imm,@(R0,GBR)", "11001100iiiiiiii", Do::test, 3},
    {"XOR Rm,Rn", "0010nnnnmmmm1010", Do::exclusive, 1},
    {"XOR #imm,R0", "11001010iiiiiiii", Do::exclusive, 1},
    {"XOR.B #imm,@(R0,GBR)", "11001110iiiiiiii", Do::exclusive, 3},

    {"ROTL Rn", "0100nnnn00000100", Do::rotate_left, 1},
    {"ROTR Rn", "0100nnnn00000101", Do::rotate_right, 1},
    {"ROTCL Rn", "0100nnnn00100100", Do::rotate_left_t, 1},
    {"ROTCR Rn", "0100nnnn00100101", Do::rotate_right_t, 1},
    {"SHAL Rn", "0100nnnn00100000", Do::shift_left, 1},
    {"SHAR Rn", "0100nnnn00100001", Do::shift_right_arithmetic, 1},
    {"SHLL Rn", "0100nnnn00000000", Do::shift_left, 1},
    {"SHLR Rn", "0100nnnn00000001", Do::shift_right, 1},
    {"SHLL2 Rn", "0100nnnn00001000", Do::shift_left_by, 1},
    {"SHLR2 Rn", "0100nnnn00001001", Do::shift_right_by, 1},
    {"SHLL8 Rn", "0100nnnn00011000", Do::shift_left_by, 1},
    {"SHLR8 Rn", "0100nnnn00011001", Do::shift_right_by, 1},
    {"SHLL16 Rn", "0100nnnn00101000", Do::shift_left_by, 1},
    {"SHLR16 Rn", "0100nnnn00101001", Do::shift_right_by, 1},

    {"BF label", "10001011dddddddd", Do::branch_if, 1, 3},
    {"BF/S label", "10001111dddddddd", Do::branch_if_delayed, 1, 2},
    {"BT label", "10001001dddddddd", Do::branch_if, 1, 3},
    {"BT/S label", "10001101dddddddd", Do::branch_if_delayed, 1, 2},
    {"BRA label", "1010dddddddddddd", Do::branch, 2},
    {"BRAF Rm", "0000mmmm00100011", Do::branch_far, 2},
    {"BSR label", "1011dddddddddddd", Do::call, 2},
    {"BSRF Rm", "0000mmmm00000011", Do::call_far, 2},
    {"JMP @Rm", "0100mmmm00101011", Do::jump, 2},
    {"JSR @Rm", "0100mmmm00001011", Do::call_register, 2},
    {"RTS", "0000000000001011", Do::return_, 2},

    {"CLRMAC", "0000000000101000", Do::clear_mac, 1},
    {"CLRT", "0000000000001000", Do::clear_t, 1},
    {"LDC Rm,SR", "0100mmmm00001110", Do::move, 1},
    {"LDC Rm,GBR", "0100mmmm00011110", Do::move, 1},
    {"LDC Rm,VBR", "0100mmmm00101110", Do::move, 1},
    {"LDC.L @Rm+,SR", "0100mmmm00000111", Do::move, 3},
    {"LDC.L @Rm+,GBR", "0100mmmm00010111", Do::move, 3},
    {"LDC.L @Rm+,VBR", "0100mmmm00100111", Do::move, 3},
    {"LDS Rm,MACH", "0100mmmm00001010", Do::move, 1},
    {"LDS Rm,MACL", "0100mmmm00011010", Do::move, 1},
    {"LDS Rm,PR", "0100mmmm00101010", Do::move, 1},
    {"LDS.L @Rm+,MACH", "0100mmmm00000110", Do::move, 1},
    {"LDS.L @Rm+,MACL", "0100mmmm00010110", Do::move, 1},
    {"LDS.L @Rm+,PR", "0100mmmm00100110", Do::move, 1},
    {"NOP", "0000000000001001", Do::nothing, 1},
    {"RTE", "0000000000101011", Do::return_exception, 4},
    {"SETT", "0000000000011000", Do::set_t, 1},
    {"SLEEP", "0000000000011011", Do::sleep, 3},
    {"STC SR,Rn", "0000nnnn00000010", Do::move, 1},
    {"STC GBR,Rn", "0000nnnn00010010", Do::move, 1},
    {"STC VBR,Rn", "0000nnnn00100010", Do::move, 1},
    {"STC.L SR,@-Rn", "0100nnnn00000011", Do::move, 2},
    {"STC.L GBR,@-Rn", "0100nnnn00010011", Do::move, 2},
    {"STC.L VBR,@-Rn", "0100nnnn00100011", Do::move, 2},
    {"STS MACH,Rn", "0000nnnn00001010", Do::move, 1},
    {"STS MACL,Rn", "0000nnnn00011010", Do::move, 1},
    {"STS PR,Rn", "0000nnnn00101010", Do::move, 1},
    {"STS.L MACH,@-Rn", "0100nnnn00000010", Do::move, 1},
    {"STS.L MACL,@-Rn", "0100nnnn00010010", Do::move, 1},
    {"STS.L PR,@-Rn", "0100nnnn00100010", Do::move, 1},
    {"TRAPA #imm", "11000011iiiiiiii", Do::trap, 8},

    {"?", "", Do::illegal, 1},
};

inline constexpr std::size_t kOpcodeCount = std::size(kOpcodes);
inline constexpr std::size_t kIllegal = kOpcodeCount - 1;

// The line of the table for each instruction word.
inline const std::array<std::uint8_t, 65536>& decode_table() {
  static const auto table = [] {
    std::array<std::uint8_t, 65536> t;
    t.fill(kIllegal);
    for (std::size_t line = 0; line < kIllegal; ++line) {
      const unsigned value = kOpcodes[line].bits('1');
      const unsigned free = 0xffffu & ~kOpcodes[line].fixed_mask();
      unsigned part = free;  // each subset of the free bits
      do {
        t[value | part] = static_cast<std::uint8_t>(line);
        part = (part - 1) & free;
      } while (part != free);
    }
    return t;
  }();
  return table;
}

}  // namespace kasuri::emu::sh2
