// SPDX-License-Identifier: MIT
// The arguments of neighbourhood collectives. MPI 4.1, section 8.6: there is nothing in place.
#include "mpi/collectives/neighbours.h"
#include "mpi/api/preparation.h"

namespace kasuri::mpi {
namespace {

int sources(const CollectiveCall& c) { return static_cast<int>(c.neighbours->sources.size()); }
int destinations(const CollectiveCall& c) { return static_cast<int>(c.neighbours->destinations.size()); }

// What a rank would send itself must be what it would receive.
Prepared checked(Preparation& p, Collective which) {
  const CollectiveCall& c = p.call();
  const Neighbours& n = *c.neighbours;
  std::size_t j = 0;
  for (const int i : n.order) {
    if (n.sources[static_cast<std::size_t>(i)] != p.me()) continue;
    while (n.destinations[j] != p.me()) ++j;
    p.check_same(block_for(c, which, static_cast<int>(j++)).bytes, c.in.bytes(i));
  }
  return p.done();
}

Prepared allgather_around(Call& call, Collective which, const void* sendbuf, std::int64_t sendcount,
                          MPI_Datatype sendtype, void* recvbuf, Blocks in, MPI_Datatype recvtype,
                          MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  c.neighbours = &neighbours_of(call, comm);
  c.receive = p.buffer(recvbuf, recvtype, sources(c), in, p.kReceives);
  c.in = in;
  c.send = p.own(sendbuf, sendcount, sendtype, p.kSends);
  return checked(p, which);
}

Prepared alltoall_around(Call& call, Collective which, const void* sendbuf, Blocks out,
                         MPI_Datatype sendtype, void* recvbuf, Blocks in, MPI_Datatype recvtype,
                         MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  c.neighbours = &neighbours_of(call, comm);
  c.receive = p.buffer(recvbuf, recvtype, sources(c), in, p.kReceives);
  c.in = in;
  c.send = p.buffer(sendbuf, sendtype, destinations(c), out, p.kSends);
  c.out = out;
  return checked(p, which);
}

}  // namespace

const Neighbours& neighbours_of(Call& call, MPI_Comm handle) {
  Communicator& comm = comm_of(call, handle);
  if (!comm.neighbours) {
    if (!comm.cartesian) {
      call.fail_as(MPI_ERR_TOPOLOGY, "the communicator has no topology, and so no neighbours");
    }
    comm.neighbours = std::make_unique<Neighbours>(
        Neighbours::of_grid(*comm.cartesian, comm.group.index_of(call.rank())));
  }
  return *comm.neighbours;
}

Prepared prepare_neighbor_allgather(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return allgather_around(call, Collective::neighbor_allgather, sendbuf, sendcount, sendtype, recvbuf,
                          {.count = recvcount}, recvtype, comm);
}

Prepared prepare_neighbor_allgatherv(Call& call, const void* sendbuf, std::int64_t sendcount,
                                     MPI_Datatype sendtype, void* recvbuf, Numbers recvcounts,
                                     Numbers displs, MPI_Datatype recvtype, MPI_Comm comm) {
  return allgather_around(call, Collective::neighbor_allgatherv, sendbuf, sendcount, sendtype, recvbuf,
                          {.counts = recvcounts, .places = displs}, recvtype, comm);
}

Prepared prepare_neighbor_alltoall(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                   void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return alltoall_around(call, Collective::neighbor_alltoall, sendbuf, {.count = sendcount}, sendtype,
                         recvbuf, {.count = recvcount}, recvtype, comm);
}

Prepared prepare_neighbor_alltoallv(Call& call, const void* sendbuf, Numbers sendcounts,
                                    Numbers sdispls, MPI_Datatype sendtype, void* recvbuf,
                                    Numbers recvcounts, Numbers rdispls, MPI_Datatype recvtype,
                                    MPI_Comm comm) {
  return alltoall_around(call, Collective::neighbor_alltoallv, sendbuf,
                         {.counts = sendcounts, .places = sdispls}, sendtype, recvbuf,
                         {.counts = recvcounts, .places = rdispls}, recvtype, comm);
}

Prepared prepare_neighbor_alltoallw(Call& call, const void* sendbuf, Numbers sendcounts,
                                    Numbers sdispls, const MPI_Datatype sendtypes[],
                                    void* recvbuf, Numbers recvcounts, Numbers rdispls,
                                    const MPI_Datatype recvtypes[], MPI_Comm comm) {
  Preparation p(call, Collective::neighbor_alltoallv, comm);
  CollectiveCall& c = p.call();
  c.neighbours = &neighbours_of(call, comm);
  c.receive = p.buffers(recvbuf, recvcounts, rdispls, recvtypes, sources(c), c.in, p.kReceives);
  c.send = p.buffers(sendbuf, sendcounts, sdispls, sendtypes, destinations(c), c.out, p.kSends);
  return checked(p, Collective::neighbor_alltoallv);
}

}  // namespace kasuri::mpi
