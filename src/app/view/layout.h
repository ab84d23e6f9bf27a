// SPDX-License-Identifier: MIT
// Where routers are drawn. Each family of topologies has a file; the first that accepts a network places
// it, and every network is accepted by the last one. A layout is a function of the network alone, so that
// two runs of a machine have the same picture.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/net/topology.h"
#include "shell/page/parts.h"

namespace kasuri::view {

// The routers and links of a machine.
Network network_of(const Topology&);

// Routers at their coordinates: tori, meshes, Tofu, stacks.
std::optional<Layout> lattice_layout(const Network&);
// Level above level: trees, multistage networks.
std::optional<Layout> levels_layout(const Network&);

// A network of levels in boxes: one for each router, or, of a large one, for a pod, which is what hangs
// together without the top level, or for several neighbouring pods, and at the top for some of its routers.
struct LevelBoxes {
  struct Box {
    std::int64_t routers = 0, first = INT64_MAX, last = 0;  // numbers of pods, or of routers at the top
  };

  explicit LevelBoxes(const Network&);

  std::uint32_t lowest = 0;
  std::vector<std::vector<Box>> levels;     // from the lowest one
  std::vector<std::uint32_t> level, index;  // of each router: its level from there, its box within that
  std::int64_t pods = 0;                    // 0: a box for each router
};

// How many planes of a lattice are beside each other, so that the picture is a little wider than high.
std::int64_t plane_columns(std::int64_t across, std::int64_t down, std::int64_t planes);

// Groups on a ring: dragonflies.
std::optional<Layout> groups_layout(const Network&);
// From distances.
Layout graph_layout(const Network&);

Layout place(const Network&);

}  // namespace kasuri::view
