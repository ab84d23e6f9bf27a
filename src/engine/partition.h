// SPDX-License-Identifier: MIT
// A part of the machine with its own clock and event queue. Handlers of one partition run one at a
// time in the order of their keys; a handler touches only the state of its own component.
//
// Several partitions advance in windows of the lookahead (design: conservative execution); one
// partition is the sequential case of the same loop.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/check.h"
#include "engine/bucket_queue.h"
#include "engine/event.h"

namespace kasuri {

class Partition {
 public:
  // Handles an event; `self` is what was registered. Returns whether the event counts: wake-ups that
  // turn out to be void do not, so that the count does not depend on how the machine is cut.
  using Handler = bool (*)(void* self, const Event&);
  // Fetches the memory that handling the event will need into the cache: first what the event itself
  // points to (`near` false), then, some events later, what that leads to.
  using Prefetch = void (*)(void* self, const Event&, bool near);

  // Registers a handler; kinds are numbered in the order of registration, at most 64.
  EventKind add_handler(Handler handler, void* self, Prefetch prefetch = nullptr);

  // Member function `M` of `T` as a handler.
  template <auto M, class T>
  EventKind add_handler(T* self) {
    return add_handler([](void* p, const Event& e) { return (static_cast<T*>(p)->*M)(e); }, self);
  }
  template <auto M, auto P, class T>
  EventKind add_handler(T* self) {
    return add_handler([](void* p, const Event& e) { return (static_cast<T*>(p)->*M)(e); }, self,
                       [](void* p, const Event& e, bool near) { (static_cast<T*>(p)->*P)(e, near); });
  }

  Time now() const { return now_; }

  // Whether the state of the components is too large for the cache, so that fetching ahead pays.
  void set_large(bool large) { large_ = large; }

  // Adds an event at or after now().
  void post(const Event& e) {
    debug_check(e.time >= now_, "no event lies in the past");
    queue_.push(e);
  }

  // Whether the event being handled is the last one of its instant: then what would be posted for a
  // later phase of this instant may as well be done at once.
  bool last_of_instant() const { return queue_.nothing_more_at(now_); }

  // Handles events with time < end, about `budget` of them at the most. The clock is left at the
  // last event handled.
  enum class Pause { idle, end, budget, stop };
  Pause run_until(Time end, std::uint64_t budget = UINT64_MAX);

  // Handles no event at t or later any more.
  void stop_before(Time t) { limit_ = earlier(limit_, t); }
  Time limit() const { return limit_; }

  // Ends run_until before the next event. May be called from a signal handler or another thread.
  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }

  bool idle() { return queue_.empty(); }
  // Time of the next event, kNever if there is none.
  Time next_time() { return queue_.empty() ? kNever : queue_.top().time; }
  std::uint64_t events() const { return events_; }   // that count
  Time last_counted() const { return last_counted_; }
  std::uint64_t handled() const { return handled_; }  // taken from the queue, void ones included

 private:
  struct Entry {
    Handler handler = nullptr;
    Prefetch prefetch = nullptr;
    void* self = nullptr;
  };

  BucketQueue queue_;
  Time now_{0};
  Time last_counted_{0};
  Time limit_ = kNever;
  std::uint64_t events_ = 0;
  std::uint64_t handled_ = 0;
  std::array<Entry, 64> handlers_{};
  std::size_t kinds_ = 0;
  bool large_ = false;
  std::atomic<bool> stop_{false};
};

}  // namespace kasuri
