// SPDX-License-Identifier: MIT
// The switches and hosts of one part of an Ethernet.
#pragma once

#include <memory>

#include "network/model/network_model.h"

namespace kasuri {

// `between`: the lookahead of all links between switches.
std::unique_ptr<NetworkPart> ethernet_part(const PartContext&, Time between);

}  // namespace kasuri
