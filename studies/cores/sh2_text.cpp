// SPDX-License-Identifier: MIT
#include "studies/cores/sh2_text.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include "studies/cores/sh2_opcodes.h"
#include "studies/cores/words.h"

namespace kasuri::emu::sh2 {
namespace {

bool is_logical(const Opcode& o) {
  return o.algorithm == Do::both || o.algorithm == Do::either || o.algorithm == Do::exclusive ||
         o.algorithm == Do::test || o.algorithm == Do::trap;
}

// How many bytes one unit of the displacement or label stands for.
unsigned scale(const Opcode& o) {
  if (o.branches()) return 2;
  return o.size();
}

// What a label counts from.
std::uint32_t label_base(const Opcode& o, std::uint32_t address) {
  const std::uint32_t pc = address + 4;
  return !o.branches() && o.size() == 4 ? pc & ~3u : pc;
}

int width(const Opcode& o, char letter) { return std::popcount(o.bits(letter)); }

unsigned extract(const Opcode& o, char letter, unsigned word) {
  const unsigned bits = o.bits(letter);
  return bits ? (word & bits) >> std::countr_zero(bits) : 0;
}

std::int64_t sign_extend(unsigned v, int bits) {
  return static_cast<std::int64_t>(v) - (v >> (bits - 1) & 1 ? std::int64_t{1} << bits : 0);
}

std::uint16_t insert(const Opcode& o, char letter, std::int64_t v, std::string_view what,
                     bool is_signed) {
  const int bits = width(o, letter);
  const std::int64_t least = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  if (v < least || v > most) {
    throw SyntaxError{fmt::format("{} {} is out of range {} to {}", what, v, least, most)};
  }
  const unsigned mask = o.bits(letter);
  return static_cast<std::uint16_t>(static_cast<unsigned>(v) << std::countr_zero(mask) & mask);
}

std::int64_t unscaled(std::int64_t v, unsigned unit, std::string_view what) {
  if (v % unit != 0) throw SyntaxError{fmt::format("{} {} is not a multiple of {}", what, v, unit)};
  return v / unit;
}

// R0 to R15, or -1.
int register_number(std::string_view text) {
  const std::string u = upper(trim(text));
  int n = -1;
  if (u.size() < 2 || u[0] != 'R') return -1;
  const auto [end, error] = std::from_chars(u.data() + 1, u.data() + u.size(), n);
  return error == std::errc{} && end == u.data() + u.size() && n >= 0 && n < 16 ? n : -1;
}

// What the parts of one operand of the source stand for, once it is known to fit the syntax.
struct Match {
  int n = -1, m = -1;
  std::string_view disp, imm, label;
};

bool match_register(std::string_view wanted, std::string_view text, Match& match) {
  const int r = register_number(text);
  if (wanted == "Rn" && r >= 0) match.n = r;
  else if (wanted == "Rm" && r >= 0) match.m = r;
  else return upper(trim(text)) == wanted;
  return true;
}

bool match_operand(std::string_view wanted, std::string_view text, Match& match) {
  if (wanted == "#imm") {
    if (!text.starts_with('#')) return false;
    match.imm = text.substr(1);
    return true;
  }
  if (wanted == "label") {
    if (text.starts_with('@') || text.starts_with('#') || register_number(text) >= 0) return false;
    match.label = text;
    return true;
  }
  if (!wanted.starts_with('@')) return match_register(wanted, text, match);
  if (!text.starts_with('@')) return false;
  text = trim(text.substr(1));
  wanted.remove_prefix(1);
  if (wanted.starts_with('(')) {
    if (!text.starts_with('(') || !text.ends_with(')')) return false;
    const auto parts = split_operands(text.substr(1, text.size() - 2));
    if (parts.size() != 2) return false;
    const std::size_t comma = wanted.find(',');
    const std::string_view first = wanted.substr(1, comma - 1);
    if (first == "disp") {
      if (register_number(parts[0]) >= 0) return false;
      match.disp = parts[0];
    } else if (register_number(parts[0]) != 0) {
      return false;
    }
    return match_register(wanted.substr(comma + 1, wanted.size() - comma - 2), parts[1], match);
  }
  if (wanted.starts_with('-') != text.starts_with('-')) return false;
  if (wanted.ends_with('+') != text.ends_with('+')) return false;
  if (wanted.starts_with('-')) wanted.remove_prefix(1), text.remove_prefix(1);
  if (wanted.ends_with('+')) wanted.remove_suffix(1), text.remove_suffix(1);
  return match_register(wanted, text, match);
}

std::uint16_t encode(const Opcode& o, const Match& match, std::uint32_t address,
                     const Evaluate& value) {
  std::uint16_t word = o.bits('1');
  if (match.n >= 0) word |= insert(o, 'n', match.n, "register", false);
  if (match.m >= 0) word |= insert(o, 'm', match.m, "register", false);
  if (!match.imm.empty()) {
    std::int64_t v = value(match.imm);
    if (!is_logical(o) && v >= 0x80 && v <= 0xff) v -= 0x100;  // #0xff is -1
    word |= insert(o, 'i', v, "immediate", !is_logical(o));
  }
  if (!match.disp.empty()) {
    const std::int64_t v = unscaled(value(match.disp), scale(o), "displacement");
    word |= insert(o, 'd', v, "displacement", false);
  }
  if (!match.label.empty()) {
    const std::int64_t to = value(match.label);
    if (to < INT32_MIN || to > UINT32_MAX) throw SyntaxError{fmt::format("{} is no address", to)};
    const std::int64_t distance = to - static_cast<std::int64_t>(label_base(o, address));
    word |= insert(o, 'd', unscaled(distance, scale(o), "distance"), "distance to the label",
                   o.branches());
  }
  return word;
}

std::vector<std::uint8_t> encode_line(std::string_view mnemonic,
                                      std::span<const std::string_view> operands,
                                      std::uint32_t address, const Evaluate& value) {
  const Opcode* close = nullptr;
  if (address % 2 != 0) throw SyntaxError{"an instruction must be at an even address"};
  for (const Opcode& o : kOpcodes) {
    if (o.mnemonic() != mnemonic) continue;
    close = &o;
    const std::size_t count = o.operand(0).empty() ? 0 : o.operand(1).empty() ? 1 : 2;
    Match match;
    bool fits = count == operands.size();
    for (unsigned i = 0; fits && i < count; ++i)
      fits = match_operand(o.operand(i), operands[i], match);
    if (!fits) continue;
    const std::uint16_t word = encode(o, match, address, value);
    return {static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
  }
  if (!close) throw SyntaxError{fmt::format("unknown instruction '{}'", mnemonic)};
  throw SyntaxError{fmt::format("{} does not take these operands; it is written {}", mnemonic,
                                close->syntax)};
}

void replace(std::string& text, std::string_view what, const std::string& with) {
  const std::size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), with);
}

}  // namespace

