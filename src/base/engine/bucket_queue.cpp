// SPDX-License-Identifier: MIT
#include "base/engine/bucket_queue.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

namespace kasuri {
namespace {

// Runs of so many are sorted by insertion, and those of up to kCountable by counting.
constexpr std::size_t kFew = 5, kCountable = 64, kLanes = 8;

// Puts events in the order of their times: each is counted how many come before it. That is more work than
// a comparison where it is needed, but no branch depends on what comes out, and a processor compares eight
// or sixteen at once. False if their times are too far apart.
bool put_in_order_of_counts(Event* const events, std::size_t n, Time start) {
  alignas(64) std::array<std::int32_t, kCountable> keys;
  alignas(Event) std::array<std::byte, kCountable * sizeof(Event)> copies;  // not initialised
  std::memcpy(copies.data(), events, n * sizeof(Event));
  std::int64_t all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t since = (events[i].time - start).ps;
    all |= since;
    keys[i] = static_cast<std::int32_t>(since * kCountable | static_cast<std::int64_t>(i));
  }
  if (all < 0 || all > INT32_MAX / static_cast<std::int64_t>(kCountable) - 1) return false;
  const std::size_t whole = (n + kLanes - 1) / kLanes * kLanes;
  for (std::size_t i = n; i < whole; ++i) keys[i] = INT32_MAX;
  for (std::size_t i = 0; i < n; ++i) {
    std::int32_t rank = 0;
    for (std::size_t j = 0; j < whole; ++j) rank += keys[j] < keys[i];
    std::memcpy(&events[rank], &copies[i * sizeof(Event)], sizeof(Event));
  }
  return true;
}

}  // namespace

// The number of the first bucket after current_ that holds events, or -1.
std::int64_t BucketQueue::next_occupied() const {
  const auto start = static_cast<std::size_t>(current_ + 1) % kSlots;
  constexpr std::size_t kWords = kSlots / 64;
  std::size_t word = start / 64;
  std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (start % 64));
  for (std::size_t i = 0; i <= kWords; ++i) {
    if (bits) {
      const std::size_t slot = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      return current_ + 1 + static_cast<std::int64_t>((slot + kSlots - start) % kSlots);
    }
    word = (word + 1) % kWords;
    bits = occupied_[word];
  }
  return -1;
}

// Takes the blocks of a slot out of it.
std::uint32_t BucketQueue::take_chain(std::size_t slot) {
  occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  return std::exchange(slots_[slot].first, kNone);
}

// Lists the blocks of the bucket that is being opened, the last one first. Returns how many events they
// hold.
std::size_t BucketQueue::list_blocks(std::uint32_t first) {
  opening_.clear();
  std::size_t events = 0;
  for (std::uint32_t b = first; b != kNone; b = blocks_[b].next) {
    opening_.push_back(b);
    events += blocks_[b].count;
  }
  return events;
}

void BucketQueue::free_blocks() {
  for (const std::uint32_t b : opening_) blocks_.free(b);
  opening_.clear();
}

void BucketQueue::set_window(Time lookahead, std::uint32_t places) {
  check(lookahead >= Time{1}, "a window has a length");
  window_shift_ = std::bit_width(static_cast<std::uint64_t>(lookahead.ps)) - 1;
  first_at_.resize(places, kNone);
  busy_.resize((places + 63) / 64);
  busy_words_.resize((busy_.size() + 63) / 64);
}

// The bucket after current_ that comes next, or -1.
std::int64_t BucketQueue::next_bucket() const {
  const std::int64_t next = next_occupied();
  const std::int64_t far = far_.empty() ? -1 : far_.top().time.ps >> shift_;
  return next < 0 || (far >= 0 && far < next) ? far : next;
}

Time BucketQueue::first_time() const {
  debug_check(!windowed() || (!in_run() && run_end_ == end_), "the queue is closed");
  Time first = far_.empty() ? kNever : far_.top().time;
  if (!windowed() && in_run()) return late_first() ? late_.top().time : next().time;
  if (const std::int64_t bucket = next_occupied(); bucket >= 0) {
    for (std::uint32_t b = slots_[static_cast<std::size_t>(bucket) % kSlots].first; b != kNone;
         b = blocks_[b].next) {
      for (std::uint32_t i = 0; i < blocks_[b].count; ++i) {
        first = earlier(first, blocks_[b].events[i].time);
      }
    }
  }
  return first;
}

