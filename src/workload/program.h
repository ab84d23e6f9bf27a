// SPDX-License-Identifier: MIT
// A job's program: C or C++ source that is compiled on the fly and cached, or a shared object made
// by `kasuri cc` or `kasuri c++`. It defines MGEN_Main; the MGEN_* functions it calls it finds in the
// simulator itself.
//
// All ranks share one copy of the program, so a program with writable globals is refused.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "mpi/job.h"

namespace kasuri {

// A program in memory until the end of the run.
class Program {
 public:
  // `include_dir` holds mgen.h. Throws Error(Exit::usage) with a complete message (the compiler's own
  // words, the globals by name, …) if the file is no program.
  static Program load(const std::filesystem::path& file, const std::filesystem::path& include_dir);

  mpi::ProgramEntry entry() const { return entry_; }
  const std::filesystem::path& object() const { return object_; }  // what was loaded

 private:
  Program(mpi::ProgramEntry entry, std::filesystem::path object)
      : entry_(entry), object_(std::move(object)) {}

  mpi::ProgramEntry entry_;
  std::filesystem::path object_;
};

enum class Language { c, cxx };

// The shared object of a source file, from the cache or freshly compiled.
std::filesystem::path compile_program(const std::filesystem::path& source,
                                      const std::filesystem::path& include_dir);

// `kasuri cc ARGS…` and `kasuri c++ ARGS…`: the compiler with the flags that make a program of the
// simulator. Replaces this process; throws Error(Exit::usage) if there is no compiler.
[[noreturn]] void run_compiler(Language, std::span<const std::string> arguments,
                               const std::filesystem::path& include_dir);

// Names of the writable objects of a shared object, demangled; empty for a program that ranks can
// share.
std::vector<std::string> writable_globals(const std::filesystem::path& object);

}  // namespace kasuri
