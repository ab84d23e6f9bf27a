// SPDX-License-Identifier: MIT
// Collective operations of mgen.h with their arguments checked and decoded, ready to run.
#pragma once

#include <optional>

#include "mpi/api/mgen_handles.h"
#include "mpi/ranks/packing.h"
#include "mpi/api/persistent.h"

namespace kasuri::mpi {

struct Prepared {
  Communicator* comm;
  Collective which;
  CollectiveCall call;
  PackedCall* packing = nullptr;  // if a datatype has holes; ended by World::run_call()

  void take_packing_time(Call& c) const {
    if (packing) {
      c.spend(Activity::sending, packing->bytes / c.world().params().eager_copy_rate);
    }
  }
};

// Runs it at once; has it go on beside the program; keeps it to be started. A persistent one is known
// by its number: MPI 4.1, section 6.13 has ranks make them in the same order, and start them in any.
int run(Call&, const Prepared&);
Handle begin(Call&, const Prepared&, std::optional<std::uint32_t> persistent = {});
inline int start(Call& call, const Prepared& p, MPI_Request* request) {
  *request = begin(call, p);
  return MPI_SUCCESS;
}
template <class Prepare>
int keep(Call& call, MPI_Comm comm, MPI_Request* request, Prepare prepare) {
  Communicator& on = comm_of(call, comm);
  const std::uint32_t number = number_persistent(call, on);
  *request = keep(call, on, [prepare, number](Call& c) { return begin(c, prepare(c), number); }, number);
  return MPI_SUCCESS;
}

#define KASURI_UNWRAPPED(...) __VA_ARGS__
#define KASURI_COLLECTIVE(Name, name, PARAMETERS, ARGUMENTS) \
  Prepared prepare_##name(Call&, KASURI_UNWRAPPED PARAMETERS);
#define KASURI_IRREGULAR KASURI_COLLECTIVE
#define KASURI_COUNT std::int64_t
#define KASURI_COUNTS Numbers
#define KASURI_PLACES Numbers
#define KASURI_ADDRESSES Numbers
#include "mpi/api/collective_table.h"
#undef KASURI_UNWRAPPED

const Neighbours& neighbours_of(Call&, MPI_Comm);

}  // namespace kasuri::mpi
