// SPDX-License-Identifier: MIT
// From the sources of an MPI program to what `kasuri mpirun` runs: the host's compiler, with mpi.h, and
// with what makes a shared object of the program that the simulator can load.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/core/compiler.h"

namespace kasuri {

// The command for these arguments: the compiler's ($CC, $CXX, or cc and c++) with more. Objects,
// dependences, preprocessed text and archives are as usual; only linking differs.
CompilerWords mpi_compiler_words(Language, std::span<const std::string> arguments,
                                 const std::filesystem::path& include_dir,
                                 const std::filesystem::path& library_dir);

// Runs it in place of this process, or prints it for -show. Throws Error(Exit::usage) if there is no such
// compiler, or the libraries of programs are not there.
[[noreturn]] void run_mpi_compiler(Language, std::span<const std::string> arguments,
                                   const std::filesystem::path& include_dir);

// Where libkasuri_program.so is: of a build tree, or of an installation.
std::filesystem::path find_program_library_dir();

}  // namespace kasuri
