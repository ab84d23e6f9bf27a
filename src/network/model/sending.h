// SPDX-License-Identifier: MIT
// Whether endpoints with several links, as GPUs, can fill them.
#pragma once

#include <string>

#include "network/model/settings.h"
#include "network/net/topology.h"

namespace kasuri {

// Why not, and what would do; empty: they can, or have one link.
std::string describe_sending(const NetworkSettings&, const Topology&);

}  // namespace kasuri
