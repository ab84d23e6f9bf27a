// SPDX-License-Identifier: MIT
// The network within a server of GPUs as collectives know it (mpi/ranks/server_rings.h).
#pragma once

#include <memory>

#include "mpi/ranks/server_rings.h"
#include "network/net/topology.h"

namespace kasuri {

// Null if its endpoints all meet at the same switches, or are too many to search.
std::shared_ptr<const mpi::ServerLinks> links_within(const Topology& server);

}  // namespace kasuri
