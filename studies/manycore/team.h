// SPDX-License-Identifier: MIT
// In which order groups of elements have their turns, and on which threads.
//
// A group touches its own rank, and the buffers that it shares with the ranks beside it. So ranks
// of one parity run at the same time, shared by all threads; then those of the other. A rank is always
// the same thread's, and so are those beside it, but at the ends of blocks of ranks: what is in a core's
// cache stays there. Who has done with its own goes on with what others have not come to. A window of
// neighbouring ranks takes turns until nothing moves in it, then it slides on by a part of its
// width: what it works on stays in the cache, and the packets that are stacked before its right
// border go with it, many waves at once. A rank is loaded when the window comes to it, and retired
// when nothing can reach it any more, so that only the ranks between are held. The window goes no
// further than a horizon while there is something to do behind it. Since results don't depend on
// the order, they don't depend on the number of threads either.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>
#include <vector>

namespace kasuri::emu {

// How far a run has come. Ranks from `live` on to `loaded` - 1 have a state.
struct Progress {
  std::uint32_t live = 0;
  std::uint32_t loaded = 0;
  std::uint32_t window = 0;   // its first rank
  std::uint32_t horizon = 0;  // as far as the window goes
};

// Duty has
//   bool turn(thread, rank, group)    true: it had something to do. 2k and 2k + 1 on one thread
//   void load(thread, rank, group)    also of the sink, the rank after the last
//   void retire(thread, rank, group)
//   void admit(rank), bool is_final(rank), void release(rank), bool stop()    by one thread, while
//                                                                             the others wait
template <class Duty>
class Team {
 public:
  struct Work {
    std::uint32_t ranks;
    std::uint32_t groups;  // of a rank
    std::uint32_t window;  // ranks
    unsigned threads;
    std::int64_t most_steps = INT64_MAX;  // then it ends, whatever is left to do
  };

  Team(const Work& w, Progress& progress, Duty& duty)
      : work_(w), at_(progress), duty_(duty), shares_(w.threads), meeting_(w.threads, Next{this}) {
    const std::uint32_t pairs = (work_.groups + 1) / 2;
    for (unsigned s = 0; s < work_.threads; ++s) {
      Share& share = shares_[s];
      share.pairs_end = block() ? pairs : pairs * (s + 1) / work_.threads;
      share.pairs = share.pairs_end - (block() ? 0 : pairs * s / work_.threads);
    }
    if (!at_.horizon) at_.horizon = std::min(work_.ranks, kHorizon * work_.window);
    load_window();
  }

  // Ends when no group has something to do, or when stop() is true; returns whether none has.
  bool run() {
    std::vector<std::thread> others;
    for (unsigned t = 1; t < work_.threads; ++t) others.emplace_back([this, t] { take_part(t); });
    take_part(0);
    for (std::thread& t : others) t.join();
    return !stopped_;
  }
  // What retiring took: of the wall clock, and of all threads' CPU time.
  double retire_seconds() const { return retire_seconds_; }
  double retire_cpu_seconds() const { return retire_cpu_.load(); }

 private:
  struct Next {
    Team* team;
    void operator()() noexcept { team->end_step(); }
  };
  enum class Step : std::uint8_t { load, turns, retire };
  // A thread's share of a step: some of the groups' pairs of some ranks.
  struct alignas(64) Share {
    std::uint32_t pairs = 0;      // so many,
    std::uint32_t pairs_end = 0;  // before this one
    std::vector<std::uint32_t> ranks;
    alignas(64) std::atomic<std::uint32_t> taken = 0;  // pairs, of all ranks
  };
  // Ranks side by side that are one thread's, an even number. As many as are in a window pass by before
  // they are so again: wherever it stands, each thread has its part of it. 0: of windows of few ranks each
  // thread has some groups of all ranks instead.
  std::uint32_t block() const { return work_.window / work_.threads & ~1u; }

  void take_part(unsigned thread) {
    while (!done_) {
      bool moved = false;
      const Step step = step_;
      const double cpu_before = step == Step::retire ? cpu_of_thread() : 0;
      const auto wall_before = std::chrono::steady_clock::now();
      // Its own share, then what others have not come to.
      for (unsigned k = 0; k < work_.threads; ++k) {
        moved |= take_from(shares_[(thread + k) % work_.threads], thread);
      }
      if (moved) moved_.store(true, std::memory_order_relaxed);
      if (step == Step::retire) {
        const double cpu = cpu_of_thread() - cpu_before;
        retire_cpu_.fetch_add(cpu, std::memory_order_relaxed);
        if (thread == 0) retire_seconds_ += seconds_since(wall_before);
      }
      meeting_.arrive_and_wait();
    }
  }

