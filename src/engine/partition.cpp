// SPDX-License-Identifier: MIT
#include "engine/partition.h"

namespace kasuri {

EventKind Partition::add_handler(Handler handler, void* self, Prefetch prefetch) {
  check(kinds_ < handlers_.size(), "a partition has at most 64 kinds of events");
  handlers_[kinds_] = {handler, prefetch, self};
  return static_cast<EventKind>(kinds_++);
}

Partition::Pause Partition::run_until(Time end, std::uint64_t budget) {
  constexpr std::size_t kFar = 10, kNear = 4;
  const auto prefetch = [&](std::size_t ahead, bool near) {
    const Event* next = queue_.peek(ahead);
    if (!next) return;
    const Entry& entry = handlers_[static_cast<std::size_t>(next->kind)];
    if (entry.prefetch) entry.prefetch(entry.self, *next, near);
  };
  Event e;
  for (; !queue_.empty(); --budget) {
    if (stop_.load(std::memory_order_relaxed)) [[unlikely]] return Pause::stop;
    if (budget == 0) [[unlikely]] return Pause::budget;
    if (!queue_.pop_before(earlier(end, limit_), e)) return Pause::end;
    if (large_) {
      prefetch(kFar, false);
      prefetch(kNear, true);
    }
    now_ = e.time;
    ++handled_;
    const Entry& entry = handlers_[static_cast<std::size_t>(e.kind)];
    const bool counts = entry.handler(entry.self, e);
    events_ += counts;
    last_counted_ = counts ? now_ : last_counted_;
  }
  return Pause::idle;
}

}  // namespace kasuri
