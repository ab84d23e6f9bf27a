// SPDX-License-Identifier: MIT
// A communicator (MPI 4.1, chapter 7): a context that keeps its messages apart, and a group. It is
// shared by its members, and its group is a formula, so that no rank holds a list of all others.
#pragma once

#include <cstdint>

namespace kasuri::mpi {

// Member i is rank first + i × stride of the machine.
struct Group {
  std::int32_t size = 0;
  std::uint32_t first = 0;
  std::uint32_t stride = 1;

  std::uint32_t member(std::int32_t i) const {
    return first + static_cast<std::uint32_t>(i) * stride;
  }
  std::int32_t index_of(std::uint32_t rank) const {
    return static_cast<std::int32_t>((rank - first) / stride);
  }
};

// Point-to-point messages carry `context`, those of collectives context + 1.
struct Communicator {
  std::uint32_t context = 0;
  Group group;

  std::int32_t size() const { return group.size; }
};

}  // namespace kasuri::mpi