  // Returns whether anything moved.
  bool take_from(Share& share, unsigned thread) {
    bool moved = false;
    const auto end = static_cast<std::uint32_t>(share.ranks.size()) * share.pairs;
    for (;;) {
      if (share.taken.load(std::memory_order_relaxed) >= end) return moved;
      const std::uint32_t first = share.taken.fetch_add(kChunk, std::memory_order_relaxed);
      for (std::uint32_t i = first; i < std::min(first + kChunk, end); ++i) {
        const std::uint32_t rank = share.ranks[i / share.pairs];
        const std::uint32_t group = 2 * (share.pairs_end - share.pairs + i % share.pairs);
        for (std::uint32_t g = group; g < std::min(group + 2, work_.groups); ++g) {
          if (step_ == Step::turns) moved |= duty_.turn(thread, rank, g);
          else if (step_ == Step::load) duty_.load(thread, rank, g);
          else duty_.retire(thread, rank, g);
        }
      }
    }
  }

  static double cpu_of_thread() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  }
  static double seconds_since(std::chrono::steady_clock::time_point t) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
  }

  // By one thread while the others wait.
  void end_step() {
    switch (step_) {
      case Step::load: return turns();
      case Step::turns: return end_turns();
      case Step::retire:
        for (; retired_ < at_.live; ++retired_) duty_.release(retired_);
        done_ = at_.live == work_.ranks;
        return slide();
    }
  }
  void end_turns() {
    const bool moved = moved_.exchange(false);
    quiet_steps_ = moved ? 0 : quiet_steps_ + 1;
    moved_in_sweep_ |= moved;
    stopped_ = ++steps_ >= work_.most_steps || duty_.stop();
    done_ = stopped_;
    parity_ ^= 1;
    if (done_ || quiet_steps_ < 2) return turns();
    retired_ = at_.live;
    while (at_.live < std::min(at_.loaded, work_.ranks) && duty_.is_final(at_.live)) ++at_.live;
    if (at_.live == retired_) return slide();
    begin(Step::retire, retired_, at_.live - retired_);
  }
  void slide() {
    const bool at_horizon = end() >= at_.horizon;
    if (at_horizon && moved_in_sweep_ && at_.live < std::min(at_.window, work_.ranks)) {
      at_.window = at_.live;
      moved_in_sweep_ = false;
    } else if (at_horizon && at_.horizon == work_.ranks) {
      retired_ = at_.live;  // what still waits does so for ever
      at_.live = work_.ranks;
      return begin(Step::retire, retired_, at_.live - retired_);
    } else {
      if (at_horizon) at_.horizon += std::min(work_.ranks - at_.horizon, kHorizon * work_.window);
      at_.window += std::max(work_.window / 4, 1u);
    }
    at_.window = std::max(at_.window, std::min(at_.live, work_.ranks - 1));
    quiet_steps_ = 0;
    load_window();
  }
  void load_window() {
    const std::uint32_t first = at_.loaded;
    for (; at_.loaded <= end(); ++at_.loaded) duty_.admit(at_.loaded);
    if (at_.loaded == first) return turns();
    begin(Step::load, first, at_.loaded - first);
  }
  void turns() {
    const std::uint32_t first = at_.window + ((at_.window ^ parity_) & 1);
    begin(Step::turns, first, first < end() ? (end() - first + 1) / 2 : 0);
  }
  void begin(Step step, std::uint32_t first, std::uint32_t ranks) {
    step_ = step;
    const std::uint32_t stride = step == Step::turns ? 2 : 1;
    for (Share& share : shares_) {
      share.taken.store(0, std::memory_order_relaxed);
      share.ranks.clear();
    }
    for (std::uint32_t i = 0; i < ranks; ++i) {
      const std::uint32_t rank = first + stride * i;
      if (block()) {
        shares_[rank / block() % work_.threads].ranks.push_back(rank);
      } else {
        for (Share& share : shares_) share.ranks.push_back(rank);
      }
    }
  }
  // Of the window.
  std::uint32_t end() const { return std::min(at_.window + work_.window, work_.ranks); }

  static constexpr std::uint32_t kChunk = 2;
  static constexpr std::uint32_t kHorizon = 8;  // windows

  Work work_;
  Progress& at_;
  Duty& duty_;
  std::vector<Share> shares_;  // by thread
  std::barrier<Next> meeting_;
  std::atomic<bool> moved_ = false;
  bool stopped_ = false;
  bool done_ = false;
  Step step_ = Step::turns;
  std::uint32_t retired_ = 0;
  std::uint32_t parity_ = 0;
  unsigned quiet_steps_ = 0;
  bool moved_in_sweep_ = true;  // for all that is known of turns before this run
  std::int64_t steps_ = 0;
  double retire_seconds_ = 0;
  std::atomic<double> retire_cpu_ = 0;
};

}  // namespace kasuri::emu