void BucketQueue::place(Event e) {
  const std::int64_t bucket = e.time.ps >> shift_;
  if (bucket <= current_) {
    debug_check(!windowed() || (bucket == current_ && is_of_this_run(e)),
                "within a window, a place posts events for itself only");
    late_.push(e);
  } else if (bucket < current_ + static_cast<std::int64_t>(kSlots)) {
    append(static_cast<std::size_t>(bucket) % kSlots, e);
  } else {
    ++beyond_;
    far_.push(e);
  }
}

void BucketQueue::append(std::size_t slot, const Event& e) {
  std::uint32_t block = slots_[slot].first;
  if (block == kNone || blocks_[block].count == blocks_[block].events.size()) {
    const std::uint32_t fresh = blocks_.allocate();
    blocks_[fresh].next = block;
    blocks_[fresh].count = 0;
    slots_[slot].first = block = fresh;
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  Block& b = blocks_[block];
  b.events[b.count++] = e;
}

// next_run() where no run of the open bucket is to begin.
bool BucketQueue::next_bucket_run(Time end) {
  for (;;) {
    if (run_end_ < end_) {
      if (runs_ == halt_at_) {
        halted_ = true;
        return false;
      }
      run_end_ = run_ends_[runs_++];
      return true;
    }
    if (windowed() && current_ >= 0 && Time{(current_ + 1) << shift_} > end) {
      close();
      return false;
    }
    if (size_ == 0) return false;
    if (windowed() ? shift_ != window_shift_ : opened_ >= kBucketsPerReview) review_width();
    const std::int64_t bucket = next_bucket();
    if (Time{bucket << shift_} >= end) return false;
    open(bucket);
    if (!windowed()) return true;
    if (halts_) find_halt(end);
  }
}

// The first run of the open bucket that is not of the boundary, if the window ends with this bucket.
void BucketQueue::find_halt(Time end) {
  if (Time{(current_ + 1) << shift_} < end) return;
  const auto runs = std::span(run_ends_.data(), run_count_);
  const auto inner = std::ranges::partition_point(
      runs, [this](std::uint32_t end_of_run) { return place_of(events_[end_of_run - 1]) < boundary_; });
  const std::uint32_t done = inner == runs.begin() ? 0 : *(inner - 1);
  if (end_ - done >= kWorthHalting) halt_at_ = static_cast<std::size_t>(inner - runs.begin());
}

// The events of one place, mostly a few that have come in almost the right order.
void BucketQueue::put_in_order(std::size_t first, std::size_t last) {
  const std::size_t n = last - first;
  if (n > kFew && !(n <= kCountable && put_in_order_of_counts(&events_[first], n, bucket_start()))) {
    std::sort(&events_[first], &events_[last - 1] + 1, Before{});
    return;
  }
  for (std::size_t i = first + 1; i < last; ++i) {
    if (!before(events_[i], events_[i - 1])) [[likely]] continue;
    const Event e = events_[i];
    std::size_t at = i;
    for (; at > first && before(e, events_[at - 1]); --at) events_[at] = events_[at - 1];
    events_[at] = e;
  }
}

// What is left of the run comes after the end of the window.
void BucketQueue::defer_run() {
  for (; head_ < run_end_; ++head_) deferred_.push_back(next());
  late_.drain([this](const Event& e) { deferred_.push_back(e); });
}

void BucketQueue::close() {
  if (!windowed() || current_ < 0) return;
  run_end_ = end_;
  defer_run();
  clear();
  --current_;
  for (const Event& e : deferred_) place(e);
  deferred_.clear();
}

void BucketQueue::release_memory() {
  check(empty(), "nothing is lost");
  clear();
  blocks_.release_memory();
  events_ = {};
  following_ = {};
  run_ends_ = {};
  late_ = {};
  far_ = {};
}

void BucketQueue::clear() { end_ = head_ = run_end_ = 0; }

void BucketQueue::open(std::int64_t bucket) {
  clear();
  current_ = bucket;
  // What was beyond the horizon comes in reach as the horizon moves.
  while (!far_.empty()) {
    const std::int64_t next = far_.top().time.ps >> shift_;
    if (next >= current_ + static_cast<std::int64_t>(kSlots)) break;
    append(static_cast<std::size_t>(next) % kSlots, far_.top());
    far_.pop();
  }
  end_ = list_blocks(take_chain(static_cast<std::size_t>(current_) % kSlots));
  ++opened_;
  seen_ += end_;
  if (events_.size() < end_) events_.grow(2 * end_);
  if (windowed()) {
    put_in_order_of_places();
  } else {
    put_in_order_of_times();
  }
  free_blocks();
}

void BucketQueue::put_in_order_of_times() {
  Event* next = events_.data();
  for (const std::uint32_t b : opening_) {
    next = std::copy_n(blocks_[b].events.begin(), blocks_[b].count, next);
  }
  run_end_ = end_;
  std::sort(events_.begin(), next, Before{});
}

// Chains the events of each place, then walks through the places in their order.
void BucketQueue::put_in_order_of_places() {
  if (following_.size() < 16 * opening_.size()) following_.grow(32 * opening_.size());
  // Known not to change by what is written through them.
  std::uint32_t* const first_at = first_at_.data();
  std::uint32_t* const following = following_.data();
  std::uint64_t* const busy = busy_.data();
  std::uint64_t* const busy_words = busy_words_.data();
  for (std::size_t k = 0; k < opening_.size(); ++k) {
    const Block& b = blocks_[opening_[k]];
    for (std::uint32_t j = b.count; j-- > 0;) {
      const auto i = static_cast<std::uint32_t>(16 * k + j);
      const std::uint32_t p = place_of(b.events[j]);
      following[i] = first_at[p];
      first_at[p] = i;
      busy[p / 64] |= std::uint64_t{1} << (p % 64);
      busy_words[p / 4096] |= std::uint64_t{1} << (p / 64 % 64);
    }
  }
  run_ends_.grow(events_.size());
  runs_ = 0;
  Event* next = events_.data();
  std::uint32_t* run_end = run_ends_.data();
  const Event* const events = events_.data();
  const std::size_t word_count = busy_words_.size();
  for (std::size_t w = 0; w < word_count; ++w) {
    for (std::uint64_t words = std::exchange(busy_words[w], 0); words; words &= words - 1) {
      const std::size_t word = w * 64 + static_cast<std::size_t>(std::countr_zero(words));
      for (std::uint64_t places = std::exchange(busy[word], 0); places; places &= places - 1) {
        const std::size_t p = word * 64 + static_cast<std::size_t>(std::countr_zero(places));
        const Event* const run = next;
        for (std::uint32_t i = std::exchange(first_at[p], kNone); i != kNone; i = following[i]) {
          *next++ = numbered(i);
        }
        // Now that it is known how many there are: the branch before tells how this one goes.
        if (next - run > 1) {
          put_in_order(static_cast<std::size_t>(run - events), static_cast<std::size_t>(next - events));
        }
        *run_end++ = static_cast<std::uint32_t>(next - events);
      }
    }
  }
  run_count_ = static_cast<std::size_t>(run_end - run_ends_.data());
}

// Events that come in bursts fill few buckets however narrow these are: then what counts is that the
// horizon lies behind most of them.
void BucketQueue::review_width() {
  if (windowed()) return change_width(window_shift_);
  const std::uint64_t mean = seen_ / opened_;
  const bool too_near = beyond_ > seen_ / 8;
  opened_ = seen_ = beyond_ = 0;
  if (too_near && shift_ < 40) {
    least_shift_ = shift_ + 1;
    change_width(shift_ + 1);
  } else if (mean > many_per_bucket() && shift_ - 2 >= least_shift_) {
    change_width(shift_ - 2);
  } else if (mean < many_per_bucket() / 16 && shift_ < 40) {
    change_width(shift_ + 1);
  }
}

// Called between buckets: nothing is open.
void BucketQueue::change_width(int shift) {
  const std::int64_t now = (current_ + 1) << shift_;  // no event is earlier
  std::uint32_t all = kNone;  // blocks, to be handed out again one by one
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    for (std::uint32_t b = take_chain(slot); b != kNone;) {
      b = std::exchange(blocks_[b].next, std::exchange(all, b));
    }
  }
  HeapQueue far = std::exchange(far_, {});
  clear();
  shift_ = shift;
  current_ = (now >> shift_) - 1;
  far.drain([this](const Event& e) { place(e); });
  while (all != kNone) {
    const Block b = blocks_[all];
    blocks_.free(std::exchange(all, b.next));
    for (std::uint32_t i = 0; i < b.count; ++i) place(b.events[i]);
  }
}

}  // namespace kasuri
