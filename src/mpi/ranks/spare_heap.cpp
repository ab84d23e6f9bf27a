// SPDX-License-Identifier: MIT
#include "mpi/ranks/spare_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

namespace kasuri::mpi {
namespace {

// Before each block.
struct alignas(16) BlockHeader {
  std::uint32_t log2;  // of all bytes, from `begin`
  BlockHeader* begin_or_next;
};

constexpr unsigned kLeastLog2 = 6, kClasses = 48;

struct Spare {
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
  std::byte *begin = nullptr, *next = nullptr, *end = nullptr;
  BlockHeader* free[kClasses] = {};
};
constinit Spare spare;

// Held for a few instructions, never by a program's code.
class SpareLock {
 public:
  SpareLock() {
    while (spare.busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~SpareLock() { spare.busy.clear(std::memory_order_release); }
  SpareLock(const SpareLock&) = delete;
  SpareLock& operator=(const SpareLock&) = delete;
};

// Addresses, not memory; fewer where they are limited (ulimit -v).
void map_spare() {
  constexpr std::size_t kMost = std::size_t{64} << 30, kLeast = std::size_t{16} << 20;
  for (std::size_t bytes = kMost; bytes >= kLeast; bytes /= 2) {
    void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) continue;
    spare.next = spare.begin = static_cast<std::byte*>(at);
    spare.end = spare.begin + bytes;
    return;
  }
}

BlockHeader* header_of(const void* block) {
  return const_cast<BlockHeader*>(static_cast<const BlockHeader*>(block)) - 1;
}

}  // namespace

void* SpareHeap::allocate(std::size_t bytes, std::size_t alignment) {
  alignment = std::max(alignment, sizeof(BlockHeader));
  if (bytes > std::size_t{1} << 40 || alignment > std::size_t{1} << 30) return nullptr;
  const std::size_t least = bytes + alignment + sizeof(BlockHeader);
  const unsigned log2 = std::max(kLeastLog2, static_cast<unsigned>(std::bit_width(least - 1)));
  BlockHeader* begin = nullptr;
  {
    const SpareLock lock;
    if (!spare.begin) map_spare();
    begin = spare.free[log2];
    if (begin) {
      spare.free[log2] = begin->begin_or_next;
    } else {
      if (static_cast<std::size_t>(spare.end - spare.next) < std::size_t{1} << log2) return nullptr;
      begin = reinterpret_cast<BlockHeader*>(spare.next);
      spare.next += std::size_t{1} << log2;
    }
  }
  const auto after = reinterpret_cast<std::uintptr_t>(begin) + sizeof(BlockHeader);
  void* const block = reinterpret_cast<void*>((after + alignment - 1) / alignment * alignment);
  *header_of(block) = {log2, begin};
  return block;
}

bool SpareHeap::owns(const void* block) { return block >= spare.begin && block < spare.end; }

std::size_t SpareHeap::size_of(const void* block) {
  const BlockHeader* const header = header_of(block);
  const auto* const end = reinterpret_cast<const std::byte*>(header->begin_or_next) +
                          (std::size_t{1} << header->log2);
  return static_cast<std::size_t>(end - static_cast<const std::byte*>(block));
}

void SpareHeap::release(void* block) {
  const BlockHeader header = *header_of(block);
  const SpareLock lock;
  header.begin_or_next->begin_or_next = spare.free[header.log2];
  spare.free[header.log2] = header.begin_or_next;
}

}  // namespace kasuri::mpi
