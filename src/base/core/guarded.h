// SPDX-License-Identifier: MIT
// Access to memory that a simulated program has named: an address that cannot be read or written is an
// answer here, not a crash. A signal handler for SIGSEGV and SIGBUS (base/engine/fiber_signals.cpp) calls
// leave_guarded_access(); an access costs a few nanoseconds more than without.
#pragma once

#include <setjmp.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kasuri {

namespace guarded {
// Where this thread goes on if an access fails; null: it makes none.
inline thread_local constinit sigjmp_buf* way_out = nullptr;
}  // namespace guarded

// From a signal handler; does not return if the thread was in without_fault().
void leave_guarded_access(int signal);

// Calls `access`, which must not yield and must own nothing; false if it met an address that cannot be
// accessed, and ended there.
template <class Access>
[[gnu::noinline]] bool without_fault(const Access& access) {
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0) {
    guarded::way_out = nullptr;
    return false;
  }
  guarded::way_out = &here;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  access();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  guarded::way_out = nullptr;
  return true;
}

// False: one of them cannot be accessed. `to` may have changed then.
bool guarded_copy(void* to, const void* from, std::size_t bytes);

// Whether both ends can be read or written and, without holes, pages of the first 256 KiB be read. Nothing
// is changed.
bool can_read(const void* from, std::size_t bytes, bool has_holes = false);
bool can_write(void* to, std::size_t bytes, bool has_holes = false);

}  // namespace kasuri
