// SPDX-License-Identifier: MIT
// kasuri mpicc ARGS… and kasuri mpicxx ARGS…: compilers of MPI programs, in place of those of an MPI
// library. Links named mpicc, mpicxx and mpic++ to the simulator's program do the same.
#include "cli/command.h"
#include "workload/mpi_compiler.h"
#include "workload/rebase.h"

namespace kasuri::cli {
namespace {

template <Language language>
Exit compile_mpi(std::span<const std::string> arguments) {
  run_mpi_compiler(language, arguments, include_directory());
}

const Verb mpicc{"mpicc", "compile an MPI program in C: kasuri mpicc -O2 -o hello hello.c",
                 &compile_mpi<Language::c>};
const Verb mpicxx{"mpicxx", "compile an MPI program in C++: kasuri mpicxx -O2 -o hello hello.cpp",
                  &compile_mpi<Language::cxx>};
const Verb mpicpp{"mpic++", "the same as mpicxx", &compile_mpi<Language::cxx>};

Exit assemble(std::span<const std::string> arguments) { run_assembler(arguments); }

const Verb assembler{"mpi-as", "the assembler of mpicc, which makes globals private to ranks", &assemble};

}  // namespace
}  // namespace kasuri::cli
