// SPDX-License-Identifier: MIT
// A calendar queue (Brown 1988) with fixed-size blocks: pushing appends to the bucket of the event's
// time; a bucket is put in order when its turn comes.
//
// Without places, what comes out is in the total order of event.h, and the width of a bucket follows
// the density of events.
//
// With places, a bucket is a window of the lookahead: no event of one place can post one for another
// place into the same bucket. So its events are handled place by place, each place's in the total
// order: the memory of a place is fetched once for all of them, in the order in which it lies, and
// only the few events of one place are ever sorted. No component can tell the difference.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/core/check.h"
#include "base/core/pool.h"
#include "base/engine/event.h"
#include "base/engine/heap_queue.h"

namespace kasuri {

class BucketQueue {
 public:
  static constexpr std::size_t kKinds = 64;

  BucketQueue() { slots_.fill({}); }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // Events of this kind happen at place places[target]; null: at place `target`.
  void set_places(EventKind kind, const std::uint32_t* places) {
    places_[static_cast<std::size_t>(kind)] = places;
  }
  // From the next bucket on, buckets are no wider than `lookahead`, at least 1 ps, and places count.
  void set_window(Time lookahead, std::uint32_t places);

  // Inlined as far as mostly needed, and for the rest by value: then the event is made in its block.
  [[gnu::always_inline]] void push(const Event& e) {
    ++size_;
    const std::int64_t ahead = (e.time.ps >> shift_) - current_;
    if (static_cast<std::uint64_t>(ahead - 1) < kSlots - 1) [[likely]] {
      const std::uint32_t block = slots_[static_cast<std::size_t>(current_ + ahead) % kSlots].first;
      if (block != kNone) [[likely]] {
        Block& b = blocks_[block];
        if (const std::uint32_t i = b.count; i < b.events.size()) [[likely]] {
          b.count = i + 1;
          b.events[i] = e;
          return;
        }
      }
    }
    place(e);
  }

  // The first event; the queue must not be empty. Valid until the next push or pop. Without places.
  const Event& top() {
    debug_check(!windowed(), "what comes first depends on the end of the window");
    if (!in_run()) next_run(kNever);
    return late_first() ? late_.top() : next();
  }

  void pop() {
    --size_;
    if (late_first()) {
      late_.pop();
    } else {
      ++head_;
    }
  }

  // Places below `boundary` come before the others of a bucket. With places.
  void set_boundary(std::uint32_t boundary) { boundary_ = boundary; }
  // Has pop_before return null once where the boundary is done: what is left before `end` is of others,
  // in the open bucket, and worth the halt. While no bucket is open; or to go on.
  void halt_after_boundary(bool halt) {
    halts_ = halt;
    halted_ = false;
    halt_at_ = kNoRun;
  }
  // Whether it has; the queue is open then.
  bool halted() const { return halted_; }

  // Takes the first event in the order above; null if none is left before `end`. Valid until the next one
  // is taken, or the queue closed.
  const Event* pop_before(Time end) {
    for (;;) {
      if (!in_run() && !next_run(end)) return nullptr;
      if (late_first()) [[unlikely]] {
        if (late_.top().time < end) {
          taken_ = late_.top();
          late_.pop();
          --size_;
          return &taken_;
        }
      } else if (next().time < end) {
        --size_;
        return &events_[head_++];
      }
      if (!windowed()) return nullptr;
      defer_run();
    }
  }

  // After pop_before has returned an event: puts back what is left of the open bucket, so that others
  // may post into it.
  void close();

  // Time of the first event; the queue must be closed, and not empty.
  Time first_time() const;

  // Whether nothing is left at time t at the place of the last event popped, t being its time.
  bool nothing_more_at(Time t) const {
    return (head_ == run_end_ || next().time > t) && (late_.empty() || late_.top().time > t);
  }

  // The event that will probably be handled `ahead` events from now, or null: for prefetching.
  const Event* peek(std::size_t ahead) const {
    return head_ + ahead < end_ ? &events_[head_ + ahead] : nullptr;
  }

  // What it takes of memory, in bytes.
  std::uint64_t memory_bytes() const {
    return sizeof *this + blocks_.memory_bytes() + events_.memory_bytes() + late_.memory_bytes() +
           far_.memory_bytes() + following_.memory_bytes() + run_ends_.memory_bytes() +
           deferred_.capacity() * sizeof(Event) +
           (opening_.capacity() + first_at_.capacity()) * sizeof(std::uint32_t) +
           (busy_.capacity() + busy_words_.capacity()) * sizeof(std::uint64_t);
  }

