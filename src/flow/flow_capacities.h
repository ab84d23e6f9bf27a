// SPDX-License-Identifier: MIT
// What the links of a fabric have for flows.
#pragma once

#include <algorithm>
#include <vector>

#include "flow/shares.h"
#include "net/fabric.h"
#include "net/link_faults.h"

namespace kasuri {

inline BytesPerSecond slower(BytesPerSecond a, BytesPerSecond b) { return std::min(a, b); }
BytesPerSecond times(BytesPerSecond, double factor);

// Of the links between routers and NICs.
double terminal_factor(const LinkFaultTable&);

// The outputs of all routers in the order of LinkNumbers, then the links from NICs. Of links between
// routers, flows that contend have the share `efficiency`; other links are theirs.
std::vector<Shares::Capacity> flow_capacities(const Fabric&, BytesPerSecond write_rate, double efficiency,
                                              const LinkFaultTable& slow);

}  // namespace kasuri
