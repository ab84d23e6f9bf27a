// SPDX-License-Identifier: MIT
// A barrier for a fixed number of threads, in two halves, between which a thread may do what concerns
// no other. The last one to come does a step on behalf of all before any goes on. Waiting threads look
// again and again for a short while, which is fastest when all arrive together, and then sleep; with
// fewer cores than threads they sleep at once.
#pragma once

#include <atomic>
#include <cstdint>

namespace kasuri {

class Barrier {
 public:
  Barrier(std::uint32_t threads, bool spin) : threads_(threads), spins_(spin ? kSpins : 0) {}

  // While no thread is in it.
  void set_threads(std::uint32_t threads) { threads_ = threads; }

  using Round = std::uint32_t;

  // To be waited for before the next arrival.
  template <class Step>
  [[nodiscard]] Round arrive(Step&& step) {
    if (threads_ == 1) {
      step();
      return 0;
    }
    const Round round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      step();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_seq_cst);
      if (sleepers_.load(std::memory_order_seq_cst) != 0) round_.notify_all();
    }
    return round;
  }

  // Whether all have come.
  bool is_over(Round round) const {
    return threads_ == 1 || round_.load(std::memory_order_acquire) != round;
  }

  // Both halves at once.
  template <class Step>
  void meet(Step&& step) {
    wait(arrive(step));
  }

  // Returns after `step` has returned on one of the threads.
  void wait(Round round) {
    if (is_over(round)) return;
    for (int i = 0; i < spins_; ++i) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
      if (is_over(round)) return;
    }
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    round_.wait(round, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

 private:
  static constexpr int kSpins = 4000;  // some 50 to 200 microseconds

  std::uint32_t threads_;
  const int spins_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<Round> round_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

}  // namespace kasuri
