// SPDX-License-Identifier: MIT
// In which order groups of elements have their turns, and on which threads.
//
// A group touches its own rank, and the buffers that it shares with the ranks beside it. So ranks
// of one parity run at the same time, shared by all threads; then those of the other. A band of
// neighbouring ranks takes turns until nothing moves in it before the next band does: what it
// works on then stays in the cache. Since results don't depend on the order, they don't depend on
// the number of threads either.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

namespace kasuri::emu {

class Team {
 public:
  struct Work {
    std::uint32_t ranks;
    std::uint32_t groups;     // of a rank
    std::uint32_t band;       // ranks
    unsigned threads;
    std::int64_t most_steps = INT64_MAX;  // then it ends, whatever is left to do
  };

  explicit Team(const Work& w) : work_(w), meeting_(w.threads, Next{this}) { begin_step(); }

  // Calls turn(thread, rank, group), true: a group had something to do; for 2k and 2k + 1 on one
  // thread. Ends when no group has, or when stop() is true; returns whether no group has.
  template <class TurnOf, class Stop>
  bool run(TurnOf turn, Stop stop) {
    std::vector<std::thread> others;
    for (unsigned t = 1; t < work_.threads; ++t)
      others.emplace_back([this, t, &turn, &stop] { take_part(t, turn, stop); });
    take_part(0, turn, stop);
    for (std::thread& t : others) t.join();
    return !stopped_;
  }

 private:
  struct Next {
    Team* team;
    void operator()() noexcept { team->end_step(); }
  };

  template <class TurnOf, class Stop>
  void take_part(unsigned thread, TurnOf& turn, Stop& stop) {
    const std::uint32_t pairs = (work_.groups + 1) / 2;
    while (!done_) {
      bool moved = false;
      const std::uint32_t items = step_ranks_ * pairs;
      for (;;) {
        const std::uint32_t first = next_.fetch_add(kChunk, std::memory_order_relaxed);
        if (first >= items) break;
        const std::uint32_t last = std::min(first + kChunk, items);
        for (std::uint32_t i = first; i < last; ++i) {
          const std::uint32_t rank = step_first_ + 2 * (i / pairs);
          const std::uint32_t group = i % pairs * 2;
          moved |= turn(thread, rank, group);
          if (group + 1 < work_.groups) moved |= turn(thread, rank, group + 1);
        }
      }
      if (moved) moved_.store(true, std::memory_order_relaxed);
      if (stop()) stopped_.store(true, std::memory_order_relaxed);
      meeting_.arrive_and_wait();
    }
  }

  // By one thread while the others wait.
  void end_step() {
    const bool moved = moved_.exchange(false);
    quiet_steps_ = moved ? 0 : quiet_steps_ + 1;
    moved_in_pass_ |= moved;
    if (++steps_ >= work_.most_steps) stopped_ = true;
    if (stopped_) done_ = true;
    parity_ ^= 1;
    if (quiet_steps_ >= 2) {
      quiet_steps_ = 0;
      band_ += work_.band;
      if (band_ >= work_.ranks) {
        band_ = 0;
        if (!moved_in_pass_) done_ = true;
        moved_in_pass_ = false;
      }
    }
    begin_step();
  }
  void begin_step() {
    const std::uint32_t end = std::min(band_ + work_.band, work_.ranks);
    step_first_ = band_ + ((band_ ^ parity_) & 1);
    step_ranks_ = step_first_ < end ? (end - step_first_ + 1) / 2 : 0;
    next_.store(0, std::memory_order_relaxed);
  }

  static constexpr std::uint32_t kChunk = 2;

  Work work_;
  std::barrier<Next> meeting_;
  std::atomic<std::uint32_t> next_ = 0;
  std::atomic<bool> moved_ = false;
  std::atomic<bool> stopped_ = false;
  bool done_ = false;
  std::uint32_t band_ = 0;
  std::uint32_t parity_ = 0;
  std::uint32_t step_first_ = 0;
  std::uint32_t step_ranks_ = 0;
  unsigned quiet_steps_ = 0;
  bool moved_in_pass_ = false;
  std::int64_t steps_ = 0;
};

}  // namespace kasuri::emu
