// SPDX-License-Identifier: MIT
// Cartesian topologies (MPI 4.1, section 8.5): row-major numbers, no messages; and who is a neighbour in
// them, and in graphs.
#include <numeric>

#include "mpi/communicator.h"
#include "mpi/request.h"

namespace kasuri::mpi {

std::vector<int> Cartesian::coordinates(int rank) const {
  std::vector<int> c(extents.size());
  for (std::size_t d = extents.size(); d-- > 0; rank /= extents[d]) c[d] = rank % extents[d];
  return c;
}

int Cartesian::rank_at(std::span<const int> coordinates) const {
  int rank = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    int c = coordinates[d];
    if (c < 0 || c >= extents[d]) {
      if (!periodic[d]) return -1;
      c = (c % extents[d] + extents[d]) % extents[d];
    }
    rank = rank * extents[d] + c;
  }
  return rank;
}

// For each dimension the one before and the one behind. What goes to the one before comes there from
// the one behind, also where both are the same rank.
Neighbours Neighbours::of_grid(const Cartesian& grid, int rank) {
  Neighbours n;
  std::vector<int> at = grid.coordinates(rank);
  for (std::size_t d = 0; d < at.size(); ++d) {
    const int here = at[d];
    for (const int step : {-1, 1}) {
      at[d] = here + step;
      const int peer = grid.rank_at(at);
      n.sources.push_back(peer < 0 ? kProcNull : peer);
    }
    at[d] = here;
    const int first = static_cast<int>(2 * d);
    n.order.insert(n.order.end(), {first + 1, first});
  }
  n.destinations = n.sources;
  return n;
}

Neighbours Neighbours::of_graph(std::vector<int> sources, std::vector<int> destinations) {
  Neighbours n;
  n.sources = std::move(sources);
  n.destinations = std::move(destinations);
  n.order.resize(n.sources.size());
  std::iota(n.order.begin(), n.order.end(), 0);
  return n;
}

}  // namespace kasuri::mpi
