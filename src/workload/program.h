// SPDX-License-Identifier: MIT
// A job's program: C or C++ source that is compiled on the fly and cached, or a shared object made
// by `kasuri cc` or `kasuri c++`. It defines MGEN_Main; the MGEN_* functions it calls it finds in
// the simulator itself.
//
// All ranks share one copy of the program, so a program with writable globals is refused.
#pragma once

#include <filesystem>
#include <utility>

#include "mpi/job.h"

namespace kasuri {

// A program in memory until the end of the run.
class Program {
 public:
  // `include_dir` holds mgen.h. Throws Error(Exit::usage) with a complete message (the compiler's
  // own words, the globals by name, …) if the file is no program.
  static Program load(const std::filesystem::path& file, const std::filesystem::path& include_dir);

  mpi::ProgramEntry entry() const { return entry_; }
  const std::filesystem::path& object() const { return object_; }  // what was loaded

 private:
  Program(mpi::ProgramEntry main, std::filesystem::path object)
      : entry_(main), object_(std::move(object)) {}

  mpi::ProgramEntry entry_;
  std::filesystem::path object_;
};

}  // namespace kasuri
