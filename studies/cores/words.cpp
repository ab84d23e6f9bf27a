// SPDX-License-Identifier: MIT
#include "studies/cores/words.h"

#include <cctype>

namespace kasuri::emu {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

std::string upper(std::string_view s) {
  std::string u(s);
  for (char& c : u) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return u;
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> split_operands(std::string_view s) {
  std::vector<std::string_view> parts;
  if (trim(s).empty()) return parts;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\'') quoted = !quoted;
    if (quoted) continue;
    if (s[i] == '(') ++depth;
    if (s[i] == ')') --depth;
    if (s[i] == ',' && depth == 0) {
      parts.push_back(trim(s.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  parts.push_back(trim(s.substr(begin)));
  return parts;
}

}  // namespace kasuri::emu
