// SPDX-License-Identifier: MIT
// Cartesian topologies (MPI 4.1, section 8.5): row-major numbers, no messages.
#include "mpi/communicator.h"

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

}  // namespace kasuri::mpi
