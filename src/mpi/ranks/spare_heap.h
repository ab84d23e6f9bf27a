// SPDX-License-Identifier: MIT
// Memory for the rest of a process whose C library's allocator was left in the middle of a call
// (base/core/allocation.h): a run still ends in order, with its results. Blocks are powers of two in one
// mapping; those that are freed serve again.
#pragma once

#include <cstddef>

namespace kasuri::mpi {

class SpareHeap {
 public:
  static void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t));
  static bool owns(const void* block);
  static std::size_t size_of(const void* block);  // at least what was asked for
  static void release(void* block);
};

}  // namespace kasuri::mpi
