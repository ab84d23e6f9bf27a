// SPDX-License-Identifier: MIT
#include "engine/bucket_queue.h"

#include <algorithm>

#include "core/check.h"

namespace kasuri {

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

void BucketQueue::collect(std::size_t slot) {
  for (std::uint32_t block = slots_[slot].first; block != kNone;) {
    const Block& b = blocks_[block];
    sorted_.insert(sorted_.end(), b.events.begin(), b.events.begin() + b.count);
    const std::uint32_t next = b.next;
    blocks_.give_back(block);
    block = next;
  }
  slots_[slot].first = kNone;
  occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
}

void BucketQueue::open_next_bucket() {
  debug_check(size_ > 0, "an empty queue has no next bucket");
  if (opened_ >= kBucketsPerReview) review_width();
  sorted_.clear();
  head_ = 0;

  std::int64_t next = next_occupied();
  const std::int64_t far = far_.empty() ? -1 : far_.top().time.ps >> shift_;
  if (next < 0 || (far >= 0 && far < next)) next = far;
  current_ = next;
  // What was beyond the horizon comes in reach as the horizon moves.
  while (!far_.empty()) {
    const std::int64_t bucket = far_.top().time.ps >> shift_;
    if (bucket >= current_ + static_cast<std::int64_t>(kSlots)) break;
    if (bucket == current_) {
      sorted_.push_back(far_.top());
    } else {
      append(static_cast<std::size_t>(bucket) % kSlots, far_.top());
    }
    far_.pop();
  }
  collect(static_cast<std::size_t>(current_) % kSlots);
  std::sort(sorted_.begin(), sorted_.end(), Before{});
  ++opened_;
  seen_ += sorted_.size();
}

// Events that come in bursts fill few buckets however narrow these are: then what counts is that the
// horizon lies behind most of them.
void BucketQueue::review_width() {
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

// Called between buckets: nothing is sorted or late.
void BucketQueue::change_width(int shift) {
  const std::int64_t now = (current_ + 1) << shift_;  // no event is earlier
  std::vector<Event> all;
  all.reserve(size_);
  far_.drain([&](const Event& e) { all.push_back(e); });
  sorted_.clear();
  for (std::size_t slot = 0; slot < kSlots; ++slot) collect(slot);
  all.insert(all.end(), sorted_.begin(), sorted_.end());
  sorted_.clear();
  shift_ = shift;
  current_ = (now >> shift_) - 1;
  for (const Event& e : all) place(e);
}

}  // namespace kasuri
