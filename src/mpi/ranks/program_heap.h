// SPDX-License-Identifier: MIT
// What simulated programs have allocated: malloc and its like, called while a rank runs outside of any call
// into the library, by whatever code (the program's, C++'s, the C library's), less what was freed there;
// and MGEN_Alloc_mem. Bytes as the allocator rounds them, whether or not they have been touched. What
// programs map themselves is not counted, and neither is anything where the process has another allocator
// (a sanitizer's).
#pragma once

#include <cstdint>

namespace kasuri::mpi {

class ProgramHeap {
 public:
  // Begins to count, for a new run of this process.
  static void begin();
  static std::uint64_t now();
  // The most at one time, within a few KiB for each thread.
  static std::uint64_t peak();

  // One block more, or less, of so many bytes.
  static void add(std::int64_t bytes);
};

}  // namespace kasuri::mpi
