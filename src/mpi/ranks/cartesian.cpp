// SPDX-License-Identifier: MIT
// Cartesian topologies (MPI 4.1, section 8.5): row-major numbers, no messages; and who is a neighbour in
// them, and in graphs.
#include <numeric>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/request.h"

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

// Dimensions that remain and follow one another are as one; the last of all is a run for each place in
// the others.
Group subgrid(Groups& groups, const Group& grid, const Cartesian& whole, int rank,
              std::span<const int> remain) {
  struct Dimension {
    std::int64_t extent, stride;
  };
  std::vector<Dimension> kept;  // the last first
  std::int64_t first = rank, stride = 1;
  bool joins = false;
  const std::vector<int> at = whole.coordinates(rank);
  for (std::size_t d = at.size(); d-- > 0; stride *= whole.extents[d]) {
    if (remain[d]) {
      first -= at[d] * stride;
      if (joins) kept.back().extent *= whole.extents[d];
      else kept.push_back({whole.extents[d], stride});
    }
    joins = remain[d];
  }
  Groups::Key key{Groups::subgrid_of, first};
  Groups::add_to(key, grid);
  for (const Dimension& d : kept) key.insert(key.end(), {d.extent, d.stride});
  return groups.once(std::move(key), [&](GroupBuilder& to) {
    if (kept.empty()) return to.add(grid.member(rank));
    std::int64_t places = 1;
    for (const Dimension& d : kept) places *= d.extent;
    for (std::int64_t i = 0; i < places; i += kept[0].extent) {
      std::int64_t from = first, rest = i / kept[0].extent;
      for (std::size_t d = 1; d < kept.size(); rest /= kept[d++].extent) {
        from += rest % kept[d].extent * kept[d].stride;
      }
      to.add(grid, from, kept[0].stride, kept[0].extent);
    }
  });
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
