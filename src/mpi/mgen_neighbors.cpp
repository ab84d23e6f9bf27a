// SPDX-License-Identifier: MIT
// mgen.h: neighbourhood collectives, as the others: arguments are checked and decoded, then the operation
// runs at once, beside the program, or is kept for later.
#include "mpi/mgen_collectives.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Collective;

extern "C" {

int MGEN_Neighbor_allgather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                            void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Neighbor_allgather");
  return mpi::run(call, mpi::prepare_neighbor_allgather(call, Collective::neighbor_allgather,
                                                        sendbuf, sendcount, sendtype, recvbuf,
                                                        {.count = recvcount}, recvtype, comm));
}
int MGEN_Ineighbor_allgather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                             void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm,
                             MGEN_Request* request) {
  Call call("MGEN_Ineighbor_allgather");
  return mpi::start(call, mpi::prepare_neighbor_allgather(call, Collective::neighbor_allgather,
                                                          sendbuf, sendcount, sendtype, recvbuf,
                                                          {.count = recvcount}, recvtype,
                                                          comm),
                    request);
}
int MGEN_Neighbor_allgather_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                                 void* recvbuf, int recvcount, MGEN_Datatype recvtype,
                                 MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Neighbor_allgather_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_neighbor_allgather(c, Collective::neighbor_allgather, sendbuf, sendcount,
                                           sendtype, recvbuf, {.count = recvcount}, recvtype, comm);
  });
}

int MGEN_Neighbor_allgatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                             void* recvbuf, const int recvcounts[], const int displs[],
                             MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Neighbor_allgatherv");
  return mpi::run(call, mpi::prepare_neighbor_allgather(call, Collective::neighbor_allgatherv,
                                                        sendbuf, sendcount, sendtype, recvbuf,
                                                        {.counts = recvcounts, .places = displs},
                                                        recvtype, comm));
}
int MGEN_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                              void* recvbuf, const int recvcounts[], const int displs[],
                              MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ineighbor_allgatherv");
  return mpi::start(call, mpi::prepare_neighbor_allgather(call, Collective::neighbor_allgatherv,
                                                          sendbuf, sendcount, sendtype, recvbuf,
                                                          {.counts = recvcounts, .places = displs},
                                                          recvtype,
                                                          comm),
                    request);
}
int MGEN_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                                  void* recvbuf, const int recvcounts[], const int displs[],
                                  MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info,
                                  MGEN_Request* request) {
  Call call("MGEN_Neighbor_allgatherv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_neighbor_allgather(c, Collective::neighbor_allgatherv, sendbuf, sendcount,
                                           sendtype, recvbuf, {.counts = recvcounts,
                                           .places = displs}, recvtype, comm);
  });
}

int MGEN_Neighbor_alltoall(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                           void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Neighbor_alltoall");
  return mpi::run(call, mpi::prepare_neighbor_alltoall(call, Collective::neighbor_alltoall, sendbuf,
                                                       {.count = sendcount}, sendtype, recvbuf,
                                                       {.count = recvcount}, recvtype, comm));
}
int MGEN_Ineighbor_alltoall(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                            void* recvbuf, int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm,
                            MGEN_Request* request) {
  Call call("MGEN_Ineighbor_alltoall");
  return mpi::start(call, mpi::prepare_neighbor_alltoall(call, Collective::neighbor_alltoall,
                                                         sendbuf, {.count = sendcount}, sendtype,
                                                         recvbuf, {.count = recvcount}, recvtype,
                                                         comm),
                    request);
}
int MGEN_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype,
                                void* recvbuf, int recvcount, MGEN_Datatype recvtype,
                                MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Neighbor_alltoall_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_neighbor_alltoall(c, Collective::neighbor_alltoall, sendbuf,
                                          {.count = sendcount}, sendtype, recvbuf,
                                          {.count = recvcount}, recvtype, comm);
  });
}

int MGEN_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                            MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                            const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Neighbor_alltoallv");
  return mpi::run(call, mpi::prepare_neighbor_alltoall(call, Collective::neighbor_alltoallv,
                                                       sendbuf, {.counts = sendcounts,
                                                       .places = sdispls}, sendtype, recvbuf,
                                                       {.counts = recvcounts, .places = rdispls},
                                                       recvtype, comm));
}
int MGEN_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                             MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                             const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                             MGEN_Request* request) {
  Call call("MGEN_Ineighbor_alltoallv");
  return mpi::start(call, mpi::prepare_neighbor_alltoall(call, Collective::neighbor_alltoallv,
                                                         sendbuf, {.counts = sendcounts,
                                                         .places = sdispls}, sendtype, recvbuf,
                                                         {.counts = recvcounts, .places = rdispls},
                                                         recvtype,
                                                         comm),
                    request);
}
int MGEN_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                 MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                 const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                                 MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Neighbor_alltoallv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_neighbor_alltoall(c, Collective::neighbor_alltoallv, sendbuf,
                                          {.counts = sendcounts, .places = sdispls}, sendtype,
                                          recvbuf, {.counts = recvcounts, .places = rdispls},
                                          recvtype, comm);
  });
}

int MGEN_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MGEN_Aint sdispls[],
                            const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                            const MGEN_Aint rdispls[], const MGEN_Datatype recvtypes[],
                            MGEN_Comm comm) {
  Call call("MGEN_Neighbor_alltoallw");
  return mpi::run(call, mpi::prepare_neighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
                                                        sendtypes, recvbuf, recvcounts, rdispls,
                                                        recvtypes, comm));
}
int MGEN_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MGEN_Aint sdispls[],
                             const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                             const MGEN_Aint rdispls[], const MGEN_Datatype recvtypes[],
                             MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ineighbor_alltoallw");
  return mpi::start(call, mpi::prepare_neighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
                                                          sendtypes, recvbuf, recvcounts, rdispls,
                                                          recvtypes,
                                                          comm),
                    request);
}
int MGEN_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
                                 const MGEN_Aint sdispls[], const MGEN_Datatype sendtypes[],
                                 void* recvbuf, const int recvcounts[], const MGEN_Aint rdispls[],
                                 const MGEN_Datatype recvtypes[], MGEN_Comm comm, MGEN_Info,
                                 MGEN_Request* request) {
  Call call("MGEN_Neighbor_alltoallw_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_neighbor_alltoallw(c, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                           recvcounts, rdispls, recvtypes, comm);
  });
}

}  // extern "C"
