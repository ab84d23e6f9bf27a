// SPDX-License-Identifier: MIT
#include "mpi/ranks/call_size.h"

namespace kasuri::mpi {

Bytes common_size(Collective which, const CollectiveCall& call, int ranks) {
  if (!has_common_size(which)) return {0};
  if (which == Collective::alltoall || which == Collective::neighbor_alltoall) {
    return call.out.bytes(0);
  }
  if (which == Collective::reduce_scatter_block) return call.in.bytes(0) * ranks;
  if (which != Collective::allgatherv && which != Collective::reduce_scatter) return call.bytes();
  Bytes sum{0};
  for (int i = 0; i < ranks; ++i) sum += call.in.bytes(i);
  return sum;
}

Bytes whole_buffer(Collective which, const CollectiveCall& call, int ranks) {
  switch (which) {
    case Collective::allgather: return call.in.bytes(0) * ranks;
    case Collective::alltoall: return call.out.bytes(0) * ranks;
    case Collective::reduce_scatter_block: return call.in.bytes(0) * ranks;
    default: return call.bytes();
  }
}

double bus_factor(Collective which, int ranks) {
  const double n = ranks;
  switch (which) {
    case Collective::allreduce: return 2 * (n - 1) / n;
    case Collective::allgather:
    case Collective::alltoall:
    case Collective::gather:
    case Collective::scatter:
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block: return (n - 1) / n;
    default: return 1;
  }
}

CallSize call_size(Collective which, const CollectiveCall& call, int ranks) {
  const bool reduces = which == Collective::reduce || which == Collective::allreduce;
  return {.ranks = ranks,
          .bytes = common_size(which, call, ranks),
          .elements = reduces ? call.count : CallSize::kManyElements,
          .own_operation = call.user != nullptr};
}

}  // namespace kasuri::mpi
