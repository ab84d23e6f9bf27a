// SPDX-License-Identifier: MIT
// Cutting a machine into parts of equal work with few channels between them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

struct Cut {
  std::vector<std::uint16_t> owner;    // the part of each router
  std::uint32_t parts = 1;
  std::uint64_t crossing = 0;          // channels between parts
};

// Recursive coordinate bisection (Berger & Bokhari 1987): a piece is split in two across that
// coordinate of its routers, or their ids, which leaves the fewest channels between the halves. A
// router weighs as much as it has ports. More parts than routers become as many as there are routers.
Cut cut_topology(const Topology&, std::uint32_t parts);

}  // namespace kasuri
