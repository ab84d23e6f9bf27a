// SPDX-License-Identifier: MIT
// What the choice of an algorithm for a collective operation depends on.
#pragma once

#include <cstdint>
#include <limits>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

// The size by which a call is looked up. All ranks must come to the same: it is what each rank gives
// (scatter: gets; alltoall: gives to each rank or neighbour), or all blocks together for allgatherv and
// reduce_scatter. The v-variants of which no rank knows all sizes have none.
constexpr bool has_common_size(Collective c) {
  return c != Collective::barrier && c != Collective::gatherv && c != Collective::scatterv &&
         c != Collective::alltoallv && c != Collective::neighbor_allgatherv &&
         c != Collective::neighbor_alltoallv;
}
Bytes common_size(Collective, const CollectiveCall&, int ranks);
// As nccl-tests count bytes: the blocks of all ranks together, or the vector. Of operations with a common
// size.
Bytes whole_buffer(Collective, const CollectiveCall&, int ranks);

// What nccl-tests multiply bytes by time with, to compare operations and sizes with the links' rate.
double bus_factor(Collective, int ranks);

// What a choice may depend on. The same on all ranks of a call.
struct CallSize {
  static constexpr std::int64_t kManyElements = std::numeric_limits<std::int64_t>::max();

  int ranks;
  Bytes bytes;  // common_size()
  std::int64_t elements = kManyElements;  // of a reduction
  bool own_operation = false;             // a reduction by a function of the program's
};
CallSize call_size(Collective, const CollectiveCall&, int ranks);

}  // namespace kasuri::mpi
