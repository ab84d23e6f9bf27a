// SPDX-License-Identifier: MIT
// kasuri mpicc ARGS…, kasuri mpicxx ARGS… and kasuri mpif90 ARGS…: compilers of MPI programs, in place of
// those of an MPI library. Links named mpicc, mpicxx, mpif90 and so on to the simulator's program do the
// same.
#include "app/cli/include_directory.h"
#include "shell/verbs/command.h"
#include "workload/programs/mpi_compiler.h"
#include "workload/programs/rebase.h"

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
const Verb mpif90{"mpif90", "compile an MPI program in Fortran: kasuri mpif90 -O2 -o hello hello.f90",
                  &compile_mpi<Language::fortran>};
const Verb mpifort{"mpifort", "the same as mpif90", &compile_mpi<Language::fortran>};
const Verb mpif77{"mpif77", "the same as mpif90", &compile_mpi<Language::fortran>};

Exit assemble(std::span<const std::string> arguments) { run_assembler(arguments); }

const Verb assembler{"mpi-as", "the assembler of mpicc, which makes globals private to ranks", &assemble};

}  // namespace
}  // namespace kasuri::cli
