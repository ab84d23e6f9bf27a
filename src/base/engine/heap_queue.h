// SPDX-License-Identifier: MIT
// A 4-ary heap of events by value: the yardstick for the bucket queue, and its store for events
// that lie beyond its horizon or arrive in the bucket being read.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/core/pool.h"
#include "base/engine/event.h"

namespace kasuri {

class HeapQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::uint64_t memory_bytes() const { return heap_.memory_bytes(); }
  const Event& top() const { return heap_[0]; }

  void push(const Event& e) {
    if (size_ == heap_.size()) heap_.grow(size_ ? 2 * size_ : 256);
    std::size_t i = size_++;
    while (i > 0) {
      const std::size_t parent = (i - 1) / 4;
      if (!before(e, heap_[parent])) break;
      heap_[i] = heap_[parent];
      i = parent;
    }
    heap_[i] = e;
  }

  void pop() {
    const std::size_t n = --size_;
    const Event last = heap_[n];
    if (n == 0) return;
    std::size_t i = 0;
    for (;;) {
      const std::size_t first = 4 * i + 1;
      if (first >= n) break;
      std::size_t least = first;
      for (std::size_t c = first + 1; c < std::min(first + 4, n); ++c) {
        if (before(heap_[c], heap_[least])) least = c;
      }
      if (!before(heap_[least], last)) break;
      heap_[i] = heap_[least];
      i = least;
    }
    heap_[i] = last;
  }

  // All events in no particular order; leaves the queue empty.
  template <class F>
  void drain(F&& f) {
    for (std::size_t i = 0; i < size_; ++i) f(heap_[i]);
    size_ = 0;
  }

 private:
  LazyArray<Event> heap_;
  std::size_t size_ = 0;
};

}  // namespace kasuri
