// SPDX-License-Identifier: MIT
// The allocator's functions in front of glibc's ("Replacing malloc" of its manual names all that have to
// be there). Outside of programs each costs a look at a thread's variable.
#include "mpi/ranks/program_heap.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/core/allocation.h"
#include "base/core/guarded.h"
#include "mpi/ranks/spare_heap.h"
#include "mpi/ranks/world.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define KASURI_OTHER_ALLOCATOR
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define KASURI_OTHER_ALLOCATOR
#endif

#ifndef KASURI_OTHER_ALLOCATOR
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* __libc_valloc(std::size_t);
void* __libc_pvalloc(std::size_t);
void __libc_free(void*);
}
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

bool is_damaged() { return heap_is_damaged.load(std::memory_order_relaxed); }

// A call of the C library's allocator; false if it has found its memory damaged, in the simulator's code.
template <class Usual>
[[gnu::noinline]] bool within_allocator(const Usual& usual) {
  if (__builtin_setjmp(allocator_way_out) != 0) return false;
  in_allocator = true;
  usual();
  in_allocator = false;
  return true;
}

// Or of the other one in its place.
template <class Usual>
void* allocate(std::size_t n, std::size_t alignment, const Usual& usual) {
  void* block = nullptr;
  const bool is_made = !is_damaged() && within_allocator([&] { block = usual(); });
  return is_made ? counted(block) : SpareHeap::allocate(n, alignment);
}

void release(void* block) {
  if (is_damaged()) [[unlikely]] {
    if (SpareHeap::owns(block)) SpareHeap::release(block);
    return;
  }
  if (block && counts()) [[unlikely]] {
    ProgramHeap::add(-static_cast<std::int64_t>(malloc_usable_size(block)));
  }
  within_allocator([block] { __libc_free(block); });
}

// Of a damaged heap. What a block says of its size may be wrong.
void* move_to_spare(void* block, std::size_t n) {
  void* const made = SpareHeap::allocate(n);
  if (!block || !made) return made;
  const std::size_t before = SpareHeap::owns(block) ? SpareHeap::size_of(block) : malloc_usable_size(block);
  guarded_copy(made, block, std::min(n, before));
  release(block);
  return made;
}

void* reallocate(void* block, std::size_t n) {
  if (is_damaged()) [[unlikely]] return move_to_spare(block, n);
  const std::size_t before = block && counts() ? malloc_usable_size(block) : 0;
  void* made = nullptr;
  if (!within_allocator([&] { made = __libc_realloc(block, n); })) return move_to_spare(block, n);
  const bool failed = !made && n > 0;
  if (before && !failed) [[unlikely]] ProgramHeap::add(-static_cast<std::int64_t>(before));
  return counted(made);
}

}  // namespace
#endif

}  // namespace kasuri::mpi

#ifndef KASURI_OTHER_ALLOCATOR
using kasuri::mpi::allocate;

extern "C" {

void* malloc(std::size_t n) noexcept {
  return allocate(n, 0, [n] { return __libc_malloc(n); });
}
void* calloc(std::size_t n, std::size_t each) noexcept {
  if (kasuri::mpi::is_damaged()) [[unlikely]] {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(n, each, &bytes)) return nullptr;
    void* const block = kasuri::mpi::SpareHeap::allocate(bytes);
    return block ? std::memset(block, 0, bytes) : nullptr;
  }
  return allocate(n, 0, [=] { return __libc_calloc(n, each); });
}
void* memalign(std::size_t alignment, std::size_t n) noexcept {
  return allocate(n, alignment, [=] { return __libc_memalign(alignment, n); });
}
void* aligned_alloc(std::size_t alignment, std::size_t n) noexcept { return memalign(alignment, n); }
void* valloc(std::size_t n) noexcept {
  return allocate(n, 4096, [n] { return __libc_valloc(n); });
}
void* pvalloc(std::size_t n) noexcept {
  return allocate((n + 4095) / 4096 * 4096, 4096, [n] { return __libc_pvalloc(n); });
}

int posix_memalign(void** block, std::size_t alignment, std::size_t n) noexcept {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const made = memalign(alignment, n);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void* realloc(void* block, std::size_t n) noexcept { return kasuri::mpi::reallocate(block, n); }
void free(void* block) noexcept { kasuri::mpi::release(block); }

}  // extern "C"
#endif
