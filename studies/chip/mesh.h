// SPDX-License-Identifier: MIT
// What every structure is compared with: the 2-D mesh of packet switches, one for each server.
#pragma once

#include <span>
#include <vector>

#include "studies/chip/demand.h"
#include "studies/chip/energy.h"

namespace kasuri::chip {

enum class MeshPath : std::uint8_t { row_first, column_first, dijkstra };

class Mesh {
 public:
  // For the servers of this structure: each stands where it stood, seen from above and with unused
  // rows and columns left out; if two share a column, all stand in reading order on the least
  // square that has room.
  Mesh(const Structure&, double link_mm);

  const Structure& structure() const { return structure_; }

  // All paths of a mesh that have the fewest hops cost the same. Dijkstra's algorithm takes, among equal
  // predecessors, the switch with the lowest number: so the path keeps to the upper of the two rows and
  // changes rows in the column of the lower end.
  Path path(const Demand&, MeshPath) const;
  std::int64_t cost(const Demand&, const Costs&) const;

 private:
  static std::vector<Place> spots(const Structure&, Grid&);

  Grid grid_;
  std::vector<Place> spots_;  // of each server; z is 0
  Structure structure_;
};

}  // namespace kasuri::chip
