// SPDX-License-Identifier: MIT
// Settings of collective operations that do not fit the machine, or each other.
#pragma once

#include "base/config/document.h"
#include "network/net/topology.h"
#include "experiment/plan/config.h"

namespace kasuri {

// Adds diagnostics and notes.
void check_collectives(const Config&, const Topology&, config::Section root);

}  // namespace kasuri
