// SPDX-License-Identifier: MIT
// A part of the machine with its own clock and event queue. Handlers of one partition run one at a
// time, those of one place in the order of their keys; a handler touches only the state of its own
// component.
//
// Several partitions advance in windows of the lookahead (design: conservative execution); one
// partition is the sequential case of the same loop.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "base/core/check.h"
#include "base/engine/bucket_queue.h"
#include "base/engine/event.h"

namespace kasuri {

class FetchTrial;

class Partition {
 public:
  Partition();
  ~Partition();

  // Handles an event; `self` is what was registered. Returns whether the event counts: wake-ups that
  // turn out to be void do not, so that the count does not depend on how the machine is cut.
  using Handler = bool (*)(void* self, const Event&);
  // Fetches the memory that handling the event will need into the cache: first what the event itself
  // points to (far), then, some events later, what that leads to (near), and what that leads to (next).
  enum class Ahead : std::uint8_t { far, near, next };
  using Prefetch = void (*)(void* self, const Event&, Ahead);

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
                       [](void* p, const Event& e, Ahead stage) { (static_cast<T*>(p)->*P)(e, stage); });
  }

  // The components are spread over places, and a handler posts events for other places never sooner
  // than `lookahead` from now, for its own at any time. Then events of one such span are handled place
  // by place, which is faster (bucket_queue.h) and otherwise the same, but that now() goes back
  // where one place is left for the next. May be called again, for a smaller lookahead; that holds
  // from one lookahead later on.
  void set_window(Time lookahead, std::uint32_t places) {
    queue_.set_window(lookahead, places);
    windowed_ = true;
  }
  bool windowed() const { return windowed_; }
  // Only places below `boundary` send to other partitions; in a window they come before the others.
  void set_boundary(std::uint32_t boundary) { queue_.set_boundary(boundary); }
  // Where events of this kind happen: at places[target], or, for null, at place `target`. The table
  // must outlive the partition.
  void set_places(EventKind kind, const std::uint32_t* places) { queue_.set_places(kind, places); }

  Time now() const { return now_; }
  // All events before this time have been handled, at all places.
  Time past() const { return windowed_ ? queue_.bucket_start() : now_; }

  // Whether the state of the components seems too large for the cache, so that fetching ahead pays; it is
  // tried from time to time.
  void set_large(bool large);

  // Adds an event at or after now().
  [[gnu::always_inline]] void post(const Event& e) {
    debug_check(e.time >= now_, "no event is in the past");
    queue_.push(e);
  }

  // Whether the event being handled is the last one of its instant: then what would be posted for a
  // later phase of this instant may as well be done at once.
  bool last_of_instant() const { return queue_.nothing_more_at(now_); }

  // Handles events with time < end, at most about `budget` of them. `boundary`: those of it have been, and
  // others are left; told once, if it was asked for.
  enum class Pause { idle, end, budget, stop, boundary };
  Pause run_until(Time end, std::uint64_t budget = UINT64_MAX);
  void pause_after_boundary(bool pause) { queue_.halt_after_boundary(pause); }

  // Handles no event at t or later any more.
  void stop_before(Time t) { limit_ = earlier(limit_, t); }
  Time limit() const { return limit_; }

  // Ends run_until before the next event. May be called from a signal handler or another thread.
  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return stop_.load(std::memory_order_relaxed); }

  bool idle() const { return queue_.empty(); }
  std::size_t pending() const { return queue_.size(); }  // events to come, void ones included
  // Time of the next event, kNever if there is none. After run_until has returned anything but
  // `budget`.
  Time next_time() const { return queue_.empty() ? kNever : queue_.first_time(); }
  // Memory of the queue; and gives it back, if it is empty.
  std::uint64_t memory_bytes() const { return queue_.memory_bytes(); }
  void release_memory() {
    if (queue_.empty()) queue_.release_memory();
  }
  std::uint64_t events() const { return events_; }   // that count
  Time last_counted() const { return last_counted_; }
  std::uint64_t handled() const { return handled_; }  // taken from the queue, void ones included

 private:
  Pause handle_events(Time end, std::uint64_t budget, bool fetches);

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
  std::array<Entry, BucketQueue::kKinds> handlers_{};
  std::size_t kinds_ = 0;
  std::unique_ptr<FetchTrial> fetch_trial_;  // null: nothing is fetched
  bool windowed_ = false;
  std::atomic<bool> stop_{false};
};

}  // namespace kasuri
