// SPDX-License-Identifier: MIT
// mgen.h: collective operations. Arguments are checked and put into a CollectiveCall; then the
// operation runs at once, beside the program, or is kept for later.
#include <memory>

#include "mpi/collective_tag.h"
#include "mpi/mgen_collectives.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Prepared;

namespace kasuri::mpi {

int run(Call& call, const Prepared& p) {
  p.take_packing_time(call);
  const std::unique_ptr<PackedCall> packing(p.packing);
  World& world = call.world();
  const std::int32_t tag = world.enter_collective(
      call.strand(), *p.comm, static_cast<std::uint32_t>(p.which), hash_of(p.which, p.call));
  {
    Team team(world, call.strand(), *p.comm, tag);
    world.run_call(team, p.which, p.call, packing.get());
  }
  world.leave_collective(call.strand());
  if (Recorder* r = world.recorder()) [[unlikely]] {
    r->collective(call.rank(), *p.comm, p.which, p.call, nullptr);
  }
  return MGEN_SUCCESS;
}

Handle begin(Call& call, const Prepared& p, std::optional<std::uint32_t> persistent) {
  p.take_packing_time(call);
  const Handle begun = call.world().start_collective(call.strand(), *p.comm, p.which, p.call, p.packing,
                                                     persistent);
  if (Recorder* r = call.world().recorder()) [[unlikely]] {
    r->collective(call.rank(), *p.comm, p.which, p.call, begun);
  }
  return begun;
}

}  // namespace kasuri::mpi

extern "C" {

int MGEN_Barrier(MGEN_Comm comm) {
  Call call("MGEN_Barrier");
  return run(call, mpi::prepare_barrier(call, comm));
}
int MGEN_Ibarrier(MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ibarrier");
  return start(call, mpi::prepare_barrier(call, comm), request);
}
int MGEN_Barrier_init(MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Barrier_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_barrier(c, comm);
  });
}

int MGEN_Bcast(void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm) {
  Call call("MGEN_Bcast");
  return run(call, mpi::prepare_bcast(call, buf, count, type, root, comm));
}
int MGEN_Ibcast(void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm,
                MGEN_Request* request) {
  Call call("MGEN_Ibcast");
  return start(call, mpi::prepare_bcast(call, buf, count, type, root, comm), request);
}
int MGEN_Bcast_init(void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm, MGEN_Info,
                    MGEN_Request* request) {
  Call call("MGEN_Bcast_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_bcast(c, buf, count, type, root, comm);
  });
}

int MGEN_Reduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                int root, MGEN_Comm comm) {
  Call call("MGEN_Reduce");
  return run(call, mpi::prepare_reduce(call, sendbuf, recvbuf, count, type, op, root, comm));
}
int MGEN_Ireduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                 int root, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ireduce");
  return start(call, mpi::prepare_reduce(call, sendbuf, recvbuf, count, type, op, root, comm),
                     request);
}
int MGEN_Reduce_init(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                     int root, MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Reduce_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_reduce(c, sendbuf, recvbuf, count, type, op, root, comm);
  });
}

int MGEN_Allreduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm) {
  Call call("MGEN_Allreduce");
  return run(call, mpi::prepare_allreduce(call, sendbuf, recvbuf, count, type, op, comm));
}
int MGEN_Iallreduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                    MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iallreduce");
  return start(call, mpi::prepare_allreduce(call, sendbuf, recvbuf, count, type, op, comm),
                     request);
}
int MGEN_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type,
                        MGEN_Op op, MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Allreduce_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_allreduce(c, sendbuf, recvbuf, count, type, op, comm);
  });
}

int MGEN_Gather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm) {
  Call call("MGEN_Gather");
  return run(call, mpi::prepare_gather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                   recvtype, root, comm));
}
int MGEN_Igather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                 int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                 MGEN_Request* request) {
  Call call("MGEN_Igather");
  return start(call, mpi::prepare_gather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                     recvtype, root, comm), request);
}
int MGEN_Gather_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                     int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm, MGEN_Info,
                     MGEN_Request* request) {
  Call call("MGEN_Gather_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
           comm);
  });
}

