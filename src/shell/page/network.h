// SPDX-License-Identifier: MIT
// A network as the viewer draws it: routers with coordinates, the links between them, and the router of
// each node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stats/hdf5.h"

namespace kasuri::view {

struct Network {
  std::string title;  // "torus 8x8x8"
  std::string type;   // "torus"; empty: unknown
  std::uint32_t routers = 0;
  std::uint32_t dimensions = 0;            // of coordinates
  std::vector<std::uint32_t> coordinates;  // of each router
  // Links between routers.
  std::vector<std::uint32_t> from, to;
  std::vector<std::uint8_t> link_class;
  std::vector<std::uint32_t> row;  // of each: its row in the table of links, which also has those to NICs
  std::vector<std::string> classes;
  std::vector<std::uint32_t> node_router;

  // From the tables of a run. Throws Error(Exit::usage) if a link leads to a router that does not exist.
  static Network of(const Hdf5Reader&);

  std::uint32_t at(std::uint32_t router, std::uint32_t dimension) const {
    return coordinates[std::size_t{router} * dimensions + dimension];
  }
  std::uint32_t extent(std::uint32_t dimension) const;
  // Links of router r are neighbours[first[r]] to neighbours[first[r + 1]].
  struct Adjacency {
    std::vector<std::uint32_t> first, neighbours;
  };
  Adjacency adjacency() const;
};

}  // namespace kasuri::view
