// SPDX-License-Identifier: MIT
// An instruction in GCC's assembly for x86-64 (AT&T syntax): what it is to a processor, and what it does
// to the flags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workload/programs/target_core.h"

namespace kasuri {

struct Instruction {
  std::string name;                   // without prefixes
  std::vector<std::string> operands;  // the last one is written
  bool is_prefix = false;             // a prefix or bytes, which belong to the next line

  static Instruction of(std::string_view line);

  bool is_jump() const { return name.starts_with('j'); }
  bool is_conditional() const { return is_jump() && name != "jmp" && name != "jmpq"; }
  bool is_call() const { return name.starts_with("call"); }
  bool is_return() const { return name.starts_with("ret"); }
  // What does not go on to the next line.
  bool ends_block() const { return is_jump() || is_return() || name == "ud2" || name == "hlt"; }
  bool reads_flags() const;
  // All of them that code looks at, and reads none.
  bool kills_flags() const;
  std::string target() const;  // of a jump to a label; else empty

  void add_to(BlockWork&) const;
};

}  // namespace kasuri
