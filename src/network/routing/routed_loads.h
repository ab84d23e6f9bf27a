// SPDX-License-Identifier: MIT
// The loads of channels under one oblivious routing algorithm: each pair's messages follow the paths on
// which routers would send them, in the shares of its spread (Dally & Towles 2004, section 3.3). A routing
// that decides by the lengths of queues has no such loads.
#pragma once

#include <span>

#include "network/net/routing.h"
#include "network/topology/channel_loads.h"

namespace kasuri {

// `seed`: of paths that are selected by flow. Patterns with more than about `most` channels on all their
// paths together have no value. Random paths that are too many are sampled; loads are then not exact.
RoutedLoads routed_loads(const ChannelGraph&, const Topology&, const Routing&,
                         std::span<const TrafficDemand>, double nic_rate, std::uint64_t seed,
                         std::uint64_t most = 100'000'000);

}  // namespace kasuri
