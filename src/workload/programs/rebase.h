// SPDX-License-Identifier: MIT
// Assembly of GCC for x86-64, rewritten so that its data are found through the gs base: each rank has a
// copy of them, and a change of rank is one write to a register.
//
// The compiler is asked for -fPIC -mcmodel=medium -mlarge-data-threshold=0. Then there are two ways to data
// (System V ABI for x86-64, section 3.5): an entry of the GOT, SYMBOL@GOTPCREL(%rip), and the distance
// from the GOT, whose address comes from leaq _GLOBAL_OFFSET_TABLE_(%rip). With the gs base at a rank's
// copy of the GOT, the first becomes %gs:SYMBOL@GOT in any instruction, and the second movq %gs:8: entry 1
// of a copy is its own address. Neither needs a scratch register nor changes flags.
//
// near_data.h has the third way, which GCC takes to constants that hold addresses. linked_program.h looks
// whether anything of a program goes another.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

namespace kasuri {

// Part of the key of what is cached of this: the number of a way to rewrite.
inline constexpr int kRewriting = 3;

// Thread-local variables are reached through __tls_get_addr, which is the rank's own
// (modules/rank/thread_local.c). Throws Error(Exit::usage) for a line that reaches data in another way.
std::string rebase_line(std::string_view line);
void rebase(std::istream& in, std::ostream& out);

// `as ARGUMENTS…`, as the compiler calls its assembler: the input is rewritten first. Replaces this
// process.
[[noreturn]] void run_assembler(std::span<const std::string> arguments);

}  // namespace kasuri
