// SPDX-License-Identifier: MIT
// The traffic of the patterns of workload/patterns, if the ranks of one job fill all endpoints in the order
// of their numbers: for the loads of channels.
#pragma once

#include <vector>

#include "network/topology/channel_loads.h"

namespace kasuri::cli {

// Uniform traffic first, then the other patterns that fit the topology. `next-group` is given its groups
// where the topology has equal ones.
std::vector<TrafficDemand> pattern_traffic(const Topology&);

}  // namespace kasuri::cli
