// SPDX-License-Identifier: MIT
// A set of numbers as disjoint intervals in ascending order; those that touch are one. For few of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kasuri::mpi {

class Intervals {
 public:
  bool empty() const { return all_.empty(); }

  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    auto first = at_or_after(begin);
    auto last = first;
    for (; last != all_.end() && last->begin <= end; ++last) {
      begin = std::min(begin, last->begin);
      end = std::max(end, last->end);
    }
    if (first == last) {
      all_.insert(first, {begin, end});
    } else {
      *first = {begin, end};
      all_.erase(first + 1, last);
    }
  }

  void remove(std::uint64_t begin, std::uint64_t end) {
    for (auto i = at_or_after(begin); i != all_.end() && i->begin < end;) {
      const Interval old = *i;
      if (old.end <= begin) {
        ++i;
        continue;
      }
      const bool left = old.begin < begin, right = old.end > end;
      if (left && right) {
        *i = {old.begin, begin};
        all_.insert(i + 1, {end, old.end});
        return;
      }
      if (!left && !right) {
        i = all_.erase(i);
        continue;
      }
      *i = left ? Interval{old.begin, begin} : Interval{end, old.end};
      ++i;
    }
  }

  // Calls visit(begin, end, whether it is in the set) for the runs of a range, in ascending order.
  template <class Visit>
  void for_each_run(std::uint64_t begin, std::uint64_t end, const Visit& visit) const {
    for (std::size_t i = index_of(begin); begin < end && i < all_.size(); ++i) {
      const Interval it = all_[i];
      if (it.begin >= end) break;
      if (it.end <= begin) continue;
      if (it.begin > begin) visit(begin, it.begin, false);
      const std::uint64_t from = std::max(begin, it.begin), to = std::min(end, it.end);
      visit(from, to, true);
      begin = to;
    }
    if (begin < end) visit(begin, end, false);
  }

 private:
  struct Interval {
    std::uint64_t begin, end;
  };
  // The first that ends there or later.
  std::size_t index_of(std::uint64_t begin) const {
    const auto i = std::ranges::lower_bound(all_, begin, {}, &Interval::end);
    return static_cast<std::size_t>(i - all_.begin());
  }
  std::vector<Interval>::iterator at_or_after(std::uint64_t begin) {
    return all_.begin() + static_cast<std::ptrdiff_t>(index_of(begin));
  }

  std::vector<Interval> all_;
};

}  // namespace kasuri::mpi
