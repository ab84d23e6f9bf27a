/* SPDX-License-Identifier: MIT
 * Collective operations of MGEN, a part of mgen.h, which includes it. */
#ifndef KASURI_MGEN_COLLECTIVES_H
#define KASURI_MGEN_COLLECTIVES_H

#include "mgen.h"

#ifdef __cplusplus
extern "C" {
#endif

int MGEN_Barrier(MGEN_Comm comm);
int MGEN_Bcast(void *buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm);
int MGEN_Reduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                int root, MGEN_Comm comm);
int MGEN_Allreduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm);
int MGEN_Gather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm);
int MGEN_Gatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                 MGEN_Comm comm);
int MGEN_Scatter(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                 int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm);
int MGEN_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MGEN_Datatype sendtype, void *recvbuf, int recvcount, MGEN_Datatype recvtype,
                  int root, MGEN_Comm comm);
int MGEN_Allgather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                   int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Allgatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                    MGEN_Comm comm);
int MGEN_Alltoall(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                  int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm);
/* Displacements in bytes; runs as alltoallv does. */
int MGEN_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MGEN_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm);
int MGEN_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm);
int MGEN_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MGEN_Datatype type,
                              MGEN_Op op, MGEN_Comm comm);
int MGEN_Scan(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
              MGEN_Comm comm);
int MGEN_Exscan(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                MGEN_Comm comm);

/* Non-blocking: they go on beside the program, and end when their request is complete. */
int MGEN_Ibarrier(MGEN_Comm comm, MGEN_Request *request);
int MGEN_Ibcast(void *buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm,
                MGEN_Request *request);
int MGEN_Ireduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                 int root, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Iallreduce(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                    MGEN_Comm comm, MGEN_Request *request);
int MGEN_Igather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                 int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                 MGEN_Request *request);
int MGEN_Igatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                  MGEN_Comm comm, MGEN_Request *request);
int MGEN_Iscatter(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                  int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                  MGEN_Request *request);
int MGEN_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                   MGEN_Datatype sendtype, void *recvbuf, int recvcount, MGEN_Datatype recvtype,
                   int root, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Iallgather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                    int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Iallgatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                     MGEN_Comm comm, MGEN_Request *request);
int MGEN_Ialltoall(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                   int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                    MGEN_Request *request);
int MGEN_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    const MGEN_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                    const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm,
                    MGEN_Request *request);
int MGEN_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                               MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm,
                               MGEN_Request *request);
int MGEN_Iscan(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
               MGEN_Comm comm, MGEN_Request *request);
int MGEN_Iexscan(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                 MGEN_Comm comm, MGEN_Request *request);

/* Persistent: begun by MGEN_Start. */
int MGEN_Barrier_init(MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Bcast_init(void *buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm,
                    MGEN_Info info, MGEN_Request *request);
int MGEN_Reduce_init(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                     int root, MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type,
                        MGEN_Op op, MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Gather_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                     int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                     MGEN_Info info, MGEN_Request *request);
int MGEN_Gatherv_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                      MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Scatter_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                      int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                      MGEN_Info info, MGEN_Request *request);
int MGEN_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                       MGEN_Datatype sendtype, void *recvbuf, int recvcount, MGEN_Datatype recvtype,
                       int root, MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Allgather_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                        int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info info,
                        MGEN_Request *request);
int MGEN_Allgatherv_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                         MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Alltoall_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype, void *recvbuf,
                       int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info info,
                       MGEN_Request *request);
int MGEN_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info info,
                        MGEN_Request *request);
int MGEN_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        const MGEN_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                        const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm,
                        MGEN_Info info, MGEN_Request *request);
int MGEN_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Info info,
                             MGEN_Request *request);
int MGEN_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                   MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Info info,
                                   MGEN_Request *request);
int MGEN_Scan_init(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Exscan_init(const void *sendbuf, void *recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                     MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);

/* Among the neighbours in a Cartesian topology (for each dimension the one before, then the one behind) or
 * in a graph. */
int MGEN_Neighbor_allgather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                            void *recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Neighbor_allgatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Neighbor_alltoall(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                           void *recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm);
int MGEN_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MGEN_Aint sdispls[],
                            const MGEN_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MGEN_Aint rdispls[], const MGEN_Datatype recvtypes[],
                            MGEN_Comm comm);
int MGEN_Ineighbor_allgather(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                             void *recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm,
                             MGEN_Request *request);
int MGEN_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                              void *recvbuf, const int recvcounts[], const int displs[],
                              MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request *request);
int MGEN_Ineighbor_alltoall(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                            void *recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm,
                            MGEN_Request *request);
int MGEN_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                             const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                             MGEN_Request *request);
int MGEN_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MGEN_Aint sdispls[],
                             const MGEN_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MGEN_Aint rdispls[], const MGEN_Datatype recvtypes[],
                             MGEN_Comm comm, MGEN_Request *request);
int MGEN_Neighbor_allgather_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                                 void *recvbuf, int recvcount, MGEN_Datatype recvtype,
                                 MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                                  void *recvbuf, const int recvcounts[], const int displs[],
                                  MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info info,
                                  MGEN_Request *request);
int MGEN_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MGEN_Datatype sendtype,
                                void *recvbuf, int recvcount, MGEN_Datatype recvtype,
                                MGEN_Comm comm, MGEN_Info info, MGEN_Request *request);
int MGEN_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 MGEN_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                 const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                                 MGEN_Info info, MGEN_Request *request);
int MGEN_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[],
                                 const MGEN_Aint sdispls[], const MGEN_Datatype sendtypes[],
                                 void *recvbuf, const int recvcounts[], const MGEN_Aint rdispls[],
                                 const MGEN_Datatype recvtypes[], MGEN_Comm comm, MGEN_Info info,
                                 MGEN_Request *request);

#ifdef __cplusplus
}
#endif

#endif
