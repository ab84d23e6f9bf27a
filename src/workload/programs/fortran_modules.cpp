// SPDX-License-Identifier: MIT
#include "workload/programs/fortran_modules.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/core/errors.h"
#include "base/core/text_file.h"
#include "workload/programs/rebase.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// In the order in which they use each other.
constexpr std::array<const char*, 6> kSources{"mpi_types",  "mpi_callbacks", "mpi_sizeof",
                                              "mpi",        "mpi_f08",       "units"};

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(Exit::usage, ErrorPlace(file.string()), "cannot be read; it belongs to Kasuri");
  return rest_of(in);
}

void run_step(const CompilerWords& command) {
  const CompilerOutcome outcome = run_to_end(command);
  if (!outcome.ok) {
    throw Error(Exit::usage, ErrorPlace("kasuri mpif90"),
                fmt::format("the modules of MPI do not compile:\n{}", outcome.output));
  }
}

// A new directory beside `target`, which it becomes unless another process was faster.
void make(const fs::path& target, const CompilerWords& compiler, const CompilerWords& options,
          const fs::path& sources) {
  std::string draft = target.string() + "-XXXXXX";
  if (!mkdtemp(draft.data())) {
    throw Error(Exit::limit, ErrorPlace(draft), fmt::format("cannot be made: {}", std::strerror(errno)));
  }
  CompilerWords archive{"ar", "rcs", draft + "/libkasuri_modules.a"};
  for (const char* name : kSources) {
    CompilerWords command = compiler;
    const std::string object = fmt::format("{}/{}.o", draft, name);
    command.insert(command.end(), {"-c", "-O2", "-J" + draft, "-o", object,
                                   (sources / fmt::format("{}.f90", name)).string()});
    command.insert(command.end(), options.begin(), options.end());
    run_step(command);
    archive.push_back(object);
  }
  run_step(archive);
  std::error_code error;
  fs::rename(draft, target, error);
  if (error) fs::remove_all(draft, error);
}

}  // namespace

fs::path fortran_modules(const CompilerWords& compiler, const CompilerWords& options,
                         const fs::path& sources) {
  std::string key = fmt::format("{}rewriting {}\n", compiler_identity(compiler), kRewriting);
  for (const std::string& word : options) key += word + '\n';
  for (const char* name : kSources) key += text_of(sources / fmt::format("{}.f90", name));
  const fs::path directory = cache_directory() / ("fortran-" + fingerprint(key));
  std::error_code error;
  if (!fs::is_directory(directory, error)) make(directory, compiler, options, sources);
  return directory;
}

}  // namespace kasuri