int MGEN_Gatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                 MGEN_Comm comm) {
  Call call("MGEN_Gatherv");
  return run(call, mpi::prepare_gatherv(call, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                   displs, recvtype, root, comm));
}
int MGEN_Igatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                  const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                  MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Igatherv");
  return start(call, mpi::prepare_gatherv(call, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                     displs, recvtype, root, comm), request);
}
int MGEN_Gatherv_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                      const int recvcounts[], const int displs[], MGEN_Datatype recvtype, int root,
                      MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Gatherv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_gatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
           recvtype, root, comm);
  });
}

int MGEN_Scatter(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                 int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm) {
  Call call("MGEN_Scatter");
  return run(call, mpi::prepare_scatter(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                   recvtype, root, comm));
}
int MGEN_Iscatter(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                  int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm,
                  MGEN_Request* request) {
  Call call("MGEN_Iscatter");
  return start(call, mpi::prepare_scatter(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                     recvtype, root, comm), request);
}
int MGEN_Scatter_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                      int recvcount, MGEN_Datatype recvtype, int root, MGEN_Comm comm, MGEN_Info,
                      MGEN_Request* request) {
  Call call("MGEN_Scatter_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
           comm);
  });
}

int MGEN_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MGEN_Datatype sendtype, void* recvbuf, int recvcount, MGEN_Datatype recvtype,
                  int root, MGEN_Comm comm) {
  Call call("MGEN_Scatterv");
  return run(call, mpi::prepare_scatterv(call, sendbuf, sendcounts, displs, sendtype, recvbuf,
                   recvcount, recvtype, root, comm));
}
int MGEN_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                   MGEN_Datatype sendtype, void* recvbuf, int recvcount, MGEN_Datatype recvtype,
                   int root, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iscatterv");
  return start(call, mpi::prepare_scatterv(call, sendbuf, sendcounts, displs, sendtype, recvbuf,
                     recvcount, recvtype, root, comm), request);
}
int MGEN_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[],
                       MGEN_Datatype sendtype, void* recvbuf, int recvcount, MGEN_Datatype recvtype,
                       int root, MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Scatterv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_scatterv(c, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
           recvtype, root, comm);
  });
}

int MGEN_Allgather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                   int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Allgather");
  return run(call, mpi::prepare_allgather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                   recvtype, comm));
}
int MGEN_Iallgather(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                    int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iallgather");
  return start(call, mpi::prepare_allgather(call, sendbuf, sendcount, sendtype, recvbuf,
                     recvcount, recvtype, comm), request);
}
int MGEN_Allgather_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                        int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info,
                        MGEN_Request* request) {
  Call call("MGEN_Allgather_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
           comm);
  });
}

int MGEN_Allgatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                    MGEN_Comm comm) {
  Call call("MGEN_Allgatherv");
  return run(call, mpi::prepare_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
                   recvcounts, displs, recvtype, comm));
}
int MGEN_Iallgatherv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                     MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iallgatherv");
  return start(call, mpi::prepare_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
                     recvcounts, displs, recvtype, comm), request);
}
int MGEN_Allgatherv_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                         const int recvcounts[], const int displs[], MGEN_Datatype recvtype,
                         MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Allgatherv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
           recvtype, comm);
  });
}

int MGEN_Alltoall(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                  int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Alltoall");
  return run(call, mpi::prepare_alltoall(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                   recvtype, comm));
}
int MGEN_Ialltoall(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                   int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ialltoall");
  return start(call, mpi::prepare_alltoall(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                     recvtype, comm), request);
}
int MGEN_Alltoall_init(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                       int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info,
                       MGEN_Request* request) {
  Call call("MGEN_Alltoall_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_alltoall(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
           comm);
  });
}

