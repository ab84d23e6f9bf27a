// SPDX-License-Identifier: MIT
// What a handler of signals has to know of the allocator: a program that crashes within malloc() or free()
// leaves its locks held and its lists half changed, so nobody may use that allocator again.
#pragma once

#include <atomic>

namespace kasuri {

// Whether this thread is within the C library's allocator (mpi/ranks/program_heap.cpp).
inline thread_local constinit bool in_allocator = false;

// From then on all memory is that of mpi/ranks/spare_heap.h.
inline constinit std::atomic<bool> heap_is_damaged{false};

// In a handler of signals that does not return to the code it has interrupted.
inline void note_damaged_heap() {
  if (!in_allocator) return;
  heap_is_damaged.store(true, std::memory_order_release);
  in_allocator = false;
}

// The allocator has found the damage in a call that is none of a program's code: nobody was named yet.
inline constinit std::atomic<bool> damage_is_untold{false};

// Where a call of the allocator goes on, on this thread, if leave_allocator() ends it.
inline thread_local constinit void* allocator_way_out[5] = {};

// In a handler of signals: the simulator goes on with other memory.
[[noreturn]] inline void leave_allocator() {
  note_damaged_heap();
  damage_is_untold.store(true, std::memory_order_release);
  __builtin_longjmp(allocator_way_out, 1);
}

}  // namespace kasuri
