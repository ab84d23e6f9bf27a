// SPDX-License-Identifier: MIT
// A calendar queue (Brown 1988) with fixed-size blocks: pushing appends to the bucket of the
// event's time; a bucket is sorted when its turn comes. The width of a bucket follows the density
// of events. The order of what comes out is the total order of event.h, whatever the widths.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pool.h"
#include "engine/event.h"
#include "engine/heap_queue.h"

namespace kasuri {

class BucketQueue {
 public:
  BucketQueue() { slots_.fill({}); }

  bool empty() { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(const Event& e) {
    ++size_;
    place(e);
  }

  // The first event; the queue must not be empty. Valid until the next push or pop.
  const Event& top() {
    if (head_ == sorted_.size() && late_.empty()) open_next_bucket();
    return late_first() ? late_.top() : sorted_[head_];
  }

  void pop() {
    --size_;
    if (late_first()) {
      late_.pop();
    } else {
      ++head_;
    }
  }

  // top() and pop() in one, if the first event is before `end`; the queue must not be empty.
  bool pop_before(Time end, Event& e) {
    if (head_ == sorted_.size() && late_.empty()) open_next_bucket();
    if (late_first()) [[unlikely]] {
      if (late_.top().time >= end) return false;
      e = late_.top();
      late_.pop();
    } else {
      const Event& first = sorted_[head_];
      if (first.time >= end) return false;
      e = first;
      ++head_;
    }
    --size_;
    return true;
  }

  // Whether nothing is left at time t, which must be that of the last event popped.
  bool nothing_more_at(Time t) const {
    return (head_ == sorted_.size() || sorted_[head_].time > t) &&
           (late_.empty() || late_.top().time > t);
  }

  // The event that will probably be handled `ahead` events from now, or null: for prefetching.
  const Event* peek(std::size_t ahead) const {
    return head_ + ahead < sorted_.size() ? &sorted_[head_ + ahead] : nullptr;
  }

  Time bucket_width() const { return {std::int64_t{1} << shift_}; }

 private:
  static constexpr std::size_t kSlots = 2048;
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // A bucket should hold enough events to pay for opening it and to look ahead in, and few enough
  // to sort in cache. With many pending, memory matters more than sorting.
  static constexpr std::size_t kLarge = 1 << 14;
  std::uint64_t many_per_bucket() const { return size_ > kLarge ? 512 : 96; }
  static constexpr std::uint64_t kBucketsPerReview = 512;

  struct Block {
    std::uint32_t next;
    std::uint32_t count;
    std::array<Event, 15> events;
  };
  struct Slot {
    std::uint32_t first = kNone;
  };

  bool late_first() const {
    return !late_.empty() && (head_ == sorted_.size() || before(late_.top(), sorted_[head_]));
  }

  void place(const Event& e) {
    const std::int64_t bucket = e.time.ps >> shift_;
    if (bucket <= current_) {
      late_.push(e);
    } else if (bucket < current_ + static_cast<std::int64_t>(kSlots)) {
      append(static_cast<std::size_t>(bucket) % kSlots, e);
    } else {
      ++beyond_;
      far_.push(e);
    }
  }

  void append(std::size_t slot, const Event& e) {
    std::uint32_t block = slots_[slot].first;
    if (block == kNone || blocks_[block].count == blocks_[block].events.size()) {
      const std::uint32_t fresh = blocks_.take();
      blocks_[fresh].next = block;
      blocks_[fresh].count = 0;
      slots_[slot].first = block = fresh;
      occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    }
    Block& b = blocks_[block];
    b.events[b.count++] = e;
  }

  void open_next_bucket();
  std::int64_t next_occupied() const;
  void collect(std::size_t slot);
  void review_width();
  void change_width(int shift);

  std::array<Slot, kSlots> slots_;
  std::array<std::uint64_t, kSlots / 64> occupied_{};
  Pool<Block> blocks_;
  std::vector<Event> sorted_;  // the open bucket, ascending; [head_, end) is still to come
  std::size_t head_ = 0;
  HeapQueue late_;  // pushed into the open bucket after it was sorted
  HeapQueue far_;   // beyond the last slot
  std::int64_t current_ = -1;  // number of the open bucket
  std::size_t size_ = 0;
  int shift_ = 12;  // bucket width 2^shift_ ps
  // Since the last review of the width: buckets opened, events in them, events put beyond the
  // horizon. Narrower than `least_shift_` too many would be.
  std::uint64_t opened_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t beyond_ = 0;
  int least_shift_ = 0;
};

}  // namespace kasuri
