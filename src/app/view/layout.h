// SPDX-License-Identifier: MIT
// Where routers are drawn. Each family of topologies has a file; the first that accepts a network places
// it, and every network is accepted by the last one. A layout is a function of the network alone, so that
// two runs of a machine have the same picture.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/view/network.h"

namespace kasuri::view {

using Position = std::array<float, 3>;

struct Layout {
  std::string family;             // "lattice", "levels", "groups", "graph"
  std::string words;              // for people: how the picture is to be read
  std::vector<Position> at;       // of routers
  std::vector<std::uint8_t> stub; // of links: drawn as two short ends, because it wraps around
  struct Axis {
    std::string name;
    Position from, to;
    std::uint32_t extent;
  };
  std::vector<Axis> axes{};
};

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
