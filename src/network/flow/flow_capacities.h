// SPDX-License-Identifier: MIT
// Capacities of the links of a machine for flows, in bytes per second.
#pragma once

#include <algorithm>
#include <vector>

#include "network/flow/shares.h"
#include "network/net/machine_part.h"
#include "network/net/link_faults.h"

namespace kasuri {

inline BytesPerSecond slower(BytesPerSecond a, BytesPerSecond b) { return std::min(a, b); }
BytesPerSecond times(BytesPerSecond, double factor);

// Share of their rate that slow links between routers and NICs keep (faults.degraded); 1: all of it.
double terminal_factor(const LinkFaultTable&);

// In the order of LinkNumbers the outputs of all routers, then the links from NICs. `write_rate`: at which
// a NIC writes to memory. `efficiency`: the share, 0 to 1, of the rate of a link between routers that
// contending flows get together; of other links they get all.
std::vector<Shares::Capacity> flow_capacities(const MachinePart&, BytesPerSecond write_rate,
                                              double efficiency, const LinkFaultTable& slow);

}  // namespace kasuri
