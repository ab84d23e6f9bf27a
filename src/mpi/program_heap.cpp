// SPDX-License-Identifier: MIT
// The allocator's functions in front of glibc's ("Replacing malloc" of its manual names all that have to
// be there). Outside of programs each costs a look at a thread's variable.
#include "mpi/program_heap.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "mpi/world.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define KASURI_OTHER_ALLOCATOR
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define KASURI_OTHER_ALLOCATOR
#endif

namespace kasuri::mpi {
namespace {

constexpr std::int64_t kStep = 2048;

std::atomic<std::int64_t> now_held{0}, most_held{0};
thread_local std::int64_t pending = 0;

void settle() {
  const std::int64_t sum = now_held.fetch_add(pending, std::memory_order_relaxed) + pending;
  pending = 0;
  std::int64_t before = most_held.load(std::memory_order_relaxed);
  while (sum > before && !most_held.compare_exchange_weak(before, sum, std::memory_order_relaxed)) {
  }
}

}  // namespace

void ProgramHeap::begin() {
  pending = 0;
  now_held = 0;
  most_held = 0;
}

void ProgramHeap::add(std::int64_t bytes) {
  pending += bytes;
  if (pending >= kStep || pending <= -kStep) settle();
}

std::uint64_t ProgramHeap::now() {
  const std::int64_t sum = now_held;
  return sum > 0 ? static_cast<std::uint64_t>(sum) : 0;
}

std::uint64_t ProgramHeap::peak() {
  settle();
  return static_cast<std::uint64_t>(most_held.load());
}

#ifndef KASURI_OTHER_ALLOCATOR
namespace {

bool counts() {
  const World* const world = current_world();
  return world && world->in_program_code();
}

void* counted(void* block) {
  if (block && counts()) [[unlikely]] {
    ProgramHeap::add(static_cast<std::int64_t>(malloc_usable_size(block)));
  }
  return block;
}

void forget(void* block) {
  if (block && counts()) [[unlikely]] {
    ProgramHeap::add(-static_cast<std::int64_t>(malloc_usable_size(block)));
  }
}

}  // namespace
#endif

}  // namespace kasuri::mpi

#ifndef KASURI_OTHER_ALLOCATOR
using kasuri::mpi::counted;
using kasuri::mpi::forget;

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* __libc_valloc(std::size_t);
void* __libc_pvalloc(std::size_t);
void __libc_free(void*);

void* malloc(std::size_t n) noexcept { return counted(__libc_malloc(n)); }
void* calloc(std::size_t n, std::size_t each) noexcept { return counted(__libc_calloc(n, each)); }
void* memalign(std::size_t alignment, std::size_t n) noexcept {
  return counted(__libc_memalign(alignment, n));
}
void* aligned_alloc(std::size_t alignment, std::size_t n) noexcept {
  return counted(__libc_memalign(alignment, n));
}
void* valloc(std::size_t n) noexcept { return counted(__libc_valloc(n)); }
void* pvalloc(std::size_t n) noexcept { return counted(__libc_pvalloc(n)); }

int posix_memalign(void** block, std::size_t alignment, std::size_t n) noexcept {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const made = counted(__libc_memalign(alignment, n));
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void* realloc(void* block, std::size_t n) noexcept {
  const std::size_t before = block && kasuri::mpi::counts() ? malloc_usable_size(block) : 0;
  void* const made = __libc_realloc(block, n);
  const bool failed = !made && n > 0;
  if (before && !failed) [[unlikely]] {
    kasuri::mpi::ProgramHeap::add(-static_cast<std::int64_t>(before));
  }
  return counted(made);
}

void free(void* block) noexcept {
  forget(block);
  __libc_free(block);
}

}  // extern "C"
#endif
