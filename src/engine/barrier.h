// SPDX-License-Identifier: MIT
// A barrier for a fixed number of threads. The last one to come does a step on behalf of all before
// any goes on. Waiting threads look again and again for a short while, which is fastest when all
// arrive together, and then sleep; with fewer cores than threads they sleep at once.
#pragma once

#include <atomic>
#include <cstdint>

namespace kasuri {

class Barrier {
 public:
  Barrier(std::uint32_t threads, bool spin) : threads_(threads), spins_(spin ? kSpins : 0) {}

  // Returns after `step` has returned on one of the threads.
  template <class Step>
  void arrive(Step&& step) {
    if (threads_ == 1) return step();
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      step();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_seq_cst);
      if (sleepers_.load(std::memory_order_seq_cst) != 0) round_.notify_all();
      return;
    }
    for (int i = 0; i < spins_; ++i) {
      if (round_.load(std::memory_order_acquire) != round) return;
      __builtin_ia32_pause();
    }
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    round_.wait(round, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

 private:
  static constexpr int kSpins = 4000;  // some 50 to 200 microseconds

  const std::uint32_t threads_;
  const int spins_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> round_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

}  // namespace kasuri
