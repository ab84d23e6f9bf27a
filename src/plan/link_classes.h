// SPDX-License-Identifier: MIT
// What the links of each class are, from [link], [link.CLASS], [nic] and the topology.
#pragma once

#include <vector>

#include "config/document.h"
#include "net/link.h"
#include "net/topology.h"
#include "plan/config.h"

namespace kasuri {

// The topology's classes of links, then the terminal links'. What the configuration says of a class
// comes before what the topology knows of it, and that before what holds for all links.
std::vector<LinkClass> link_classes(const Config&, const Topology&);
// Of the links between endpoints and their routers.
BytesPerSecond endpoint_rate(const Config&, const Topology&);
// Adds diagnostics for [link.CLASS] of classes that the topology has not, or with too small buffers.
void check_link_classes(const Config&, const Topology&, config::Document&);

}  // namespace kasuri
