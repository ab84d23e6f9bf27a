// SPDX-License-Identifier: MIT
// Shared libraries of MPI programs. The code of a program finds its data from one base (rebase.h), so a
// program contains the code of its libraries. `kasuri mpicc -shared` makes a library as always, and keeps
// in one of its sections what it was linked from, as one object (ld -r). Whoever links a program with the
// library takes that object from it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/compiler.h"

namespace kasuri {

// Runs a command with -shared, and puts the object into the library that it makes. Ends the process with
// 1 if a command fails, after its words.
void link_mpi_library(const CompilerWords& command);

// The words that link a program, with objects in place of such libraries, and the libraries that these
// need. The objects are open files of this process, so the command runs in its place.
CompilerWords with_objects_of_libraries(const CompilerWords& words);

// Throws Error(Exit::usage) if a library has changed since the program was linked with it, or if the
// program would load one that was compiled by `kasuri mpicc`. Returns warnings of the variables of
// other libraries, which the ranks share.
std::vector<std::string> check_mpi_libraries(const std::filesystem::path& program);

}  // namespace kasuri
