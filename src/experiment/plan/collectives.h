// SPDX-License-Identifier: MIT
// Settings of collective operations that do not fit the machine, or each other.
#pragma once

#include "base/config/document.h"
#include "network/net/topology.h"
#include "experiment/plan/config.h"

namespace kasuri {

// Adds diagnostics and notes.
void check_collectives(const Config&, const Topology&, config::Section root);

// Sets what depends on the machine, where the configuration does not: GPUs run NCCL, which predicts by the
// rates of the machine; else Open MPI decides, since of its decisions most is known (docs/libraries.md).
void complete_collectives(Config&, const Topology&);
// Of a server's NIC, with all its ports; unlimited: the machine has no servers with NICs.
BytesPerSecond rate_of_nic(const Config&, const Topology&);
// GPUs of a server; 1: the machine has none.
std::uint32_t gpus_per_server(const Config&, const Topology&);

}  // namespace kasuri
