// SPDX-License-Identifier: MIT
// A histogram of times (ps) whose buckets are linear within each power of two, as in HdrHistogram:
// values below 128 have a bucket each, those above 64 buckets an octave, so that a bucket is at most 1/64
// wide of its value. Count, sum, least and most are exact. Histograms add up to what one of all values
// would be, in any order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/core/archive.h"
#include "base/core/units.h"

namespace kasuri {

class Histogram {
 public:
  static constexpr unsigned kBits = 6;  // 2^kBits buckets an octave
  static constexpr std::size_t kBuckets = (64 - kBits) << kBits;

  static constexpr std::size_t bucket_of(std::int64_t value) {
    const auto v = static_cast<std::uint64_t>(value);
    if (v < 2u << kBits) return static_cast<std::size_t>(v);
    const auto shift = static_cast<unsigned>(std::bit_width(v)) - kBits - 1;
    return (std::size_t{shift} << kBits) + static_cast<std::size_t>(v >> shift);
  }
  // The least value of a bucket.
  static constexpr std::int64_t low(std::size_t bucket) {
    if (bucket < 2u << kBits) return static_cast<std::int64_t>(bucket);
    const std::size_t shift = (bucket >> kBits) - 1;
    return static_cast<std::int64_t>((bucket - (shift << kBits)) << shift);
  }
  // The greatest.
  static constexpr std::int64_t high(std::size_t bucket) {
    const std::size_t shift = bucket < 2u << kBits ? 0 : (bucket >> kBits) - 1;
    return low(bucket) + ((std::int64_t{1} << shift) - 1);
  }

  // Times are not negative.
  void add(Time t) {
    const std::size_t bucket = bucket_of(t.ps);
    if (bucket >= counts_.size()) [[unlikely]] counts_.resize(bucket + 1);
    ++counts_[bucket];
    ++count_;
    sum_ += t;
    if (t < least_) [[unlikely]] least_ = t;
    if (t > most_) [[unlikely]] most_ = t;
  }
  Histogram& operator+=(const Histogram&);

  // Of counts by bucket, and what is known besides them.
  static Histogram of(std::vector<std::uint64_t> counts, Time sum, Time least, Time most);

  std::uint64_t count() const { return count_; }
  Time sum() const { return sum_; }
  Time least() const { return count_ ? least_ : Time{0}; }
  Time most() const { return most_; }
  Time mean() const { return {count_ ? sum_.ps / static_cast<std::int64_t>(count_) : 0}; }
  // The nearest-rank percentile: the least value that `share` of all do not exceed, as the greatest
  // value of its bucket, and never more than the most. 0 if there are no values.
  Time percentile(double share) const;

  // Calls f(bucket, count) for each bucket that has any.
  template <class F>
  void for_each(F f) const {
    for (std::size_t b = 0; b < counts_.size(); ++b) {
      if (counts_[b]) f(b, counts_[b]);
    }
  }

  template <class Archive>
  friend void transfer(Archive& a, Histogram& h) {
    a(h.counts_), a(h.count_), a(h.sum_), a(h.least_), a(h.most_);
  }

 private:
  std::vector<std::uint64_t> counts_;  // up to the last bucket that was needed
  std::uint64_t count_ = 0;
  Time sum_{0};
  Time least_ = kNever;
  Time most_{0};
};

}  // namespace kasuri
