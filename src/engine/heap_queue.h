// SPDX-License-Identifier: MIT
// A 4-ary heap of events by value: the yardstick for the bucket queue, and its store for events
// that lie beyond its horizon or arrive in the bucket being read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/event.h"

namespace kasuri {

class HeapQueue {
 public:
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  const Event& top() const { return heap_.front(); }

  void push(const Event& e) {
    std::size_t i = heap_.size();
    heap_.push_back(e);
    while (i > 0) {
      const std::size_t parent = (i - 1) / 4;
      if (!before(e, heap_[parent])) break;
      heap_[i] = heap_[parent];
      i = parent;
    }
    heap_[i] = e;
  }

  void pop() {
    const Event last = heap_.back();
    heap_.pop_back();
    const std::size_t n = heap_.size();
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
    for (const Event& e : heap_) f(e);
    heap_.clear();
  }

 private:
  std::vector<Event> heap_;
};

}  // namespace kasuri
