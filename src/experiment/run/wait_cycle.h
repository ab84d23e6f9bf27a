// SPDX-License-Identifier: MIT
// Of packets that cannot go on: some that wait for one another in a cycle.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "network/net/topology.h"
#include "network/router/router.h"

namespace kasuri {

// Each of the packets returned wants a buffer whose first packet is the next one, the last the first
// one's. Empty if there is no such cycle among them: then somebody waits for something else.
std::vector<BlockedPacket> wait_cycle(const Topology&, std::span<const BlockedPacket>);

// One line each: "(0) → (1) vc 0: …".
std::vector<std::string> describe_cycle(const Topology&, std::span<const BlockedPacket> cycle);

}  // namespace kasuri
