// SPDX-License-Identifier: MIT
// Derived datatypes (MPI 4.1, section 5.1) that are made of contiguous and strided repetitions: where
// the bytes of an element lie, as nested loops around a contiguous block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kasuri::mpi {

// All in bytes. Places are relative to the address that a call is given.
struct Layout {
  struct Loop {
    std::int64_t count;
    std::int64_t stride;
  };
  std::vector<Loop> loops;  // the outermost first
  std::int64_t block = 0;
  std::int64_t size = 0;    // of the data
  std::int64_t lower = 0;   // MPI's lower bound
  std::int64_t extent = 0;  // from one element to the next
  bool committed = false;
  bool freed = false;

  static Layout of(std::int64_t bytes) {
    return {.loops = {}, .block = bytes, .size = bytes, .lower = 0, .extent = bytes};
  }
  // `count` × `length` elements of this, each group `stride` after the one before.
  Layout repeat(std::int64_t count, std::int64_t length, std::int64_t stride) const;

  // Whether elements follow each other without holes.
  bool is_contiguous() const { return loops.empty() && size == extent && lower == 0; }

  // Between `count` elements in a program's buffer and `bytes` bytes without holes.
  void pack(const void* from, std::int64_t count, std::byte* to) const;
  void unpack(const std::byte* from, std::int64_t bytes, std::int64_t count, void* to) const;
};

}  // namespace kasuri::mpi
