// SPDX-License-Identifier: MIT
// The table of mgen.h's collective operations, one entry for each. Included more than once, each time with
// another meaning of
//
//   KASURI_COLLECTIVE(Name, name, (parameters), (arguments))
//
// MGEN_Name, MGEN_Iname and MGEN_Name_init have these parameters; the latter two add a request, the last
// one an info as well. The communicator is called `comm`. kasuri::mpi::prepare_name() checks the arguments.

KASURI_COLLECTIVE(Barrier, barrier, (MGEN_Comm comm), (comm))

KASURI_COLLECTIVE(Bcast, bcast, (void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm),
                  (buf, count, type, root, comm))

KASURI_COLLECTIVE(Reduce, reduce,
                  (const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op, int root,
                   MGEN_Comm comm),
                  (sendbuf, recvbuf, count, type, op, root, comm))

KASURI_COLLECTIVE(Allreduce, allreduce,
                  (const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

KASURI_COLLECTIVE(Gather, gather,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, int root, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_COLLECTIVE(Gatherv, gatherv,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                   const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                   MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))

KASURI_COLLECTIVE(Scatter, scatter,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, int root, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_COLLECTIVE(Scatterv, scatterv,
                  (const void* sendbuf, const int sendcounts[], const int displs[], MGEN_Datatype sendtype,
                   void* recvbuf, int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm),
                  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_COLLECTIVE(Allgather, allgather,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_COLLECTIVE(Allgatherv, allgatherv,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                   const int recvcounts[], const int displs[], MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))

KASURI_COLLECTIVE(Alltoall, alltoall,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_COLLECTIVE(Alltoallv, alltoallv,
                  (const void* sendbuf, const int sendcounts[], const int sdispls[], MGEN_Datatype sendtype,
                   void* recvbuf, const int recvcounts[], const int rdispls[], MGEN_Datatype recvtype,
                   MGEN_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))

// Runs as alltoallv of bytes.
KASURI_COLLECTIVE(Alltoallw, alltoallw,
                  (const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))

KASURI_COLLECTIVE(Reduce_scatter, reduce_scatter,
                  (const void* sendbuf, void* recvbuf, const int recvcounts[], MGEN_Datatype type,
                   MGEN_Op op, MGEN_Comm comm),
                  (sendbuf, recvbuf, recvcounts, type, op, comm))

KASURI_COLLECTIVE(Reduce_scatter_block, reduce_scatter_block,
                  (const void* sendbuf, void* recvbuf, int recvcount, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm),
                  (sendbuf, recvbuf, recvcount, type, op, comm))

KASURI_COLLECTIVE(Scan, scan,
                  (const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

KASURI_COLLECTIVE(Exscan, exscan,
                  (const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

// Among neighbours: blocks are as many as these, in their order.
KASURI_COLLECTIVE(Neighbor_allgather, neighbor_allgather,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_COLLECTIVE(Neighbor_allgatherv, neighbor_allgatherv,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                   const int recvcounts[], const int displs[], MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))

KASURI_COLLECTIVE(Neighbor_alltoall, neighbor_alltoall,
                  (const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf, int recvcount,
                   MGEN_Datatype recvtype, MGEN_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_COLLECTIVE(Neighbor_alltoallv, neighbor_alltoallv,
                  (const void* sendbuf, const int sendcounts[], const int sdispls[], MGEN_Datatype sendtype,
                   void* recvbuf, const int recvcounts[], const int rdispls[], MGEN_Datatype recvtype,
                   MGEN_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))

// Runs as neighbor_alltoallv of bytes.
KASURI_COLLECTIVE(Neighbor_alltoallw, neighbor_alltoallw,
                  (const void* sendbuf, const int sendcounts[], const MGEN_Aint sdispls[],
                   const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const MGEN_Aint rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
