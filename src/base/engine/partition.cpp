// SPDX-License-Identifier: MIT
#include "base/engine/partition.h"

#include <time.h>

#include "base/engine/fetch_trial.h"

namespace kasuri {

// That others have the core meanwhile does not count.
static double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Partition::Partition() = default;
Partition::~Partition() = default;

void Partition::set_large(bool large) { fetch_trial_ = std::make_unique<FetchTrial>(large); }

EventKind Partition::add_handler(Handler handler, void* self, Prefetch prefetch) {
  check(kinds_ < handlers_.size(), "a partition has at most 64 kinds of events");
  handlers_[kinds_] = {handler, prefetch, self};
  return static_cast<EventKind>(kinds_++);
}

Partition::Pause Partition::run_until(Time end, std::uint64_t budget) {
  if (!fetch_trial_) return handle_events(end, budget, false);
  const std::uint64_t before = handled_;
  const bool times = fetch_trial_->times();
  const double start = times ? thread_seconds() : 0;
  const Pause pause = handle_events(end, budget, fetch_trial_->fetches());
  fetch_trial_->note(handled_ - before, times ? thread_seconds() - start : 0);
  return pause;
}

Partition::Pause Partition::handle_events(Time end, std::uint64_t budget, bool fetches) {
  constexpr std::size_t kFar = 12, kNear = 6, kNext = 2;
  const auto prefetch = [&](std::size_t ahead, Ahead stage) {
    const Event* next = queue_.peek(ahead);
    if (!next) return;
    const Entry& entry = handlers_[static_cast<std::size_t>(next->kind)];
    if (entry.prefetch) entry.prefetch(entry.self, *next, stage);
  };
  for (;; --budget) {
    if (stop_.load(std::memory_order_relaxed)) [[unlikely]] {
      queue_.close();
      return Pause::stop;
    }
    if (budget == 0) [[unlikely]] return queue_.empty() ? Pause::idle : Pause::budget;
    const Event* const taken = queue_.pop_before(earlier(end, limit_));
    if (!taken) {
      if (queue_.halted()) return Pause::boundary;
      return queue_.empty() ? Pause::idle : Pause::end;
    }
    const Event& e = *taken;
    if (fetches) {
      prefetch(kFar, Ahead::far);
      prefetch(kNear, Ahead::near);
      prefetch(kNext, Ahead::next);
    }
    now_ = e.time;
    ++handled_;
    const Entry& entry = handlers_[static_cast<std::size_t>(e.kind)];
    const bool counts = entry.handler(entry.self, e);
    events_ += counts;
    last_counted_ = counts ? later(last_counted_, now_) : last_counted_;
  }
}

}  // namespace kasuri
