// SPDX-License-Identifier: MIT
// The arguments of mgen.h's collectives: what may be NULL or in place, and for whom.
#include "mpi/api/preparation.h"

namespace kasuri::mpi {
namespace {

Prepared gather(Call& call, Collective which, const void* send, std::int64_t count, MPI_Datatype sendtype,
                void* receive, Blocks in, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  const bool is_root = p.is_root(root);
  if (p.looks_on()) return p.done();
  if (is_root) c.receive = p.buffer(receive, recvtype, p.size(), in, p.receives(send == MPI_IN_PLACE));
  if (is_root) c.in = in;
  if (is_root && p.is_between()) return p.done();
  if (is_root && send == MPI_IN_PLACE) {
    c.send = offset(c.receive, in.at(root));
    c.count = in.bytes(root).n;
    return p.done();
  }
  c.send = p.own(send, count, sendtype, p.kSends);
  if (is_root) p.check_same(c.bytes(), in.bytes(root));
  return p.done();
}

Prepared scatter(Call& call, Collective which, const void* send, Blocks out, MPI_Datatype sendtype,
                 void* receive, std::int64_t count, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  const bool is_root = p.is_root(root);
  if (p.looks_on()) return p.done();
  if (is_root) c.send = p.buffer(send, sendtype, p.size(), out, p.kSends);
  if (is_root) c.out = out;
  if (is_root && p.is_between()) return p.done();
  if (is_root && receive == MPI_IN_PLACE) {
    c.receive = const_cast<void*>(offset(c.send, out.at(root)));
    c.count = out.bytes(root).n;
    return p.done();
  }
  c.receive = p.own(receive, count, recvtype, p.kReceives);
  if (is_root) p.check_same(out.bytes(root), c.bytes());
  return p.done();
}

Prepared allgather(Call& call, Collective which, const void* send, std::int64_t count,
                   MPI_Datatype sendtype, void* receive, Blocks in, MPI_Datatype recvtype,
                   MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  c.receive = p.buffer(receive, recvtype, p.size(), in, p.receives(send == MPI_IN_PLACE));
  c.in = in;
  if (send == MPI_IN_PLACE && !p.is_between()) {
    c.send = offset(c.receive, in.at(p.me()));
    c.count = in.bytes(p.me()).n;
    return p.done();
  }
  c.send = p.own(send, count, sendtype, p.kSends);
  if (!p.is_between()) p.check_same(c.bytes(), in.bytes(p.me()));
  return p.done();
}

Prepared alltoall(Call& call, Collective which, const void* send, Blocks out, MPI_Datatype sendtype,
                  void* receive, Blocks in, MPI_Datatype recvtype, MPI_Comm comm) {
  Preparation p(call, which, comm);
  CollectiveCall& c = p.call();
  c.receive = p.buffer(receive, recvtype, p.size(), in, p.receives(send == MPI_IN_PLACE));
  c.in = in;
  if (send == MPI_IN_PLACE && !p.is_between()) {
    c.out = in;
    c.send = p.copy(c.receive, c.out);
    return p.done();
  }
  c.send = p.buffer(send, sendtype, p.size(), out, p.kSends);
  c.out = out;
  if (!p.is_between()) p.check_same(out.bytes(p.me()), in.bytes(p.me()));
  return p.done();
}

}  // namespace

Prepared prepare_barrier(Call& call, MPI_Comm comm) {
  return Preparation(call, Collective::barrier, comm).done();
}

Prepared prepare_bcast(Call& call, void* buf, int count, MPI_Datatype type, int root,
                       MPI_Comm comm) {
  Preparation p(call, Collective::bcast, comm);
  const bool is_root = p.is_root(root);
  if (!p.looks_on()) p.call().receive = p.own(buf, count, type, is_root ? p.kSends : p.kReceives);
  return p.done();
}

Prepared prepare_reduce(Call& call, const void* sendbuf, void* recvbuf, int count,
                        MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  Preparation p(call, Collective::reduce, comm);
  const bool is_root = p.is_root(root);
  if (!is_root && sendbuf == MPI_IN_PLACE) {
    call.fail_as(MPI_ERR_BUFFER, "MGEN_IN_PLACE is for the root, rank {}", root);
  }
  if (p.is_between() && is_root) sendbuf = nullptr;
  if (!p.looks_on()) p.reduction(sendbuf, recvbuf, count, type, op, is_root ? count : 0);
  return p.done();
}

Prepared prepare_allreduce(Call& call, const void* sendbuf, void* recvbuf, int count,
                           MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  Preparation p(call, Collective::allreduce, comm);
  p.reduction(sendbuf, recvbuf, count, type, op, count);
  return p.done();
}

Prepared prepare_gather(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm) {
  return gather(call, Collective::gather, sendbuf, sendcount, sendtype, recvbuf,
                {.count = recvcount}, recvtype, root, comm);
}

Prepared prepare_gatherv(Call& call, const void* sendbuf, std::int64_t sendcount, MPI_Datatype sendtype,
                         void* recvbuf, Numbers recvcounts, Numbers displs,
                         MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return gather(call, Collective::gatherv, sendbuf, sendcount, sendtype, recvbuf,
                {.counts = recvcounts, .places = displs}, recvtype, root, comm);
}

Prepared prepare_scatter(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                         void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                         MPI_Comm comm) {
  return scatter(call, Collective::scatter, sendbuf, {.count = sendcount}, sendtype, recvbuf,
                 recvcount, recvtype, root, comm);
}

Prepared prepare_scatterv(Call& call, const void* sendbuf, Numbers sendcounts,
                          Numbers displs, MPI_Datatype sendtype, void* recvbuf, std::int64_t recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return scatter(call, Collective::scatterv, sendbuf, {.counts = sendcounts, .places = displs},
                 sendtype, recvbuf, recvcount, recvtype, root, comm);
}

Prepared prepare_allgather(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                           void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return allgather(call, Collective::allgather, sendbuf, sendcount, sendtype, recvbuf,
                   {.count = recvcount}, recvtype, comm);
}

Prepared prepare_allgatherv(Call& call, const void* sendbuf, std::int64_t sendcount, MPI_Datatype sendtype,
                            void* recvbuf, Numbers recvcounts, Numbers displs,
                            MPI_Datatype recvtype, MPI_Comm comm) {
  return allgather(call, Collective::allgatherv, sendbuf, sendcount, sendtype, recvbuf,
                   {.counts = recvcounts, .places = displs}, recvtype, comm);
}

Prepared prepare_alltoall(Call& call, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                          void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return alltoall(call, Collective::alltoall, sendbuf, {.count = sendcount}, sendtype, recvbuf,
                  {.count = recvcount}, recvtype, comm);
}

Prepared prepare_alltoallv(Call& call, const void* sendbuf, Numbers sendcounts,
                           Numbers sdispls, MPI_Datatype sendtype, void* recvbuf,
                           Numbers recvcounts, Numbers rdispls, MPI_Datatype recvtype,
                           MPI_Comm comm) {
  return alltoall(call, Collective::alltoallv, sendbuf, {.counts = sendcounts, .places = sdispls},
                  sendtype, recvbuf, {.counts = recvcounts, .places = rdispls}, recvtype, comm);
}

Prepared prepare_alltoallw(Call& call, const void* sendbuf, Numbers sendcounts, Numbers sdispls,
                           const MPI_Datatype sendtypes[], void* recvbuf, Numbers recvcounts,
                           Numbers rdispls, const MPI_Datatype recvtypes[], MPI_Comm comm) {
  Preparation p(call, Collective::alltoallv, comm);
  CollectiveCall& c = p.call();
  const bool in_place = sendbuf == MPI_IN_PLACE && !p.is_between();
  c.receive = p.buffers(recvbuf, recvcounts, rdispls, recvtypes, p.size(), c.in, p.receives(in_place));
  if (in_place) {
    c.out = c.in;
    c.send = p.copy(c.receive, c.out);
    return p.done();
  }
  c.send = p.buffers(sendbuf, sendcounts, sdispls, sendtypes, p.size(), c.out, p.kSends);
  if (!p.is_between()) p.check_same(c.out.bytes(p.me()), c.in.bytes(p.me()));
  return p.done();
}

Prepared prepare_reduce_scatter(Call& call, const void* sendbuf, void* recvbuf,
                                Numbers recvcounts, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm) {
  Preparation p(call, Collective::reduce_scatter, comm);
  std::int64_t all = 0;
  for (int i = 0; i < p.own_size(); ++i) {
    if (recvcounts[i] < 0) call.fail_as(MPI_ERR_COUNT, "count {} is negative", recvcounts[i]);
    all = sum(call, all, recvcounts[i]);
  }
  p.reduction(sendbuf, recvbuf, all, type, op, recvcounts[p.me()]);
  p.call().in = {.counts = recvcounts, .element = p.call().element()};
  return p.done();
}

Prepared prepare_reduce_scatter_block(Call& call, const void* sendbuf, void* recvbuf, int recvcount,
                                      MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  Preparation p(call, Collective::reduce_scatter_block, comm);
  p.reduction(sendbuf, recvbuf, std::int64_t{recvcount} * p.own_size(), type, op, recvcount);
  p.call().in = {.count = p.call().count / p.own_size(), .element = p.call().element()};
  return p.done();
}

Prepared prepare_scan(Call& call, const void* sendbuf, void* recvbuf, int count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm) {
  Preparation p(call, Collective::scan, comm);
  p.refuse_between();
  p.reduction(sendbuf, recvbuf, count, type, op, count);
  return p.done();
}

Prepared prepare_exscan(Call& call, const void* sendbuf, void* recvbuf, int count,
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  Preparation p(call, Collective::exscan, comm);
  p.refuse_between();
  p.reduction(sendbuf, recvbuf, count, type, op, p.me() > 0 ? count : 0);
  return p.done();
}

}  // namespace kasuri::mpi
