// SPDX-License-Identifier: MIT
// A job's program: C or C++ source that is compiled on the fly and cached, a shared object made by `kasuri
// cc` or `kasuri c++`, or an MPI program made by `kasuri mpicc`. It defines MGEN_Main, or main if it is
// one for MPI; the functions it calls it finds in the simulator itself.
//
// All ranks share one copy of the program, so a program with writable globals is refused, unless each
// rank is to have a copy of them (private_globals.h).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mpi/ranks/job.h"
#include "workload/programs/private_globals.h"

namespace kasuri {

// A program in memory until the end of the run.
class Program {
 public:
  // `include_dir` holds mgen.h. Throws Error(Exit::usage) with a complete message (the compiler's
  // own words, the globals by name, …) if the file is no program.
  static Program load(const std::filesystem::path& file, const std::filesystem::path& include_dir,
                      bool private_globals = false, const ProgramTime& = {});

  // The same program once more, with globals of its own: each thread needs one.
  Program again(const ProgramTime&) const;

  mpi::ProgramEntry entry() const { return entry_; }
  // Made by `kasuri mpicc`: begins with main(), and each rank has globals of its own.
  bool is_mpi() const { return is_mpi_; }
  const std::filesystem::path& object() const { return object_; }  // what was loaded
  // Null: the ranks share what there is.
  RankGlobals* globals() const { return globals_.get(); }
  // For dlopen().
  const mpi::OpenLibrary& open_library() const { return open_library_; }
  // What may make results of this program wrong.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  static Program load_mpi(const std::filesystem::path& file, const std::filesystem::path& object,
                          const ProgramTime&);
  static Program open_mpi(const std::filesystem::path& file, const std::filesystem::path& object,
                          const ProgramTime&);
  static Program open_mgen(const std::filesystem::path& file, const std::filesystem::path& object,
                           bool copied);

  Program(mpi::ProgramEntry main, std::filesystem::path object, void* handle,
          std::unique_ptr<RankGlobals> globals, bool is_mpi);

  mpi::ProgramEntry entry_;
  std::filesystem::path object_;
  std::unique_ptr<RankGlobals> globals_;
  bool is_mpi_;
  mpi::OpenLibrary open_library_;
  std::vector<std::string> warnings_;
};

}  // namespace kasuri
