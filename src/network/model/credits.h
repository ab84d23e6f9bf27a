// SPDX-License-Identifier: MIT
// How much the links of a configuration can carry with the buffers behind them (credit_loop.h).
#pragma once

#include <vector>

#include "network/model/settings.h"
#include "network/net/link.h"
#include "network/net/topology.h"

namespace kasuri {

// The topology's classes of links, then those from NICs to routers, then those from routers to NICs.
std::vector<CreditLimit> credit_limits(const NetworkSettings&, const Topology&);
// Of these the ones that carry less than their rate; none where nobody waits for buffers.
std::vector<CreditLimit> throttled(const NetworkSettings&, const Topology&);

}  // namespace kasuri
