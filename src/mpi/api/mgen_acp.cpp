// SPDX-License-Identifier: MIT
// mgen.h: one-sided communication in which only sizes count (NSIM-ACE, section 3.3).
#include "mpi/api/mgen_handles.h"
#include "mpi/ranks/one_sided.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using mpi::Call;

namespace kasuri::mpi {

Transfer put_poll(Call& call, void*, int count, MPI_Datatype type, int source,
                  MPI_Comm comm) {
  static_assert(ACP_PUT_TAG == kPutTag);
  const Communicator& world = call.ranks().world_of(call.rank());
  if (&comm_of(call, comm) != &world) call.fail_as(MPI_ERR_COMM, "ACP_PUT_TAG is for MGEN_COMM_WORLD");
  if (source != kAnySource && (source < 0 || source >= world.size())) {
    call.fail_as(MPI_ERR_RANK,
                 "rank {} does not exist; there are ranks 0 to {}", source, world.size() - 1);
  }
  call.check_count(count);
  return call.world().one_sided().poll(call, Bytes{count * element_of(call, type).size}, source);
}

}  // namespace kasuri::mpi

extern "C" {

MGEN_acp_handle MGEN_acp_copy(int source, int dest, int size) {
  Call call("MGEN_acp_copy");
  const int ranks = call.ranks().world_of(call.rank()).size();
  for (const int rank : {source, dest}) {
    if (rank < 0 || rank >= ranks) {
      call.fail_as(MPI_ERR_RANK, "rank {} does not exist; there are ranks 0 to {}", rank, ranks - 1);
    }
  }
  if (size < 0) call.fail_as(MPI_ERR_ARG, "size {} is negative", size);
  return call.world().one_sided().begin_sized(call, source, dest, Bytes{size});
}

void MGEN_acp_complete(MGEN_acp_handle handle) {
  Call call("MGEN_acp_complete");
  call.world().one_sided().complete_sized(call, handle);
}

int LMGEN_Isend_acp_put_ctrl(int dest, MPI_Comm comm, MPI_Request* request, int flags,
                             t_NsimRoutingInfo*) {
  Call call("LMGEN_Isend_acp_put_ctrl");
  const mpi::Communicator& c = mpi::comm_of(call, comm);
  call.check_rank(c, dest);
  if (flags != 0) call.fail_as(MPI_ERR_ARG, "flags = {}; they must be 0", flags);
  *request = call.world().one_sided().send_control(call, c.group.member(dest));
  return MPI_SUCCESS;
}

int LMGEN_Wait_ctrl(MPI_Request* request, MPI_Status* status) {
  return MGEN_Wait(request, status);
}

}  // extern "C"
