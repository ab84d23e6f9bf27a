// SPDX-License-Identifier: MIT
// A topology as text that other programs read, and that the topology `graph` reads back: routers
// with their endpoints, links with class, ports, rate and latency.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "network/net/link.h"
#include "network/net/topology.h"
#include "network/topology/cables.h"

namespace kasuri {

// `links` are the topology's classes in their order; what follows is not looked at.
std::string to_dot(const Topology&, std::span<const LinkClass> links);
std::string to_edge_list(const Topology&, std::span<const LinkClass> links);
// {"routers": [...], "links": [...]}.
nlohmann::ordered_json to_json(const Topology&, std::span<const LinkClass> links);

}  // namespace kasuri
