// SPDX-License-Identifier: MIT
// Where routers are drawn. Each family of topologies has a file; the first that accepts a network places
// it, and every network is accepted by the last one. A layout is a function of the network alone, so that
// two runs of a machine have the same picture.
#pragma once

#include <optional>

#include "network/net/topology.h"
#include "shell/page/parts.h"

namespace kasuri::view {

// The routers and links of a machine.
Network network_of(const Topology&);

// Routers at their coordinates: tori, meshes, Tofu, stacks.
std::optional<Layout> lattice_layout(const Network&);
// Level above level: trees, multistage networks.
std::optional<Layout> levels_layout(const Network&);
// Groups on a ring: dragonflies.
std::optional<Layout> groups_layout(const Network&);
// From distances.
Layout graph_layout(const Network&);

Layout place(const Network&);

}  // namespace kasuri::view
