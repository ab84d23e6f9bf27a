// SPDX-License-Identifier: MIT
// New communicators (MPI 4.1, section 7.4). Each is made by messages among the ranks that make it,
// which agree on its context; what each member then knows it has computed itself.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective_tag.h"

namespace kasuri::mpi {

inline constexpr std::int32_t kUndefinedColour = -32766;  // MPI_UNDEFINED

// What a split moves: of each member to the first, and from there its share back; then the lists of groups
// that are no formula.
inline constexpr std::int64_t kSplitWish = 12, kSplitShare = 24;

// All members of `parent` call. Owned by the calling rank; null: it is no member.
Communicator* duplicate(Caller&, Communicator& parent);
// Goes on beside the program; the communicator is pending until the request is complete.
std::pair<Communicator*, Handle> start_duplicate(Caller&, Communicator& parent);
Communicator* split(Caller&, Communicator& parent, std::int32_t colour, std::int32_t key);
// With the given members (ranks of the machine) in this order; all of `parent` call, and members of
// the same group give the same one.
Communicator* create(Caller&, Communicator& parent, const Group&, Making = Making::create);
// An edge of a graph whose vertices are the ranks of a communicator.
struct Edge {
  std::int32_t from, to, weight;
};
// All of `parent` call, each with some edges; each gets those that begin or end at itself, in the order of
// the ranks that gave them. Takes P log P messages of all edges that are on their way.
std::vector<Edge> deal_out(Caller&, Communicator& parent, const std::vector<Edge>&);
// Only the members call; `tag` keeps calls of overlapping groups apart.
Communicator* create_among(Caller&, Communicator& parent, const Group&, std::int32_t tag);

// Intercommunicators (intercommunicators.cpp). `peer` and the other leader's rank in it matter at the
// leader.
Communicator* join_groups(Caller&, Communicator& local, int leader, Communicator* peer, int remote_leader,
                          int tag);
Communicator* duplicate_between(Caller&, Communicator&);
Communicator* merge(Caller&, Communicator&, bool high);
// Null: the rank, or all of the other group, is not in it.
Communicator* create_between(Caller&, Communicator&, const Group& own);
Communicator* split_between(Caller&, Communicator&, std::int32_t colour, std::int32_t key);

}  // namespace kasuri::mpi
