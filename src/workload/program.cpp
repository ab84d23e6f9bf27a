// SPDX-License-Identifier: MIT
#include "workload/program.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "workload/compile.h"
#include "workload/elf.h"

namespace kasuri {
namespace {

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
  if (is_elf(file)) return fs::absolute(file);
  if (const auto language = language_of(file)) return compile_program(file, *language, include_dir);
  refuse(file, "is neither C or C++ source (.c, .cpp, .cc, .cxx) nor a shared object");
}

// A copy in memory with a name of its own: the loader gives it data of its own, though the same
// program may be loaded already, for another job.
void* load_copy(const fs::path& file, const fs::path& object) {
  const std::string stem = object.stem().string();
  const int copy = memfd_create(stem.c_str(), MFD_CLOEXEC);
  std::ifstream in(object, std::ios::binary);
  std::vector<char> part(1 << 16);
  bool ok = copy >= 0;
  while (ok && (in.read(part.data(), static_cast<std::streamsize>(part.size())), in.gcount() > 0)) {
    ok = write(copy, part.data(), static_cast<std::size_t>(in.gcount())) == in.gcount();
  }
  if (!ok) refuse(file, "cannot be copied in memory: {}", std::strerror(errno));
  // It stays open: the loader takes two objects of one name for the same.
  return dlopen(fmt::format("/proc/self/fd/{}", copy).c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

Program Program::load(const fs::path& file, const fs::path& include_dir, bool private_globals) {
  const fs::path object = object_of(file, include_dir);
  const auto globals = writable_globals(object);
  const bool copied = private_globals && !globals.empty();
  if (!copied && !globals.empty()) {
    constexpr std::size_t kShown = 10;
    const std::size_t shown = std::min(globals.size(), kShown);
    refuse(file, "has writable globals that its ranks would share: {}{}; make them const or local "
                 "variables, or set private_globals = true in the job",
           fmt::join(globals.begin(), globals.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
           globals.size() > shown ? fmt::format(" and {} more", globals.size() - shown) : "");
  }
  void* handle = copied ? load_copy(file, object)
                        : dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) refuse(file, "cannot be loaded: {}", dlerror());
  void* entry = dlsym(handle, "MGEN_Main");
  if (!entry) {
    refuse(file, "defines no MGEN_Main; a program includes mgen.h and begins with "
                 "int MGEN_Main(int argc, char** argv)");
  }
  return {reinterpret_cast<mpi::ProgramEntry>(entry), object,
          copied ? std::make_unique<PrivateDataSegment>(handle) : nullptr};
}

}  // namespace kasuri
