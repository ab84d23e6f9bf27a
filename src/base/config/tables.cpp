// SPDX-License-Identifier: MIT
#include "base/config/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/config/registry.h"

namespace kasuri::config {
namespace {

// Characters, not bytes: "µs" is two wide.
std::size_t width_of(std::string_view word) {
  return static_cast<std::size_t>(std::ranges::count_if(word, [](char c) { return (c & 0xc0) != 0x80; }));
}

// Filled before main().
BasicSettings::Keys& known_basic() {
  static BasicSettings::Keys all;
  return all;
}

}  // namespace

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t used, std::size_t indent) {
  std::string out;
  std::size_t column = used;
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (word.empty()) continue;
    const std::size_t wide = width_of(word);
    if (!first && column + 1 + wide > kHelpWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += wide;
    first = false;
  }
  return out;
}

std::string aligned_prose(const std::vector<std::vector<std::string>>& rows) {
  constexpr std::size_t kLeast = 30;  // columns of prose; fewer make a ladder of words
  std::vector<std::vector<std::string>> heads;
  for (const auto& row : rows) heads.emplace_back(row.begin(), row.end() - 1);
  std::istringstream lines(aligned(heads));
  std::vector<std::string> starts(rows.size());
  std::size_t indent = 0;
  for (std::string& start : starts) {
    std::getline(lines, start);
    indent = std::max(indent, start.size() + 2);
  }
  indent = std::min(indent, kHelpWidth - kLeast);
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string& start = starts[i];
    out += start + (start.size() + 2 > indent ? '\n' + std::string(indent, ' ')
                                              : std::string(indent - start.size(), ' '));
    out += wrapped(rows[i].back(), indent, indent) + '\n';
  }
  return out;
}

BasicSettings::BasicSettings(Keys keys) { known_basic() = std::move(keys); }

const BasicSettings::Keys& basic_settings() { return known_basic(); }

bool is_expert(std::string_view section, const std::string& key) {
  const auto found = basic_settings().find(section);
  return found != basic_settings().end() && !found->second.contains(key);
}

std::string field_table(const Shape& shape, std::string_view section) {
  if (shape.fields().empty()) return "  nothing to set\n";
  constexpr std::size_t kIndent = 6, kMostAligned = 24;
  std::size_t widest = 0;
  for (const Field& f : shape.fields()) {
    if (f.name.size() <= kMostAligned) widest = std::max(widest, f.name.size());
  }
  std::string out, expert;
  for (const Field& f : shape.fields()) {
    std::string facts = short_type(f);
    if (const std::string range = short_range(f); !range.empty()) facts += ", " + range;
    const std::string usual = describe_default(f, shape);
    // All settings of a section are explained by its own name.
    const bool is_value = usual != "required" && usual != "not set";
    if (f.type != Type::section) facts += (is_value ? "; default " : "; ") + usual;
    const std::string head = fmt::format("  {:{}}  ", f.name, widest);
    std::string& part = is_expert(section, f.name) ? expert : out;
    part += head + wrapped(facts, head.size(), kIndent) + '\n';
    part += std::string(kIndent, ' ') + wrapped(f.meaning, kIndent, kIndent) + '\n';
  }
  return expert.empty() ? out : out + "\nFor experts; the defaults suit most studies:\n\n" + expert;
}

std::vector<std::string> component_names(std::string_view kind) {
  std::vector<std::string> names;
  for (const Component* c : components(kind)) names.push_back(c->name);
  return names;
}

}  // namespace kasuri::config