std::string disassemble(std::uint16_t word, std::uint32_t address) {
  const Opcode& o = kOpcodes[decode_table()[word]];
  if (o.algorithm == Do::illegal) return fmt::format("DW 0x{:04X}", word);
  std::string text(o.syntax);
  if (o.bits('n')) replace(text, "Rn", fmt::format("R{}", extract(o, 'n', word)));
  if (o.bits('m')) replace(text, "Rm", fmt::format("R{}", extract(o, 'm', word)));
  if (const int bits = width(o, 'i')) {
    const unsigned v = extract(o, 'i', word);
    replace(text, "imm",
            is_logical(o) ? fmt::format("0x{:02X}", v) : fmt::format("{}", sign_extend(v, bits)));
  }
  if (const int bits = width(o, 'd')) {
    const unsigned v = extract(o, 'd', word);
    const std::int64_t distance =
        (o.branches() ? sign_extend(v, bits) : v) * std::int64_t{scale(o)};
    replace(text, "disp", fmt::format("{}", distance));
    replace(text, "label",
            fmt::format("0x{:X}", label_base(o, address) + static_cast<std::uint32_t>(distance)));
  }
  return text;
}

const InstructionSet& instruction_set() {
  static const InstructionSet set{&encode_line, true, true};
  return set;
}

}  // namespace kasuri::emu::sh2
