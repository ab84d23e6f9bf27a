// SPDX-License-Identifier: MIT
// A job's program: C or C++ source that is compiled on the fly and cached, or a shared object made
// by `kasuri cc` or `kasuri c++`. It defines MGEN_Main; the MGEN_* functions it calls it finds in
// the simulator itself.
//
// All ranks share one copy of the program, so a program with writable globals is refused, unless each
// rank is to have a copy of them (private_globals.h).
#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "mpi/job.h"
#include "workload/private_globals.h"

namespace kasuri {

// A program in memory until the end of the run.
class Program {
 public:
  // `include_dir` holds mgen.h. Throws Error(Exit::usage) with a complete message (the compiler's
  // own words, the globals by name, …) if the file is no program.
  static Program load(const std::filesystem::path& file, const std::filesystem::path& include_dir,
                      bool private_globals = false);

  mpi::ProgramEntry entry() const { return entry_; }
  const std::filesystem::path& object() const { return object_; }  // what was loaded
  // Null: the ranks share what there is.
  PrivateDataSegment* globals() const { return globals_.get(); }

 private:
  Program(mpi::ProgramEntry main, std::filesystem::path object,
          std::unique_ptr<PrivateDataSegment> globals)
      : entry_(main), object_(std::move(object)), globals_(std::move(globals)) {}

  mpi::ProgramEntry entry_;
  std::filesystem::path object_;
  std::unique_ptr<PrivateDataSegment> globals_;
};

}  // namespace kasuri
