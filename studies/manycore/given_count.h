// SPDX-License-Identifier: MIT
// How far a run of many cores is, for its progress line: counts buffers that were given to receivers, by
// many threads, each in a cache line of its own, so that none waits for another's.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace kasuri::emu {

class GivenCount {
 public:
  void add(std::int64_t n) { parts_[part()].n.fetch_add(n, std::memory_order_relaxed); }
  // Of all threads, at any time.
  std::int64_t value() const {
    std::int64_t sum = 0;
    for (const Part& p : parts_) sum += p.n.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr unsigned kParts = 64;
  struct alignas(64) Part {
    std::atomic<std::int64_t> n = 0;
  };
  static unsigned part() {
    static std::atomic<unsigned> threads = 0;
    thread_local const unsigned own = threads.fetch_add(1, std::memory_order_relaxed) % kParts;
    return own;
  }
  std::array<Part, kParts> parts_;
};

}  // namespace kasuri::emu
