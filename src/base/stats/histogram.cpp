// SPDX-License-Identifier: MIT
#include "base/stats/histogram.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace kasuri {

Histogram& Histogram::operator+=(const Histogram& o) {
  if (counts_.size() < o.counts_.size()) counts_.resize(o.counts_.size());
  for (std::size_t b = 0; b < o.counts_.size(); ++b) counts_[b] += o.counts_[b];
  count_ += o.count_;
  sum_ += o.sum_;
  least_ = earlier(least_, o.least_);
  most_ = later(most_, o.most_);
  return *this;
}

Histogram Histogram::of(std::vector<std::uint64_t> counts, Time sum, Time least, Time most) {
  Histogram h;
  h.count_ = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  h.counts_ = std::move(counts);
  h.sum_ = sum;
  h.least_ = h.count_ ? least : kNever;
  h.most_ = most;
  return h;
}

Time Histogram::percentile(double share) const {
  if (count_ == 0) return {0};
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  const std::uint64_t rank = std::clamp<std::uint64_t>(wanted, 1, count_);
  std::uint64_t seen = 0;
  for (std::size_t b = 0; b < counts_.size(); ++b) {
    seen += counts_[b];
    if (seen >= rank) return earlier({high(b)}, most_);
  }
  return most_;
}

}  // namespace kasuri
