// SPDX-License-Identifier: MIT
// A collective in each of the three ways in which it can be called.
#pragma once

#include <string_view>

#include "mpi/api/test_world.h"

namespace kasuri::mpi {

enum class Way { blocking, non_blocking, persistent };

// Persistent ones are started twice.
#define COLLECTIVE(way, Name, name, ...)                                     \
  do {                                                                       \
    MPI_Request request = MPI_REQUEST_NULL;                                \
    if (way == Way::blocking) {                                              \
      MGEN_##Name(__VA_ARGS__);                                              \
    } else if (way == Way::non_blocking) {                                   \
      MGEN_I##name(__VA_ARGS__, &request);                                   \
      MGEN_Wait(&request, MPI_STATUS_IGNORE);                               \
    } else {                                                                 \
      MGEN_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request);             \
      for (int i = 0; i < 2; ++i) {                                          \
        MGEN_Start(&request);                                                \
        MGEN_Wait(&request, MPI_STATUS_IGNORE);                             \
      }                                                                      \
      MGEN_Request_free(&request);                                           \
    }                                                                        \
  } while (false)

// Some algorithms work within one server alone; without servers, each node is one. Where levels matter,
// nodes have `some` ranks, the last one fewer.
inline int ranks_per_node(std::string_view algorithm, int ranks, int some) {
  if (algorithm == "multimem" || algorithm.ends_with("-shot")) return ranks;
  return algorithm == "node-aware" || algorithm == "per-server" ? some : 1;
}

}  // namespace kasuri::mpi
