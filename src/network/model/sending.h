// SPDX-License-Identifier: MIT
// Whether endpoints with several links, as GPUs, can fill them.
#pragma once

#include <cstdint>
#include <string>

#include "network/model/settings.h"
#include "network/net/topology.h"

namespace kasuri {

// How many of its links an endpoint could fill at once, where its router sends over several; else 0.
std::uint32_t links_at_once(const NetworkSettings&, const Topology&);

// Why not, and what would do; empty: they can, or have one link.
std::string describe_sending(const NetworkSettings&, const Topology&);

}  // namespace kasuri
