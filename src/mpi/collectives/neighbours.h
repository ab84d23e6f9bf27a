// SPDX-License-Identifier: MIT
// What algorithms of neighbourhood collectives share: which block is whose.
#pragma once

#include <cstddef>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/communicator.h"

namespace kasuri::mpi {

struct Block {
  const void* data;
  Bytes bytes;
};

// What goes to destination j: to all the same if it is an allgather.
inline Block block_for(const CollectiveCall& call, Collective which, int j) {
  const bool same = which == Collective::neighbor_allgather || which == Collective::neighbor_allgatherv;
  if (same) return {call.send, call.bytes()};
  return {offset(call.send, call.out.at(j)), call.out.bytes(j)};
}

inline bool is_other(const Team& team, int peer) { return peer >= 0 && peer != team.rank(); }

// Begins all receives from other ranks.
inline void receive_blocks(Team& team, const CollectiveCall& call, Team::Requests& requests) {
  for (const int i : call.neighbours->order) {
    const int from = call.neighbours->sources[static_cast<std::size_t>(i)];
    if (!is_other(team, from)) continue;
    requests.add(team.ireceive(from, offset(call.receive, call.in.at(i)), call.in.bytes(i)));
  }
}

// A rank that is a neighbour of its own copies what it would send itself.
inline void keep_own_blocks(Team& team, const CollectiveCall& call, Collective which) {
  const Neighbours& n = *call.neighbours;
  std::size_t j = 0;
  for (const int i : n.order) {
    if (n.sources[static_cast<std::size_t>(i)] != team.rank()) continue;
    while (j < n.destinations.size() && n.destinations[j] != team.rank()) ++j;
    if (j == n.destinations.size()) return;
    const Block b = block_for(call, which, static_cast<int>(j++));
    team.copy(b.data, offset(call.receive, call.in.at(i)), b.bytes);
  }
}

}  // namespace kasuri::mpi
