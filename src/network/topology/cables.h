// SPDX-License-Identifier: MIT
// What connects the routers of a topology.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

// A connection of two routers: a pair of channels, each the other's answer, or a channel alone.
struct Cable {
  PortRef from, to;
  bool both;
  std::uint32_t link_class;
};
// In the order of routers and ports, each once.
std::vector<Cable> cables(const Topology&);

}  // namespace kasuri