  // Gives memory back; the queue must be empty, and closed.
  void release_memory();

  Time bucket_width() const { return {std::int64_t{1} << shift_}; }
  // The start of the open bucket: all events before it have been handled.
  Time bucket_start() const { return {current_ << shift_}; }

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // A bucket should hold enough events to pay for opening it and to look ahead in, and few enough
  // to sort in cache. With many pending, memory matters more than sorting.
  static constexpr std::size_t kLarge = 1 << 14;
  std::uint64_t many_per_bucket() const { return size_ > kLarge ? 512 : 96; }
  static constexpr std::uint64_t kBucketsPerReview = 512;
  static constexpr std::size_t kWorthHalting = 32;
  static constexpr std::size_t kNoRun = SIZE_MAX;

  struct Block {
    std::uint32_t next;
    std::uint32_t count;
    std::array<Event, 15> events;
  };
  struct Slot {
    std::uint32_t first = kNone;
  };

  bool windowed() const { return !first_at_.empty(); }
  bool in_run() const { return head_ != run_end_ || !late_.empty(); }
  const Event& next() const { return events_[head_]; }
  bool late_first() const {
    return !late_.empty() && (head_ == run_end_ || before(late_.top(), next()));
  }
  std::uint32_t place_of(const Event& e) const {
    const std::uint32_t* table = places_[static_cast<std::size_t>(e.kind)];
    return table ? table[e.target] : e.target;
  }

  bool is_of_this_run(const Event& e) const {
    return run_end_ > 0 && place_of(e) == place_of(events_[run_end_ - 1]);
  }

  void place(Event e);
  void append(std::size_t slot, const Event& e);

  // Goes on to the next place of the open bucket, or to the next bucket that starts before `end`.
  bool next_run(Time end) {
    if (run_end_ == end_ || runs_ == halt_at_) return next_bucket_run(end);
    run_end_ = run_ends_[runs_++];
    return true;
  }
  bool next_bucket_run(Time end);
  void find_halt(Time end);
  void defer_run();
  std::int64_t next_bucket() const;
  std::int64_t next_occupied() const;
  void open(std::int64_t bucket);
  void put_in_order(std::size_t first, std::size_t last);
  void put_in_order_of_times();
  void put_in_order_of_places();
  std::uint32_t take_chain(std::size_t slot);
  std::size_t list_blocks(std::uint32_t first);
  void free_blocks();
  // Of the open bucket, while it is put in order: the j-th event of the k-th block is number 16 k + j.
  const Event& numbered(std::uint32_t i) const { return blocks_[opening_[i / 16]].events[i % 16]; }
  void clear();
  void review_width();
  void change_width(int shift);

  std::array<Slot, kSlots> slots_;
  std::array<std::uint64_t, kSlots / 64> occupied_{};
  Pool<Block> blocks_;
  // The open bucket, run by run, of which [head_, run_end_) is left of the current one. A run is the
  // events of one place, in order. Without places all is one run.
  LazyArray<Event> events_;
  std::size_t end_ = 0;  // how many there are
  std::size_t head_ = 0;
  std::size_t run_end_ = 0;
  std::vector<std::uint32_t> opening_;  // its blocks, until they are put in order
  HeapQueue late_;  // posted into the current run after it was put in order
  Event taken_;     // one of these
  HeapQueue far_;   // beyond the last slot
  std::int64_t current_ = -1;  // number of the open bucket, or of the last one that was
  std::size_t size_ = 0;
  int shift_ = 12;  // bucket width 2^shift_ ps

  // With places.
  std::array<const std::uint32_t*, kKinds> places_{};
  std::vector<Event> deferred_;           // events of the open bucket at or after the window's end
  std::vector<std::uint32_t> first_at_;   // per place: the first of a chain of events, while opening
  LazyArray<std::uint32_t> following_;    // per number
  LazyArray<std::uint32_t> run_ends_;
  std::size_t run_count_ = 0;
  std::size_t runs_ = 0;                  // that have begun
  std::vector<std::uint64_t> busy_, busy_words_;  // sets of places; of the words of the former
  int window_shift_ = 12;     // the widest allowed
  std::uint32_t boundary_ = UINT32_MAX;
  bool halts_ = false;
  bool halted_ = false;
  std::size_t halt_at_ = kNoRun;  // before which run of the open bucket

  // Since the last review of the width: buckets opened, events in them, events put beyond the
  // horizon. Narrower than `least_shift_` too many would be.
  std::uint64_t opened_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t beyond_ = 0;
  int least_shift_ = 0;
};

}  // namespace kasuri
