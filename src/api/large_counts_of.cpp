// SPDX-License-Identifier: MIT
// Lengths of the arrays of functions with large counts.
#include "api/large_counts.h"
#include "api/mgen_collectives.h"

namespace kasuri::mpi {

int LargeCounts::size(MGEN_Comm comm) const {
  Call call(call_);
  return comm_of(call, comm).size();
}

int LargeCounts::root(MGEN_Comm comm, int root) const {
  Call call(call_);
  const Communicator& c = comm_of(call, comm);
  return c.group.index_of(call.rank()) == root ? c.size() : 0;
}

int LargeCounts::in(MGEN_Comm comm) const {
  Call call(call_);
  return static_cast<int>(neighbours_of(call, comm).sources.size());
}

int LargeCounts::out(MGEN_Comm comm) const {
  Call call(call_);
  return static_cast<int>(neighbours_of(call, comm).destinations.size());
}

}  // namespace kasuri::mpi
