// SPDX-License-Identifier: MIT
#include "engine/partition.h"

namespace kasuri {

EventKind Partition::add_handler(Handler handler, void* self, Prefetch prefetch) {
  check(kinds_ < handlers_.size(), "a partition has at most 16 kinds of events");
  handlers_[kinds_] = {handler, prefetch, self};
  return static_cast<EventKind>(kinds_++);
}

bool Partition::run_until(Time end) {
  constexpr std::size_t kAhead = 3;
  while (!queue_.empty()) {
    if (stop_.load(std::memory_order_relaxed)) [[unlikely]] return false;
    const Event e = queue_.top();
    if (e.time >= end) break;
    if (const Event* next = queue_.peek(kAhead)) {
      const Entry& entry = handlers_[static_cast<std::size_t>(next->kind)];
      if (entry.prefetch) entry.prefetch(entry.self, *next);
    }
    queue_.pop();
    now_ = e.time;
    ++handled_;
    const Entry& entry = handlers_[static_cast<std::size_t>(e.kind)];
    events_ += entry.handler(entry.self, e);
  }
  return true;
}

}  // namespace kasuri
