// SPDX-License-Identifier: MIT
// How far apart the routers of a topology are, in channels.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

inline constexpr std::uint32_t kUnreachable = UINT32_MAX;

// From one router to all, by breadth-first search; kUnreachable where no path leads.
std::vector<std::uint32_t> distances_from(const Topology&, RouterId);

struct DistanceSummary {
  std::uint32_t diameter = 0;
  double mean = 0;     // over ordered pairs of different routers, or of those with endpoints
  bool exact = true;   // false: searched from some routers only, the diameter is a lower bound
};

// In closed form for lattices; else by searches from all routers, or from evenly spread ones if
// all would take more than about a second.
DistanceSummary summarize_distances(const Topology&);
// The same between the routers that have endpoints.
DistanceSummary summarize_terminal_distances(const Topology&);

}  // namespace kasuri
