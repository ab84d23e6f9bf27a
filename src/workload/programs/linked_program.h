// SPDX-License-Identifier: MIT
// The second net under rebase.h, for all that an MPI program consists of: archives, objects of other
// compilers, assembly that names data of another file. The linker is asked to keep all relocations
// (--emit-relocs). They show each place of the program that holds the address of a variable, or a distance
// to it, and the symbol that was meant.
#pragma once

#include <filesystem>

#include "base/core/compiler.h"

namespace kasuri {

// Runs a command that links a program, and looks at the program. Ends the process with the code of the
// command if that fails. Throws Error(Exit::usage), and removes the program, if
// - code reaches a rank's variable in the copy that the loader has made,
// - a constant that such code reads holds the address of one,
// - an address among the data cannot be moved to a rank's copy.
void link_mpi_program(const CompilerWords& command);

// The check alone, of a program with its relocations.
void check_linked_program(const std::filesystem::path&);

}  // namespace kasuri
