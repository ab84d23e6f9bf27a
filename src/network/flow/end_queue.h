// SPDX-License-Identifier: MIT
// When flows end: a binary heap that knows where each flow is, since their ends move.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/core/units.h"

namespace kasuri {

class EndQueue {
 public:
  bool empty() const { return heap_.empty(); }
  // The earliest end, of equal ones that of the lowest number.
  Time first_time() const { return heap_.empty() ? kNever : heap_[0].end; }
  std::uint32_t first() const { return heap_[0].flow; }

  // Adds a flow, or moves its end.
  void set(std::uint32_t flow, Time end) {
    if (flow >= place_.size()) place_.resize(flow + 1, kNowhere);
    if (place_[flow] == kNowhere) {
      place_[flow] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back({end, flow});
    } else {
      heap_[place_[flow]].end = end;
    }
    down(up(place_[flow]));
  }

  void remove(std::uint32_t flow) {
    if (flow >= place_.size() || place_[flow] == kNowhere) return;
    const std::uint32_t hole = place_[flow];
    place_[flow] = kNowhere;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (last.flow == flow) return;
    heap_[hole] = last;
    place_[last.flow] = hole;
    down(up(hole));
  }

 private:
  static constexpr std::uint32_t kNowhere = UINT32_MAX;
  struct Entry {
    Time end;
    std::uint32_t flow;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.end != b.end ? a.end < b.end : a.flow < b.flow;
    }
  };

  void exchange(std::uint32_t a, std::uint32_t b) {
    std::swap(heap_[a], heap_[b]);
    place_[heap_[a].flow] = a;
    place_[heap_[b].flow] = b;
  }
  std::uint32_t up(std::uint32_t i) {
    for (; i > 0 && heap_[i] < heap_[(i - 1) / 2]; i = (i - 1) / 2) exchange(i, (i - 1) / 2);
    return i;
  }
  void down(std::uint32_t i) {
    while (true) {
      std::uint32_t least = i;
      for (const std::uint32_t child : {2 * i + 1, 2 * i + 2}) {
        if (child < heap_.size() && heap_[child] < heap_[least]) least = child;
      }
      if (least == i) return;
      exchange(i, least);
      i = least;
    }
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;  // of each flow
};

}  // namespace kasuri
