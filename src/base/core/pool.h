// SPDX-License-Identifier: MIT
// Storage for millions of equal, trivially copyable records, addressed by index.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "base/core/host_memory.h"

namespace kasuri {

// Zero-initialised memory that is touched lazily and can grow in place of the page tables:
// no record is copied when it grows, but references do not survive growth.
template <class T>
class LazyArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  LazyArray() = default;
  explicit LazyArray(std::size_t n) { grow(n); }
  LazyArray(LazyArray&& o) noexcept { swap(o); }
  LazyArray& operator=(LazyArray&& o) noexcept {
    swap(o);
    return *this;
  }
  ~LazyArray() {
    if (data_) munmap(data_, size_ * sizeof(T));
  }

  // Enlarges to at least n records; the new ones are zero bytes.
  void grow(std::size_t n) {
    if (n <= size_) return;
#ifdef __SANITIZE_THREAD__  // which does not notice mremap, and would blame who gets the old pages
    void* p = map(n);
    if (data_ && p != MAP_FAILED) {
      std::memcpy(p, data_, size_ * sizeof(T));
      munmap(data_, size_ * sizeof(T));
    }
#else
    void* p = data_ ? mremap(data_, size_ * sizeof(T), n * sizeof(T), MREMAP_MAYMOVE) : map(n);
#endif
    if (p == MAP_FAILED) throw std::bad_alloc();
    // Large random-access arrays gain from huge pages; a kernel without them ignores the advice.
    if (n * sizeof(T) >= (std::size_t{4} << 20)) madvise(p, n * sizeof(T), MADV_HUGEPAGE);
    data_ = static_cast<T*>(p);
    size_ = n;
  }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  // Bytes of it that are in memory: what has been touched.
  std::uint64_t memory_bytes() const { return present_memory(data_, size_ * sizeof(T)); }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  static void* map(std::size_t n) {
    return mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  void swap(LazyArray& o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
  }
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// Records that come and go: a LazyArray with a last-in-first-out free list, so that the record
// handed out next is the one most likely still cached. The free link is kept in a record's first
// four bytes.
template <class T>
class Pool {
  static_assert(sizeof(T) >= sizeof(std::uint32_t));

 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint32_t kMost = 1u << 31;  // records

  // Throws std::bad_alloc.
  std::uint32_t allocate() {
    ++in_use_;
    if (free_ != kNone) {
      const std::uint32_t i = free_;
      std::memcpy(&free_, &items_[i], sizeof free_);
      return i;
    }
    if (touched_ == items_.size()) grow();
    return touched_++;
  }

  void free(std::uint32_t i) {
    --in_use_;
    std::memcpy(static_cast<void*>(&items_[i]), &free_, sizeof free_);
    free_ = i;
  }

  T& operator[](std::uint32_t i) { return items_[i]; }
  const T& operator[](std::uint32_t i) const { return items_[i]; }
  std::uint32_t in_use() const { return in_use_; }
  // The most records that were ever in use at once.
  std::uint32_t peak() const { return touched_; }
  std::uint64_t memory_bytes() const { return items_.memory_bytes(); }
  // Gives all memory back, if nothing is in use; for who will not need it for some time.
  void release_memory() {
    if (in_use_ == 0) *this = {};
  }

 private:
  void grow() {
    if (touched_ == kMost) throw std::bad_alloc();
    items_.grow(items_.size() ? items_.size() * 2 : 4096);
  }

  LazyArray<T> items_;
  std::uint32_t free_ = kNone;
  std::uint32_t touched_ = 0;
  std::uint32_t in_use_ = 0;
};

}  // namespace kasuri
