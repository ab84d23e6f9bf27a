// SPDX-License-Identifier: MIT
// Links in the order of (level, link), where no level is lower than the last one taken: a radix heap
// (Ahuja et al., Faster algorithms for the shortest path problem, 1990). A level is in the bucket of the
// highest bit in which it differs from the last one taken, so each moves down a few times instead of
// through a tree.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/core/check.h"

namespace kasuri {

class LevelQueue {
 public:
  using Level = std::pair<std::int64_t, std::uint32_t>;

  void clear() {
    for (; full_; full_ &= full_ - 1) buckets_[lowest()].clear();
    now_.clear();
    last_ = 0;
  }
  void push(std::int64_t level, std::uint32_t link) {
    check(level >= last_, "levels only rise");
    if (level == last_) {
      now_.push_back(link);
      std::ranges::push_heap(now_, std::greater<>());
    } else {
      add({level, link});
    }
  }
  // Whether there is one that is wanted; of the others, some are forgotten.
  template <class Wanted>
  bool find(Wanted wanted) {
    while (now_.empty()) {
      if (!full_) return false;
      spread(lowest(), wanted);
    }
    return true;
  }
  // After find(): of the first one.
  std::int64_t level() const { return last_; }
  std::uint32_t pop() {
    std::ranges::pop_heap(now_, std::greater<>());
    const std::uint32_t link = now_.back();
    now_.pop_back();
    return link;
  }

 private:
  std::size_t lowest() const { return static_cast<std::size_t>(std::countr_zero(full_)); }
  void add(const Level& l) {
    const auto differs = static_cast<std::uint64_t>(l.first ^ last_);
    const auto bucket = static_cast<std::size_t>(std::bit_width(differs)) - 1;
    buckets_[bucket].push_back(l);
    full_ |= std::uint64_t{1} << bucket;
  }
  template <class Wanted>
  void spread(std::size_t bucket, Wanted wanted) {
    std::vector<Level>& from = buckets_[bucket];
    full_ &= ~(std::uint64_t{1} << bucket);
    std::erase_if(from, [&](const Level& l) { return !wanted(l.second); });
    if (from.empty()) return;
    last_ = std::ranges::min_element(from, {}, &Level::first)->first;
    for (const Level& l : from) {
      if (l.first == last_) now_.push_back(l.second);
      else add(l);  // into a lower bucket
    }
    from.clear();
    std::ranges::make_heap(now_, std::greater<>());
  }

  std::array<std::vector<Level>, 63> buckets_;
  std::uint64_t full_ = 0;  // which buckets are not empty
  std::vector<std::uint32_t> now_;  // those at `last_`: a heap
  std::int64_t last_ = 0;
};

}  // namespace kasuri
