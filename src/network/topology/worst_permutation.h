// SPDX-License-Identifier: MIT
// The permutation of routers that a network carries worst if packets take shortest paths in equal shares
// (Towles & Dally, "Worst-case traffic for oblivious routing functions", SPAA 2002). For one channel, it is
// the matching of sources and destinations of the largest weight, where a pair weighs what it puts on the
// channel; the worst channel limits the network. No other traffic in which no endpoint sends or receives
// more than its rate loads a channel more, if all routers with endpoints have equally many.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/topology/channel_loads.h"

namespace kasuri {

struct WorstPermutation {
  double saturation = 1;           // share of the NICs' rate, as in LoadSummary
  std::size_t channel = 0;         // that is full
  std::vector<std::uint32_t> to;   // by router; those without endpoints: themselves
  bool exact = true;               // false: another permutation may be worse
};

// Nothing for networks of more than some thousand routers, or with one router.
std::optional<WorstPermutation> worst_permutation(const ChannelGraph&, double nic_rate);

}  // namespace kasuri
