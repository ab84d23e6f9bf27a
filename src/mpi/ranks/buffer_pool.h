// SPDX-License-Identifier: MIT
// Buffers of any size for the scratch space of collectives, reused by powers of two.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "base/core/units.h"

namespace kasuri::mpi {

class BufferPool {
 public:
  BufferPool() = default;
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;
  ~BufferPool() {
    for (Header* h : all_) std::free(h);
  }

  std::byte* allocate(Bytes size) {
    const auto wanted = static_cast<std::size_t>(size.n) + sizeof(Header);
    const auto log2 = static_cast<std::size_t>(std::bit_width(wanted - 1));
    Header* h = free_[log2];
    if (h) {
      free_[log2] = h->next;
    } else {
      h = static_cast<Header*>(std::malloc(std::size_t{1} << log2));
      if (!h) throw std::bad_alloc();
      all_.push_back(h);
      h->log2 = log2;
    }
    return reinterpret_cast<std::byte*>(h + 1);
  }

  void free(void* buffer) {
    Header* h = static_cast<Header*>(buffer) - 1;
    h->next = free_[h->log2];
    free_[h->log2] = h;
  }

 private:
  struct alignas(16) Header {
    Header* next;
    std::size_t log2;
  };
  std::array<Header*, 64> free_{};
  std::vector<Header*> all_;
};

}  // namespace kasuri::mpi
