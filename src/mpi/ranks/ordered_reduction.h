// SPDX-License-Identifier: MIT
// Reductions by an operation that does not commute (MPI 4.1, section 6.9.1): the operands must keep the
// order of ranks, which the usual algorithms change.
#pragma once

#include "mpi/ranks/algorithms.h"

namespace kasuri::mpi {

// The root, or rank 0, gathers all operands and combines them; the others get the result by the
// broadcast or the scattering that is configured. Prefix reductions pass from rank to rank.
void run_in_order(Team&, Collective, const CollectiveCall&, const AlgorithmTable&);

}  // namespace kasuri::mpi
