// SPDX-License-Identifier: MIT
// Collective operations of mgen.h with their arguments checked and decoded, ready to run.
#pragma once

#include "mpi/mgen_handles.h"
#include "mpi/packing.h"

namespace kasuri::mpi {

struct Prepared {
  Communicator* comm;
  Collective which;
  CollectiveCall call;
  PackedCall* packing = nullptr;  // if a datatype has holes; ended by finish()

  void take_packing_time(Call& c) const {
    if (packing) {
      c.spend(Activity::sending, packing->bytes / c.world().params().eager_copy_rate);
    }
  }
};

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
Prepared prepare_reduce_scatter(Call&, const void* sendbuf, void* recvbuf, const int recvcounts[],
                                MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm);
Prepared prepare_reduce_scatter_block(Call&, const void* sendbuf, void* recvbuf, int recvcount,
                                      MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm);
Prepared prepare_scan(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                      MGEN_Op op, MGEN_Comm comm);
Prepared prepare_exscan(Call&, const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                        MGEN_Op op, MGEN_Comm comm);

}  // namespace kasuri::mpi