int MGEN_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                   const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Alltoallv");
  return run(call, mpi::prepare_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                   recvcounts, rdispls, recvtype, comm));
}
int MGEN_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                    const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm,
                    MGEN_Request* request) {
  Call call("MGEN_Ialltoallv");
  return start(call, mpi::prepare_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                     recvcounts, rdispls, recvtype, comm), request);
}
int MGEN_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        MGEN_Datatype sendtype, void* recvbuf, const int recvcounts[],
                        const int rdispls[], MGEN_Datatype recvtype, MGEN_Comm comm, MGEN_Info,
                        MGEN_Request* request) {
  Call call("MGEN_Alltoallv_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
  return mpi::prepare_alltoallv(c, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
           rdispls, recvtype, comm);
  });
}

int MGEN_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm) {
  Call call("MGEN_Alltoallw");
  return run(call, mpi::prepare_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                          recvcounts, rdispls, recvtypes, comm));
}
int MGEN_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                    const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm,
                    MGEN_Request* request) {
  Call call("MGEN_Ialltoallw");
  return start(call, mpi::prepare_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                            recvcounts, rdispls, recvtypes, comm), request);
}
int MGEN_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        const MGEN_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                        const int rdispls[], const MGEN_Datatype recvtypes[], MGEN_Comm comm, MGEN_Info,
                        MGEN_Request* request) {
  Call call("MGEN_Alltoallw_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_alltoallw(c, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                  rdispls, recvtypes, comm);
  });
}

int MGEN_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm) {
  Call call("MGEN_Reduce_scatter");
  return run(call, mpi::prepare_reduce_scatter(call, sendbuf, recvbuf, recvcounts, type, op, comm));
}
int MGEN_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                         MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Ireduce_scatter");
  return start(call, mpi::prepare_reduce_scatter(call, sendbuf, recvbuf, recvcounts, type, op,
                     comm), request);
}
int MGEN_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
                             MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Info,
                             MGEN_Request* request) {
  Call call("MGEN_Reduce_scatter_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_reduce_scatter(c, sendbuf, recvbuf, recvcounts, type, op, comm);
  });
}

int MGEN_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MGEN_Datatype type,
                              MGEN_Op op, MGEN_Comm comm) {
  Call call("MGEN_Reduce_scatter_block");
  return run(call, mpi::prepare_reduce_scatter_block(call, sendbuf, recvbuf, recvcount, type, op,
                   comm));
}
int MGEN_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                               MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm,
                               MGEN_Request* request) {
  Call call("MGEN_Ireduce_scatter_block");
  return start(call, mpi::prepare_reduce_scatter_block(call, sendbuf, recvbuf, recvcount, type,
                     op, comm), request);
}
int MGEN_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount,
                                   MGEN_Datatype type, MGEN_Op op, MGEN_Comm comm, MGEN_Info,
                                   MGEN_Request* request) {
  Call call("MGEN_Reduce_scatter_block_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);
  });
}

int MGEN_Scan(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
              MGEN_Comm comm) {
  Call call("MGEN_Scan");
  return run(call, mpi::prepare_scan(call, sendbuf, recvbuf, count, type, op, comm));
}
int MGEN_Iscan(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
               MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iscan");
  return start(call, mpi::prepare_scan(call, sendbuf, recvbuf, count, type, op, comm), request);
}
int MGEN_Scan_init(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Scan_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_scan(c, sendbuf, recvbuf, count, type, op, comm);
  });
}

int MGEN_Exscan(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                MGEN_Comm comm) {
  Call call("MGEN_Exscan");
  return run(call, mpi::prepare_exscan(call, sendbuf, recvbuf, count, type, op, comm));
}
int MGEN_Iexscan(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                 MGEN_Comm comm, MGEN_Request* request) {
  Call call("MGEN_Iexscan");
  return start(call, mpi::prepare_exscan(call, sendbuf, recvbuf, count, type, op, comm), request);
}
int MGEN_Exscan_init(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                     MGEN_Comm comm, MGEN_Info, MGEN_Request* request) {
  Call call("MGEN_Exscan_init");
  return mpi::keep(call, comm, request, [=](Call& c) {
    return mpi::prepare_exscan(c, sendbuf, recvbuf, count, type, op, comm);
  });
}

}  // extern "C"
