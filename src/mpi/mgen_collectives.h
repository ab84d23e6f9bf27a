// SPDX-License-Identifier: MIT
// Collective operations of mgen.h with their arguments checked and decoded, ready to run.
#pragma once

#include <optional>

#include "mpi/mgen_handles.h"
#include "mpi/packing.h"
#include "mpi/persistent.h"

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
inline int start(Call& call, const Prepared& p, MGEN_Request* request) {
  *request = begin(call, p);
  return MGEN_SUCCESS;
}
template <class Prepare>
int keep(Call& call, MGEN_Comm comm, MGEN_Request* request, Prepare prepare) {
  Communicator& on = comm_of(call, comm);
  const std::uint32_t number = number_persistent(call, on);
  *request = keep(call, on, [prepare, number](Call& c) { return begin(c, prepare(c), number); }, number);
  return MGEN_SUCCESS;
}

Prepared prepare_barrier(Call&, MGEN_Comm comm);
Prepared prepare_bcast(Call&, void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm);
Prepared prepare_reduce(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                        MGEN_Op op, int root, MGEN_Comm comm);
Prepared prepare_allreduce(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                           MGEN_Op op, MGEN_Comm comm);
Prepared prepare_gather(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                        void* recvbuf, int recvcount, MGEN_Datatype recvtype, int root,
                        MGEN_Comm comm);
Prepared prepare_gatherv(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                         void* recvbuf, const int recvcounts[], const int displs[],
                         MGEN_Datatype recvtype, int root, MGEN_Comm comm);
Prepared prepare_scatter(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                         void* recvbuf, int recvcount, MGEN_Datatype recvtype, int root,
                         MGEN_Comm comm);
Prepared prepare_scatterv(Call&, const void* sendbuf, const int sendcounts[], const int displs[],
                          MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                          MGEN_Datatype recvtype, int root, MGEN_Comm comm);
Prepared prepare_allgather(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                           void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
Prepared prepare_allgatherv(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                            void* recvbuf, const int recvcounts[], const int displs[],
                            MGEN_Datatype recvtype, MGEN_Comm comm);
Prepared prepare_alltoall(Call&, const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                          void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
Prepared prepare_alltoallv(Call&, const void* sendbuf, const int sendcounts[], const int sdispls[],
                           MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                           const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm);
// Runs as alltoallv of bytes.
Prepared prepare_alltoallw(Call&, const void* sendbuf, const int sendcounts[], const int sdispls[],
                           const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                           const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm);
Prepared prepare_reduce_scatter(Call&, const void* sendbuf, void* recvbuf, const int recvcounts[],
                                MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm);
Prepared prepare_reduce_scatter_block(Call&, const void* sendbuf, void* recvbuf, int recvcount,
                                      MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm);
Prepared prepare_scan(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                      MGEN_Op op, MGEN_Comm comm);
Prepared prepare_exscan(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                        MGEN_Op op, MGEN_Comm comm);


// Among neighbours. Blocks are as many as these, in their order.
const Neighbours& neighbours_of(Call&, MGEN_Comm);
Prepared prepare_neighbor_allgather(Call&, Collective, const void* sendbuf, int sendcount,
                                    MGEN_Datatype sendtype, void* recvbuf, Blocks in,
                                    MGEN_Datatype recvtype, MGEN_Comm comm);
Prepared prepare_neighbor_alltoall(Call&, Collective, const void* sendbuf, Blocks out,
                                   MGEN_Datatype sendtype, void* recvbuf, Blocks in,
                                   MGEN_Datatype recvtype, MGEN_Comm comm);
Prepared prepare_neighbor_alltoallw(Call&, const void* sendbuf, const int sendcounts[],
                                    const MGEN_Aint sdispls[], const MGEN_Datatype sendtypes[],
                                    void* recvbuf, const int recvcounts[], const MGEN_Aint rdispls[],
                                    const MGEN_Datatype recvtypes[], MGEN_Comm comm);

}  // namespace kasuri::mpi
