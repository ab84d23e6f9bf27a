// SPDX-License-Identifier: MIT
// Instructions that would reach a rank's data from the instruction pointer, so in the copy that the loader
// has made, which no rank uses. GCC writes them for constants with addresses (`pushq .LC8(%rip)` with
// `.LC8: .quad x+304` in .data.rel.ro), for variables in sections that the source names, and where assembly
// of the program's own names data.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

// White space, then a directive: its text is no operand.
bool is_directive(std::string_view line);
bool is_of_symbol(char);

// Throws Error(Exit::usage), without a place.
[[noreturn]] void refuse_line(std::string_view line, std::string_view why);

class NearData {
 public:
  // Of one assembly.
  explicit NearData(const std::vector<std::string>& lines);

  // Lines that do the same with the rank's copy, whose address is an entry of the GOT; flags, registers and
  // the 128 bytes below the stack pointer stay as they are. The line itself if it reaches no such data.
  // Throws Error(Exit::usage) if that is not possible.
  std::string through_table(std::string_view line) const;

 private:
  std::set<std::string, std::less<>> symbols_;  // among the data that ranks have copies of
};

}  // namespace kasuri
