// SPDX-License-Identifier: MIT
#include "workload/programs/assembly_sections.h"

#include <algorithm>
#include <array>

namespace kasuri {

std::string trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

bool AssemblySections::is_copied() const {
  // Those that as knows without flags, with what GCC appends to their names.
  constexpr std::array<std::string_view, 5> kOfData{".data", ".bss", ".ldata", ".lbss", ".lrodata"};
  if (now_.name.starts_with(".kasuri")) return false;
  if (std::ranges::any_of(kOfData, [&](auto start) { return now_.name.starts_with(start); })) return true;
  const auto found = flags_.find(now_.name);
  return found != flags_.end() && found->second.find_first_of("wl") != std::string::npos;
}

void AssemblySections::read(std::string_view line) {
  const std::size_t space = line.find_first_of(" \t");
  const std::string_view word = line.substr(0, space);
  if (word == ".text" || word == ".data" || word == ".bss") return enter({std::string(word), ""});
  if (word == ".previous") return std::swap(now_, previous_);
  if (word == ".popsection" && !stack_.empty()) {
    now_ = stack_.back();
    stack_.pop_back();
    return;
  }
  if (word != ".section" && word != ".pushsection") return;
  if (word == ".pushsection") stack_.push_back(now_);
  std::vector<std::string> parts;
  std::string part;
  for (const char c : std::string(line.substr(space == line.npos ? line.size() : space)) + ",") {
    if (c == ',') {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (parts.size() > 1 && parts[1].starts_with('"')) flags_[parts[0]] = parts[1];
  enter({parts[0], parts.size() > 4 && parts[4] == "comdat" ? parts[3] : ""});
}

}  // namespace kasuri
