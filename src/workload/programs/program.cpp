// SPDX-License-Identifier: MIT
#include "workload/programs/program.h"

#include <dlfcn.h>
#include <link.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "base/core/symbols.h"
#include "base/core/text_file.h"
#include "base/core/variables.h"
#include "base/engine/stack_area.h"
#include "mpi/ranks/own_library.h"
#include "workload/programs/block_costs.h"
#include "workload/programs/compile.h"
#include "workload/programs/elf.h"
#include "workload/programs/mpi_libraries.h"
#include "workload/programs/opened_libraries.h"
#include "workload/programs/rebased_globals.h"

extern "C" {
// Tells a program's library that it has been loaded by the simulator (modules/program.c).
int kasuri_simulator = 1;
}

namespace kasuri {
namespace {

constexpr std::string_view kNoteOfMpiPrograms = "kasuri_mpi_program_2";
// Its code may reach constants with addresses of data without the rank's base (near_data.h).
constexpr std::string_view kNoteOfOldPrograms = "kasuri_mpi_program_1";
constexpr std::string_view kNoteOfOpenMp = "kasuri_openmp_2";  // modules/rank/openmp.c
constexpr std::string_view kNoteOfOldOpenMp = "kasuri_openmp_1";

namespace fs = std::filesystem;

template <class... Args>
[[noreturn]] void refuse(const fs::path& file, fmt::format_string<Args...> why, Args&&... args) {
  throw Error(Exit::usage, fmt::format("program '{}' {}", file.string(),
                                       fmt::format(why, std::forward<Args>(args)...)));
}

fs::path object_of(const fs::path& file, const fs::path& include_dir) {
  errno = 0;
  if (fs::is_directory(file)) refuse(file, "is a directory");
  if (!std::ifstream(file)) refuse(file, "cannot be read: {}", std::strerror(errno));
  if (const fs::path program = behind_script(file); is_elf(program)) return fs::absolute(program);
  if (const auto language = language_of(file)) return compile_program(file, *language, include_dir);
  char begin[2] = {};
  if (std::ifstream(file).read(begin, sizeof begin) && begin[0] == '#' && begin[1] == '!') {
    refuse(file, "is a script: a rank is a program that `kasuri mpicc` has made, not a process that could "
                 "run its interpreter; give the program that it starts, and variables by -x NAME=VALUE");
  }
  refuse(file, "is neither C or C++ source (.c, .cpp, .cc, .cxx) nor a shared object");
}

// A copy in memory with a name of its own: the loader gives it data of its own, though the same
// program may be loaded already, for another job.
void* load_copy(const fs::path& file, const fs::path& object, const std::string& bytes) {
  const std::string stem = object.stem().string();
  const int copy = memfd_create(stem.c_str(), MFD_CLOEXEC);
  std::size_t written = 0;
  while (copy >= 0 && written < bytes.size()) {
    const ssize_t n = write(copy, bytes.data() + written, bytes.size() - written);
    if (n <= 0) break;
    written += static_cast<std::size_t>(n);
  }
  if (copy < 0 || written < bytes.size()) {
    refuse(file, "cannot be copied in memory: {}", std::strerror(errno));
  }
  // It stays open: the loader takes two objects of one name for the same.
  return dlopen(fmt::format("/proc/self/fd/{}", copy).c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

namespace {

// Handles of other libraries are not those of mpi.h here, and an executable cannot be loaded.
void refuse_other_library(const fs::path& file, const ObjectFacts& facts) {
  constexpr const char* kRecompile =
      "recompile it with `kasuri mpicc` or `kasuri mpicxx`, for instance make CC=\"kasuri mpicc\"";
  for (const std::string& library : facts.needs) {
    if (library.starts_with("libmpi") || library.starts_with("libpmpi")) {
      refuse(file, "was compiled for another MPI library, {}; {}", library, kRecompile);
    }
  }
  if (facts.is_executable) refuse(file, "is an executable that was not made by Kasuri; {}", kRecompile);
}

// All ranks would share the threads and the state of its library.
void refuse_other_openmp(const fs::path& file, const ObjectFacts& facts) {
  for (const std::string& symbol : facts.wants) {
    const auto is_of = [&](std::string_view prefix) { return symbol.starts_with(prefix); };
    if (is_of("GOACC_") || is_of("acc_")) {
      refuse(file, "uses OpenACC ({}), which is not simulated; compile it without -fopenacc", symbol);
    }
    if (!is_of("GOMP_") && !is_of("omp_")) continue;
    if (!facts.defines(kNoteOfMpiPrograms)) {
      refuse(file, "uses OpenMP ({}), whose threads and state its ranks would share; only MPI programs "
                   "made by `kasuri mpicc` can", symbol);
    }
    refuse(file, "uses {} of OpenMP, which is not there: a rank has cores, but no "
                 "devices (target) and events (detach); if an older Kasuri has linked it, link it again",
           symbol);
  }
}

// Functions whose state all ranks of a program for mgen.h would share.
void refuse_shared_state(const fs::path& file, const ObjectFacts& facts) {
  for (const std::string& symbol : facts.wants) {
    const auto is_one_of = [&](const auto& all) { return std::ranges::find(all, symbol) != all.end(); };
    if (is_one_of(mpi::kSharedState)) {
      refuse(file, "uses {}, whose state its ranks would share; read the arguments without it, or make an "
                   "MPI program of it with `kasuri mpicc`", symbol);
    }
    if (is_one_of(mpi::kOwnLibrary)) {
      refuse(file, "was not linked by this Kasuri: its ranks would share the state of {}, or its clock is "
                   "the host's; link it again by `kasuri cc` or `kasuri c++`", demangle_symbol(symbol));
    }
  }
}

// While programs are loaded: libraries that divide their work by OpenMP read this when they are loaded, and
// have one thread then, that of the rank.
class OneThreadInLibraries {
 public:
  OneThreadInLibraries() {
    for (Variable& v : variables_) {
      if (const char* const now = std::getenv(v.name)) v.before = now;
      setenv(v.name, "1", 1);
    }
  }
  ~OneThreadInLibraries() {
    for (const Variable& v : variables_) {
      if (v.before) {
        setenv(v.name, v.before->c_str(), 1);
      } else {
        unsetenv(v.name);
      }
    }
  }
  OneThreadInLibraries(const OneThreadInLibraries&) = delete;
  OneThreadInLibraries& operator=(const OneThreadInLibraries&) = delete;

 private:
  struct Variable {
    const char* name;
    std::optional<std::string> before = {};
  };
  std::array<Variable, 2> variables_{{{"OMP_NUM_THREADS"}, {"OMP_THREAD_LIMIT"}}};
};

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 10;
  const std::size_t shown = std::min(names.size(), kShown);
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "),
                     names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
}

}  // namespace

Program::Program(mpi::ProgramEntry main, fs::path object, void* handle,
                 std::unique_ptr<RankGlobals> globals, bool is_mpi)
    : entry_(main),
      object_(std::move(object)),
      globals_(std::move(globals)),
      is_mpi_(is_mpi),
      open_library_(judge_of_libraries(object_, handle)) {}

Program Program::load_mpi(const fs::path& file, const fs::path& object, const ProgramTime& time) {
  if (const auto shared = unconverted_globals(object); !shared.empty()) {
    refuse(file, "has variables that cannot be private to ranks: {}; they are of code that `kasuri mpicc` "
                 "has not compiled, such as a library, or in a section that the source names",
           some_of(shared));
  }
  std::vector<std::string> warnings = check_mpi_libraries(object);
  const ObjectFacts facts = facts_of(object);
  if (facts.defines(kNoteOfOldOpenMp)) {
    refuse(file, "was linked by an older Kasuri, whose OpenMP had one thread; link it again");
  }
  if (facts.defines(kNoteOfOpenMp) && time.threads == 1) {
    warnings.push_back(fmt::format("the OpenMP regions of '{}' run with one thread: a rank is one core; "
                                   "threads_per_rank, or --threads-per-rank T, gives it T", file.string()));
  }
  Program program = open_mpi(file, object, time);
  program.warnings_ = std::move(warnings);
  return program;
}

// Its own main() is called by kasuri_entry (modules/program_start.c), after the constructors.
Program Program::open_mpi(const fs::path& file, const fs::path& object, const ProgramTime& time) {
  std::string bytes = content_of(object);
  const Constructors constructors = disable_constructors(bytes, object);
  const TargetCore* const core = time.mode == ComputeMode::counted ? time.core : nullptr;
  if (write_block_costs(bytes, core, object) == 0 && core) {
    refuse(file, "has no counted blocks: it was compiled by an older Kasuri; compile it again");
  }
  void* const handle = load_copy(file, object, bytes);
  if (!handle) refuse(file, "cannot be loaded: {}", dlerror());
  void* const entry = dlsym(handle, "kasuri_entry");
  auto* const list = static_cast<std::uintptr_t*>(dlsym(handle, "kasuri_constructors"));
  if (!entry || !list) refuse(file, "has lost kasuri_entry, which `kasuri mpicc` has put into it");
  link_map* map = nullptr;
  check(dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0, "a loaded object is known to the loader");
  list[0] = map->l_addr + constructors.address;
  list[1] = list[0] + constructors.bytes;
  if (core) set_prices(static_cast<std::int64_t*>(dlsym(handle, "kasuri_prices")), *core);
  return {reinterpret_cast<mpi::ProgramEntry>(entry), object, handle,
          std::make_unique<RebasedGlobals>(handle, time), true};
}

Program Program::load(const fs::path& file, const fs::path& include_dir, bool private_globals,
                      const ProgramTime& time) {
  const fs::path object = object_of(file, include_dir);
  const ObjectFacts facts = facts_of(object);
  refuse_other_library(file, facts);
  if (facts.defines(kNoteOfOldPrograms)) {
    refuse(file, "was linked by an older Kasuri, which could give ranks addresses of wrong data; compile "
                 "all of its sources again");
  }
  if (facts.uses_environ) note_variable(kAllVariables);
  refuse_other_openmp(file, facts);
  const OneThreadInLibraries one_thread;
  if (facts.has_code_on_stacks) StackArea::allow_code();
  if (facts.defines(kNoteOfMpiPrograms)) return load_mpi(file, object, time);
  if (time.mode != ComputeMode::declared) {
    refuse(file, "is no MPI program made by `kasuri mpicc`: only the code of such a program is counted or "
                 "measured; set compute = \"declared\"");
  }
  refuse_shared_state(file, facts);
  const auto globals = writable_globals(object);
  const bool copied = private_globals && !globals.empty();
  if (!copied && !globals.empty()) {
    refuse(file, "has writable globals that its ranks would share: {}; make them const or local "
                 "variables, or set private_globals = true in the job", some_of(globals));
  }
  return open_mgen(file, object, copied);
}

Program Program::open_mgen(const fs::path& file, const fs::path& object, bool copied) {
  void* handle = copied ? load_copy(file, object, content_of(object))
                        : dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) refuse(file, "cannot be loaded: {}", dlerror());
  void* entry = dlsym(handle, "MGEN_Main");
  if (!entry) {
    refuse(file, "defines no MGEN_Main; a program includes mgen.h and begins with "
                 "int MGEN_Main(int argc, char** argv), or is an MPI program made by `kasuri mpicc`");
  }
  return {reinterpret_cast<mpi::ProgramEntry>(entry), object, handle,
          copied ? std::make_unique<PrivateDataSegment>(handle) : nullptr, false};
}

Program Program::again(const ProgramTime& time) const {
  return is_mpi_ ? open_mpi(object_, object_, time) : open_mgen(object_, object_, true);
}

}  // namespace kasuri
