// SPDX-License-Identifier: MIT
// What the links of each class are, from [link], [link.CLASS], [nic] and the topology.
#pragma once

#include <string>
#include <vector>

#include "base/config/document.h"
#include "network/net/link.h"
#include "network/net/topology.h"
#include "network/model/settings.h"

namespace kasuri {

// The topology's classes of links, then the terminal links'. What the configuration says of a class
// comes before what the topology knows of it, and that before what holds for all links.
std::vector<LinkClass> link_classes(const NetworkSettings&, const Topology&);
// Of the links between endpoints and their routers: nic.link_rate, else what the topology says, else
// link.rate. A GPU or core of a server (network/topology/hierarchy.h) sends over all its links at once; so
// there it is the rate of these together, if that is more.
BytesPerSecond endpoint_rate(const NetworkSettings&, const Topology&);
// What has room for less is no input buffer: a packet, or a flit where routers take packets flit by flit.
Bytes least_input_buffer(const NetworkSettings&);
// Why `size` is less.
std::string too_small_a_buffer(const NetworkSettings&, Bytes size);
// Adds diagnostics for [link.CLASS] of classes that the topology has not, or with too small buffers.
void check_link_classes(const NetworkSettings&, const Topology&, config::Document&);

}  // namespace kasuri
