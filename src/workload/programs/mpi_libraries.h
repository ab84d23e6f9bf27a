// SPDX-License-Identifier: MIT
// Shared libraries of MPI programs. The code of a program finds its data from one base (rebase.h), so a
// program contains the code of its libraries. `kasuri mpicc -shared` makes a library as always, and keeps
// in one of its sections what it was linked from, as one object (ld -r). Whoever links a program with the
// library takes that object from it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/core/compiler.h"

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

// The libraries of which a program contains the code, by their full paths.
std::set<std::filesystem::path> parts_of_program(const std::filesystem::path& program);

// Libraries of the system keep no state of a program, and those of Kasuri are made for ranks.
bool is_of_the_system(const std::filesystem::path& library);
// Whether `kasuri mpicc` has compiled what is in it.
bool is_compiled_for_ranks(const std::filesystem::path& library);
// Of variables in it that ranks share; empty if there are none.
std::string warning_of_library(const std::filesystem::path& library);

}  // namespace kasuri
