// SPDX-License-Identifier: MIT
#include "studies/cores/i8080_text.h"

#include <fmt/format.h>

#include <map>

#include "studies/cores/i8080_opcodes.h"
#include "studies/cores/words.h"

namespace kasuri::emu::i8080 {
namespace {

struct Parts {
  std::string_view mnemonic;
  std::vector<std::string_view> operands;
};

Parts parts(const Opcode& o) {
  const std::string_view text = o.text();
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return {text, {}};
  return {text.substr(0, blank), split_operands(text.substr(blank + 1))};
}

std::vector<std::uint8_t> encode(unsigned code, std::span<const std::string_view> operands,
                                 const Evaluate& value) {
  const Opcode& o = kOpcodes[code];
  std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(code)};
  if (o.length() == 1) return bytes;
  const std::int64_t v = value(operands.back());
  const int bits = o.length() == 2 ? 8 : 16;
  if (v >= 1 << bits || v < -(1 << (bits - 1))) {
    throw SyntaxError{fmt::format("{} does not fit into {} bits", v, bits)};
  }
  for (int shift = 0; shift < bits; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(v >> shift));
  return bytes;
}

std::vector<std::uint8_t> encode_line(std::string_view mnemonic,
                                      std::span<const std::string_view> operands, std::uint32_t,
                                      const Evaluate& value) {
  static const auto by_mnemonic = [] {
    std::multimap<std::string_view, unsigned, std::less<>> m;
    for (unsigned code = 0; code < 256; ++code) {
      if (!kOpcodes[code].alias) m.emplace(parts(kOpcodes[code]).mnemonic, code);
    }
    return m;
  }();
  const auto [first, last] = by_mnemonic.equal_range(mnemonic);
  if (first == last) throw SyntaxError{fmt::format("unknown instruction '{}'", mnemonic)};
  for (auto it = first; it != last; ++it) {
    const Parts wanted = parts(kOpcodes[it->second]);
    bool fits = wanted.operands.size() == operands.size();
    for (std::size_t i = 0; fits && i < operands.size(); ++i) {
      fits = wanted.operands[i].starts_with('#') || wanted.operands[i] == upper(operands[i]);
    }
    if (fits) return encode(it->second, operands, value);
  }
  throw SyntaxError{fmt::format("{} does not take these operands; it is written {}", mnemonic,
                                kOpcodes[first->second].text())};
}

}  // namespace

std::string disassemble(std::span<const std::uint8_t> bytes) {
  const Opcode& o = kOpcodes[bytes[0]];
  const std::string_view text = o.text();
  const std::string_view star = o.alias ? "*" : "";
  switch (o.length()) {
    case 2:
      return fmt::format("{}{}0x{:02X}", star, text.substr(0, text.size() - 1), bytes[1]);
    case 3:
      return fmt::format("{}{}0x{:04X}", star, text.substr(0, text.size() - 2),
                         bytes[1] | bytes[2] << 8);
    default:
      return fmt::format("{}{}", star, text);
  }
}

const InstructionSet& instruction_set() {
  static const InstructionSet set{&encode_line, false};
  return set;
}

}  // namespace kasuri::emu::i8080
