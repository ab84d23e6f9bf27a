// SPDX-License-Identifier: MIT
// The network within a server of GPUs as collectives know it (mpi/ranks/server_rings.h).
#pragma once

#include <memory>
#include <span>

#include "mpi/ranks/server_rings.h"
#include "network/net/link.h"
#include "network/net/topology.h"

namespace kasuri {

// Null if its endpoints all meet at the same switches, or are too many to search. `classes`: of its links,
// by number. A link of twice the rate of others counts as two.
std::shared_ptr<const mpi::ServerLinks> links_within(const Topology& server,
                                                     std::span<const LinkClass> classes);

// What the head of a message takes at least from an endpoint to another one: `router` for each router,
// and the cables.
Time nearest_within(const Topology& server, std::span<const LinkClass> classes, Time router);

}  // namespace kasuri
