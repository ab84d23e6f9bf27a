// SPDX-License-Identifier: MIT
#include "workload/programs/near_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "base/core/errors.h"
#include "workload/programs/assembly_sections.h"
#include "workload/programs/instruction.h"

namespace kasuri {

bool is_directive(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != line.npos && line[first] == '.' && line.find(':') == line.npos;
}

bool is_of_symbol(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
}

void refuse_line(std::string_view line, std::string_view why) {
  throw Error(Exit::usage, fmt::format("{}, which cannot be made private to ranks: `{}`", why,
                                       trimmed(line)));
}

namespace {

constexpr std::string_view kNear = "(%rip)";

std::string_view symbol_at(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_of_symbol(text[n])) ++n;
  return text.substr(0, n);
}

// The symbol that a directive makes without a label: `.comm NAME,…`.
std::string_view common_symbol(std::string_view text) {
  for (const std::string_view word : {".comm", ".lcomm", ".largecomm"}) {
    if (!text.starts_with(word) || text.size() == word.size()) continue;
    const std::size_t first = text.find_first_not_of(" \t", word.size());
    if (first != text.npos && first > word.size()) return symbol_at(text.substr(first));
  }
  return {};
}

// `.set NAME,OTHER`, or `NAME = OTHER`.
std::optional<std::pair<std::string, std::string>> alias_in(std::string_view text) {
  const bool is_set = text.starts_with(".set\t") || text.starts_with(".set ");
  if (is_set) text.remove_prefix(text.find_first_not_of(" \t", 4));
  const std::string_view name = symbol_at(text);
  std::size_t at = text.find_first_not_of(" \t", name.size());
  if (name.empty() || at == text.npos || text[at] != (is_set ? ',' : '=')) return std::nullopt;
  at = text.find_first_not_of(" \t", at + 1);
  if (at == text.npos) return std::nullopt;
  return std::pair{std::string(name), std::string(symbol_at(text.substr(at)))};
}

// An operand `EXPRESSION(%rip)` with one symbol.
struct NearOperand {
  std::size_t begin = 0, end = 0;  // of the line, with (%rip)
  std::string symbol;
  std::string offset;  // the expression with 0 in place of the symbol
};

std::optional<NearOperand> near_operand(std::string_view line) {
  const std::size_t end = line.find(kNear);
  const std::size_t first = line.find_first_not_of(" \t");
  if (end == line.npos || is_directive(line) || line[first] == '#') return std::nullopt;
  NearOperand o{.begin = end, .end = end + kNear.size(), .symbol = {}, .offset = {}};
  const auto is_of_expression = [](char c) { return is_of_symbol(c) || c == '+' || c == '-'; };
  while (o.begin > 0 && is_of_expression(line[o.begin - 1])) --o.begin;
  if (o.begin > 0 && line[o.begin - 1] == '@') return std::nullopt;
  for (std::size_t at = o.begin; at < end;) {
    const std::string_view part = symbol_at(line.substr(at, end - at));
    if (part.empty() || std::isdigit(static_cast<unsigned char>(part[0]))) {
      const std::size_t n = std::max<std::size_t>(1, part.size());
      o.offset += line.substr(at, n);
      at += n;
      continue;
    }
    if (!o.symbol.empty()) return std::nullopt;  // a distance
    o.symbol = part;
    o.offset += '0';
    at += part.size();
  }
  return o;
}

bool mentions(const Instruction& i, std::string_view name) {
  return std::ranges::any_of(i.operands, [&](const std::string& o) { return o.find(name) != o.npos; });
}

}  // namespace

NearData::NearData(const std::vector<std::string>& lines) {
  AssemblySections sections;
  std::vector<std::pair<std::string, std::string>> aliases;
  for (const std::string& line : lines) {
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') continue;
    if (const std::string_view common = common_symbol(text); !common.empty()) symbols_.emplace(common);
    if (auto alias = alias_in(text)) aliases.push_back(std::move(*alias));
    if (const std::string_view label = symbol_at(text); label.size() < text.size() &&
                                                        text[label.size()] == ':') {
      if (sections.is_copied()) symbols_.emplace(label);
      continue;
    }
    if (text[0] == '.') sections.read(text);
  }
  for (bool is_more = true; std::exchange(is_more, false);) {
    for (const auto& [name, other] : aliases) {
      is_more |= symbols_.contains(other) && symbols_.insert(name).second;
    }
  }
}

std::string NearData::through_table(std::string_view line) const {
  const auto operand = near_operand(line);
  if (!operand || !symbols_.contains(operand->symbol)) return std::string(line);
  const Instruction i = Instruction::of(line);
  if (i.name.ends_with(':') || line.substr(0, line.find('#')).find(';') != line.npos) {
    refuse_line(line, "data that are named in a line of several instructions");
  }
  const std::string entry = fmt::format("%gs:{}@GOT", operand->symbol);
  const auto with = [&](std::string_view reg) {
    return fmt::format("{}{}({}){}", line.substr(0, operand->begin), operand->offset, reg,
                       line.substr(operand->end));
  };
  if (i.name == "push" || i.name == "pushq") {
    return fmt::format("\tpushq\t%rax\n\tmovq\t{}, %rax\n\tmovq\t{}(%rax), %rax\n\txchgq\t%rax, (%rsp)",
                       entry, operand->offset);
  }
  // Nobody expects a value in r11 after a call that is not known, or a jump to a function.
  if (i.is_call() || i.is_jump()) return fmt::format("\tmovq\t{}, %r11\n{}", entry, with("%r11"));
  if (i.name.starts_with("push") || i.name.starts_with("pop") || mentions(i, "%rsp") ||
      mentions(i, "%esp")) {
    refuse_line(line, "data that are named in an instruction with the stack pointer");
  }
  constexpr std::array<std::string_view, 4> kScratch{"%r11", "%r10", "%r9", "%r8"};
  const auto scratch = std::ranges::find_if(kScratch, [&](auto r) { return !mentions(i, r); });
  return fmt::format("\tleaq\t-128(%rsp), %rsp\n\tpushq\t{0}\n\tmovq\t{1}, {0}\n{2}\n\tpopq\t{0}\n"
                     "\tleaq\t128(%rsp), %rsp", *scratch, entry, with(*scratch));
}

}  // namespace kasuri
