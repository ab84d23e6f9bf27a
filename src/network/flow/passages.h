// SPDX-License-Identifier: MIT
// When short messages pass links. A link gives each the time that it has free from the message's head on;
// who begins first has it first. So a link is busy for no more than all of the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/core/units.h"

namespace kasuri {

class Passages {
 public:
  explicit Passages(std::size_t links) : busy_(links) {}

  // In large machines links are in no cache: first where a link's times are is fetched, then these.
  void fetch(std::uint32_t link) const { __builtin_prefetch(&busy_[link]); }
  void fetch_times(std::uint32_t link) const { __builtin_prefetch(busy_[link].data()); }

  // A message's head comes at `head`; it takes `takes` of the link's time. Returns when its tail has
  // passed. Nobody's head comes before `now` any more.
  Time pass(std::uint32_t link, Time now, Time head, Time takes) {
    std::vector<Busy>& all = busy_[link];
    const auto over = std::ranges::find_if(all, [&](const Busy& b) { return b.to > now; });
    all.erase(all.begin(), over);
    const auto first = std::ranges::find_if(all, [&](const Busy& b) { return b.to >= head; });
    auto next = first;
    Time at = head;
    while (takes > Time{0}) {
      if (next != all.end() && next->from <= at) {
        at = later(at, next++->to);
        continue;
      }
      const Time part = next == all.end() ? takes : earlier(takes, next->from - at);
      at += part;
      takes -= part;
    }
    const Busy whole{first == next ? head : earlier(head, first->from), at};
    if (first == next) {
      if (at > head) all.insert(first, whole);
    } else {
      *first = whole;
      all.erase(first + 1, next);
    }
    return at;
  }

  // For how long a head that comes then finds the link busy.
  Time queue(std::uint32_t link, Time head) const {
    for (const Busy& b : busy_[link]) {
      if (b.from <= head && head < b.to) return b.to - head;
    }
    return Time{0};
  }

  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = busy_.size() * sizeof(busy_[0]);
    for (const std::vector<Busy>& b : busy_) bytes += b.capacity() * sizeof(Busy);
    return bytes;
  }

 private:
  struct Busy {
    Time from, to;
  };
  std::vector<std::vector<Busy>> busy_;  // each apart from the next, in order
};

}  // namespace kasuri
