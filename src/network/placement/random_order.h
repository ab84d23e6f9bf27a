// SPDX-License-Identifier: MIT
// What the random placements share (RDN, RDR, RDG): sets of nodes in an order drawn
// from the placement's own seed, or else from the run's.
#pragma once

#include <utility>
#include <vector>

#include "network/placement/placement.h"

namespace kasuri {

// The first nodes of the sets, as many as the job wants.
inline std::vector<NodeId> in_random_order(std::vector<NodeSet> sets, const RandomOrderParams& p,
                                           const PlacementContext& c) {
  shuffle(sets, p.seed ? static_cast<std::uint64_t>(*p.seed) : c.seed, c.job, kPlacementStream);
  return first_nodes(sets, c.count);
}

}  // namespace kasuri
