// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/cluster/cluster.h"
#include "base/core/errors.h"

namespace kasuri {
namespace {

// Open MPI's own variables, then those of PMIx and PMI, which other launchers set.
unsigned from_environment(std::initializer_list<const char*> names, unsigned otherwise) {
  for (const char* name : names) {
    const char* text = std::getenv(name);
    if (!text) continue;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    if (error == std::errc{} && *end == '\0') return value;
  }
  return otherwise;
}

}  // namespace

Launched launched() {
  const unsigned size = from_environment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1);
  const unsigned rank = from_environment({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, 0);
  return size > 1 && rank < size ? Launched{rank, size} : Launched{};
}

std::unique_ptr<Cluster> open_cluster() {
  if (launched().size == 1) return nullptr;
  const auto directory = std::filesystem::canonical("/proc/self/exe").parent_path();
  std::string why;
  for (const auto& file : {directory / "kasuri_openmpi.so",
                           directory.parent_path() / "lib" / "kasuri" / "kasuri_openmpi.so"}) {
    if (!std::filesystem::exists(file)) continue;
    // Its symbols are for itself alone, and it prefers its own to those of this program.
    if (void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)) {
      const auto open = reinterpret_cast<OpenCluster>(dlsym(module, kOpenClusterSymbol));
      if (open) return std::unique_ptr<Cluster>(open());
    }
    why = dlerror();
  }
  throw Error(Exit::usage, ErrorPlace("kasuri"), "started by mpirun, but " +
                  (why.empty() ? "the module kasuri_openmpi.so is not in the directory of this program; "
                                 "install libopenmpi-dev and openmpi-bin, then: cmake --preset release && "
                                 "make run"
                               : "its module cannot be loaded: " + why));
}

}  // namespace kasuri
