// SPDX-License-Identifier: MIT
// The table of mgen.h's collective operations, one entry for each. Included more than once, each time with
// another meaning of
//
//   KASURI_COLLECTIVE(Name, name, (parameters), (arguments))
//
// MGEN_Name, MGEN_Iname and MGEN_Name_init have these parameters; the latter two add a request, the last
// one an info as well. The communicator is called `comm`. kasuri::mpi::prepare_name() checks the arguments.
// Those with arrays of counts are KASURI_IRREGULAR entries: counts, arrays of counts, of places in elements
// and of places in bytes are KASURI_COUNT, KASURI_COUNTS, KASURI_PLACES and KASURI_ADDRESSES. Who includes
// the table defines all of these; at its end they are undefined.

KASURI_COLLECTIVE(Barrier, barrier, (MPI_Comm comm), (comm))

KASURI_COLLECTIVE(Bcast, bcast, (void* buf, int count, MPI_Datatype type, int root, MPI_Comm comm),
                  (buf, count, type, root, comm))

KASURI_COLLECTIVE(Reduce, reduce,
                  (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
                   MPI_Comm comm),
                  (sendbuf, recvbuf, count, type, op, root, comm))

KASURI_COLLECTIVE(Allreduce, allreduce,
                  (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

KASURI_COLLECTIVE(Gather, gather,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_IRREGULAR(Gatherv, gatherv,
                  (const void* sendbuf, KASURI_COUNT sendcount, MPI_Datatype sendtype, void* recvbuf,
                   KASURI_COUNTS recvcounts, KASURI_PLACES displs, MPI_Datatype recvtype, int root,
                   MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))

KASURI_COLLECTIVE(Scatter, scatter,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, int root, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_IRREGULAR(Scatterv, scatterv,
                  (const void* sendbuf, KASURI_COUNTS sendcounts, KASURI_PLACES displs,
                   MPI_Datatype sendtype, void* recvbuf, KASURI_COUNT recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm),
                  (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))

KASURI_COLLECTIVE(Allgather, allgather,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_IRREGULAR(Allgatherv, allgatherv,
                  (const void* sendbuf, KASURI_COUNT sendcount, MPI_Datatype sendtype, void* recvbuf,
                   KASURI_COUNTS recvcounts, KASURI_PLACES displs, MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))

KASURI_COLLECTIVE(Alltoall, alltoall,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_IRREGULAR(Alltoallv, alltoallv,
                  (const void* sendbuf, KASURI_COUNTS sendcounts, KASURI_PLACES sdispls,
                   MPI_Datatype sendtype, void* recvbuf, KASURI_COUNTS recvcounts, KASURI_PLACES rdispls,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))

// Runs as alltoallv of bytes.
KASURI_IRREGULAR(Alltoallw, alltoallw,
                  (const void* sendbuf, KASURI_COUNTS sendcounts, KASURI_PLACES sdispls,
                   const MPI_Datatype sendtypes[], void* recvbuf, KASURI_COUNTS recvcounts,
                   KASURI_PLACES rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))

KASURI_IRREGULAR(Reduce_scatter, reduce_scatter,
                  (const void* sendbuf, void* recvbuf, KASURI_COUNTS recvcounts, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm),
                  (sendbuf, recvbuf, recvcounts, type, op, comm))

KASURI_COLLECTIVE(Reduce_scatter_block, reduce_scatter_block,
                  (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm),
                  (sendbuf, recvbuf, recvcount, type, op, comm))

KASURI_COLLECTIVE(Scan, scan,
                  (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

KASURI_COLLECTIVE(Exscan, exscan,
                  (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm),
                  (sendbuf, recvbuf, count, type, op, comm))

// Among neighbours: blocks are as many as these, in their order.
KASURI_COLLECTIVE(Neighbor_allgather, neighbor_allgather,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_IRREGULAR(Neighbor_allgatherv, neighbor_allgatherv,
                  (const void* sendbuf, KASURI_COUNT sendcount, MPI_Datatype sendtype, void* recvbuf,
                   KASURI_COUNTS recvcounts, KASURI_PLACES displs, MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))

KASURI_COLLECTIVE(Neighbor_alltoall, neighbor_alltoall,
                  (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))

KASURI_IRREGULAR(Neighbor_alltoallv, neighbor_alltoallv,
                  (const void* sendbuf, KASURI_COUNTS sendcounts, KASURI_PLACES sdispls,
                   MPI_Datatype sendtype, void* recvbuf, KASURI_COUNTS recvcounts, KASURI_PLACES rdispls,
                   MPI_Datatype recvtype, MPI_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))

// Runs as neighbor_alltoallv of bytes.
KASURI_IRREGULAR(Neighbor_alltoallw, neighbor_alltoallw,
                  (const void* sendbuf, KASURI_COUNTS sendcounts, KASURI_ADDRESSES sdispls,
                   const MPI_Datatype sendtypes[], void* recvbuf, KASURI_COUNTS recvcounts,
                   KASURI_ADDRESSES rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm),
                  (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))

#undef KASURI_COLLECTIVE
#undef KASURI_IRREGULAR
#undef KASURI_COUNT
#undef KASURI_COUNTS
#undef KASURI_PLACES
#undef KASURI_ADDRESSES
