// SPDX-License-Identifier: MIT
#include "workload/programs/opened_libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdlib>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <vector>

#include "workload/programs/elf.h"
#include "workload/programs/mpi_libraries.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// What the loader would take, as far as that is a file of these folders; else nothing.
fs::path find_library(const std::string& name, void* handle) {
  std::error_code error;
  if (name.find('/') != name.npos) return fs::exists(name, error) ? fs::path(name) : fs::path();
  Dl_serinfo size{};
  if (dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) != 0) return {};
  std::vector<char> room(size.dls_size);
  auto* const folders = reinterpret_cast<Dl_serinfo*>(room.data());
  folders->dls_size = size.dls_size;
  folders->dls_cnt = size.dls_cnt;
  if (dlinfo(handle, RTLD_DI_SERINFO, folders) != 0) return {};
  for (unsigned i = 0; i < folders->dls_cnt; ++i) {
    const fs::path file = fs::path(folders->dls_serpath[i].dls_name) / name;
    if (fs::exists(file, error)) return file;
  }
  return {};
}

// What is known of a file; a process runs many ranks that open the same ones.
struct Verdict {
  bool is_ours = false;
  fs::path part;  // the library that is, if it is not the file itself
  std::vector<std::string> warnings;
};

const Verdict& verdict_on(const fs::path& file) {
  static std::mutex mutex;
  static std::map<fs::path, Verdict> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(file);
  Verdict& v = found->second;
  if (!is_new || !is_elf(file)) return v;
  for (const fs::path& part : loaded_objects(file)) {
    const bool is_of_system = is_of_the_system(part);
    if (is_of_system && part != file) continue;
    if (!v.is_ours && is_compiled_for_ranks(part)) {
      v.is_ours = true;
      v.part = part;
    }
    if (is_of_system) continue;
    const std::string warning = warning_of_library(part);
    if (!warning.empty()) v.warnings.push_back(warning);
  }
  return v;
}

// Each once in a process.
void warn_once(const std::string& warning) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(warning).second) fmt::print(stderr, "kasuri: warning: {}\n", warning);
}

}  // namespace

mpi::OpenLibrary judge_of_libraries(const fs::path& object, void* handle) {
  std::set<fs::path> parts = parts_of_program(object);
  link_map* map = nullptr;
  const std::string own_name = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
  return [handle, own_name, parts = std::move(parts)](const std::string& name) -> mpi::OpenedLibrary {
    const fs::path file = find_library(name, handle);
    if (file.empty()) return {.file = name, .refusal = {}};
    std::error_code error;
    const fs::path canonical = fs::canonical(file, error);
    if (parts.contains(canonical)) return {.file = own_name, .refusal = {}};
    const Verdict& v = verdict_on(canonical);
    if (v.is_ours) {
      return {.file = {},
              .refusal = fmt::format("{0} was compiled by `kasuri mpicc`, so it has to be a part of the "
                                     "program: link the program with it (`kasuri mpicc … {0}`); then "
                                     "dlopen() finds it there", v.part.string())};
    }
    for (const std::string& warning : v.warnings) warn_once(warning);
    return {.file = file.string(), .refusal = {}};
  };
}

}  // namespace kasuri
