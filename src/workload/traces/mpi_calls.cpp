// SPDX-License-Identifier: MIT
#include "workload/traces/mpi_calls.h"

#include <algorithm>
#include <array>
#include <string>

namespace kasuri::trace {
namespace {

constexpr std::array<std::string_view, 21> kCollectiveCalls{
    "Bcast", "Reduce", "Allreduce", "Gather", "Gatherv", "Scatter", "Scatterv", "Allgather", "Allgatherv",
    "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter", "Reduce_scatter_block", "Scan", "Exscan",
    "Neighbor_allgather", "Neighbor_allgatherv", "Neighbor_alltoall", "Neighbor_alltoallv",
    "Neighbor_alltoallw"};
constexpr std::array<std::string_view, 16> kMessageCalls{
    "Send", "Ssend", "Rsend", "Bsend", "Isend", "Issend", "Irsend", "Ibsend", "Recv", "Irecv", "Sendrecv",
    "Sendrecv_replace", "Isendrecv", "Isendrecv_replace", "Start", "Startall"};
constexpr std::array<std::string_view, 14> kSizedCalls{
    "Mrecv", "Imrecv", "Psend_init", "Precv_init", "Put", "Get", "Accumulate", "Get_accumulate",
    "Fetch_and_op", "Compare_and_swap", "Rput", "Rget", "Raccumulate", "Rget_accumulate"};
constexpr std::array<std::string_view, 44> kUnsizedCalls{
    "Barrier", "Ibarrier", "Comm_dup", "Comm_dup_with_info", "Comm_idup", "Comm_idup_with_info",
    "Comm_split", "Comm_split_type", "Comm_create", "Comm_create_group", "Comm_create_from_group",
    "Comm_accept", "Comm_connect", "Comm_join", "Comm_disconnect", "Intercomm_create",
    "Intercomm_create_from_groups", "Intercomm_merge", "Cart_create", "Cart_sub", "Graph_create",
    "Dist_graph_create", "Dist_graph_create_adjacent", "Win_create", "Win_allocate", "Win_allocate_shared",
    "Win_create_dynamic", "Win_free", "Win_fence", "Win_post", "Win_start", "Win_complete", "Win_wait",
    "Win_lock", "Win_unlock", "Win_lock_all", "Win_unlock_all", "Win_flush", "Win_flush_all",
    "File_open", "File_close", "File_set_size", "File_set_view", "File_sync"};
constexpr std::array<std::string_view, 4> kWaitCalls{"Wait", "Waitall", "Waitany", "Waitsome"};
// And all that begin with these.
constexpr std::array<std::string_view, 5> kSizedBeginnings{"Comm_spawn", "File_read", "File_write",
                                                           "File_iread", "File_iwrite"};

template <std::size_t N>
bool has(const std::array<std::string_view, N>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

}  // namespace

MpiCall kind_of_call(std::string_view name) {
  for (const std::string_view prefix : {"MPI_", "MGEN_"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  if (name.ends_with("_c")) name.remove_suffix(2);
  if (has(kMessageCalls, name)) return MpiCall::message;
  if (has(kUnsizedCalls, name)) return MpiCall::unsized;
  if (has(kWaitCalls, name)) return MpiCall::wait;
  if (has(kSizedCalls, name) || has(kCollectiveCalls, name)) return MpiCall::sized;
  if (std::ranges::any_of(kSizedBeginnings, [&](std::string_view s) { return name.starts_with(s); })) {
    return MpiCall::sized;
  }
  if (name.size() < 2 || name[0] != 'I') return MpiCall::other;
  std::string blocking(name.substr(1));  // of INAME
  if (blocking[0] >= 'a' && blocking[0] <= 'z') blocking[0] = static_cast<char>(blocking[0] - 'a' + 'A');
  return has(kCollectiveCalls, blocking) ? MpiCall::sized : MpiCall::other;
}

}  // namespace kasuri::trace
