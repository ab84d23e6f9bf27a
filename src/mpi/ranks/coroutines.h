// SPDX-License-Identifier: MIT
// The threads of control of the ranks of one part of the machine: their stacks, and which of them runs. A
// coroutine runs when its event comes, until it gives way.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "base/core/pool.h"
#include "base/engine/fiber.h"
#include "base/engine/partition.h"
#include "mpi/ranks/rank_table.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

// Coroutine r is the program of rank r; those above run non-blocking collectives.
struct Coroutine {
  enum class State : std::uint8_t { asleep, blocked, running, ended };
  std::uint32_t rank;
  FiberPool::Id fiber = FiberPool::kNone;  // it has no stack now
  std::uint32_t pending = 0;               // requests it waits for
  std::uint32_t last = UINT32_MAX;         // the one of them that was done last
  State state = State::asleep;
  bool is_program = false;                 // or an operation stream, or a helper
  bool any = false;                        // one of the requests is enough
  bool polls = false;                      // asleep after a test or probe that found nothing
  std::uint32_t stream = 0;                // its number among the streams here
  Time ready{0};                           // when the CPU is free again
  Time since{0};                           // since when it waits
  Time received{0};                        // of that, what the CPU spends on messages
  const char* call = nullptr;              // null: in program code
  const Handle* waits_for = nullptr;
  std::size_t waits = 0;
  std::int32_t exit_code = 0;

  void block(std::span<const Handle> handles, Time now) {
    since = now;
    waits_for = handles.data();
    waits = handles.size();
    state = State::blocked;
  }
};

class Coroutines {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Events are those of `wake`, by sender first_sender + the rank.
  Coroutines(Partition& partition, EventKind wake, SenderId first_sender, RankTable& ranks)
      : partition_(partition), wake_kind_(wake), first_sender_(first_sender), ranks_(ranks) {}

  // On the thread that is to run them.
  void start(std::uint32_t coroutines, const FiberPool::Options& o) {
    move_here();
    fibers_.emplace(o);
    all_.grow(coroutines);
  }
  // This thread runs them from now on. False: it did before.
  bool move_here() const {
    if (in_kernel_ != 0 && pthread_equal(thread_, pthread_self())) return false;
    thread_ = pthread_self();
    in_kernel_ = gettid();
    return true;
  }
  Coroutine& operator[](std::uint32_t i) { return all_[i]; }
  const Coroutine& operator[](std::uint32_t i) const { return all_[i]; }
  bool started() const { return fibers_.has_value(); }
  FiberPool& fibers() { return *fibers_; }
  const FiberPool& fibers() const { return *fibers_; }
  EventKind wake_kind() const { return wake_kind_; }
  Time now() const { return partition_.now(); }
  // The order of the rank's next event among those of its instant.
  std::uint64_t next_key(std::uint32_t rank) {
    return order_key(Phase::node, {first_sender_.v + rank}, ranks_[rank].events++);
  }

  // It goes on then.
  void wake(std::uint32_t i, Time at) {
    const Coroutine& s = all_[i];
    partition_.post({at, next_key(s.rank), i, 0, 0, wake_kind_});
    if (at == partition_.now() && s.fiber != FiberPool::kNone) fibers_->prefetch(s.fiber);
  }

  // While one runs.
  class Turn {
   public:
    Turn(Coroutines& c, std::uint32_t i) : coroutines_(c) {
      c.running_.store(i, std::memory_order_relaxed);
      c.switches_.store(c.switches_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    ~Turn() { coroutines_.running_.store(kNone, std::memory_order_relaxed); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Coroutines& coroutines_;
  };
  // The one that runs now; kNone between coroutines.
  std::uint32_t running() const { return running_.load(std::memory_order_relaxed); }

  // What any thread may ask: is the host held by a rank that does not come back?
  struct OnHost {
    std::uint32_t coroutine;  // that runs now, kNone between coroutines
    std::uint64_t switches;   // how often one began to run
  };
  OnHost on_host() const { return {running(), switches_.load(std::memory_order_relaxed)}; }
  // From any thread: whichever runs is given up where it next returns to its program.
  void leave_program() const { leaves_program_.store(true, std::memory_order_relaxed); }
  void returns_to_program() const {
    if (leaves_program_.load(std::memory_order_relaxed)) [[unlikely]] FiberPool::give_up();
  }
  pthread_t thread() const { return thread_; }  // after the start
  pid_t thread_in_kernel() const { return in_kernel_; }

 private:
  Partition& partition_;
  EventKind wake_kind_;
  SenderId first_sender_;
  RankTable& ranks_;
  LazyArray<Coroutine> all_;
  std::optional<FiberPool> fibers_;
  std::atomic<std::uint32_t> running_{kNone};
  std::atomic<std::uint64_t> switches_{0};
  mutable std::atomic<bool> leaves_program_{false};
  mutable std::atomic<pthread_t> thread_{};
  mutable std::atomic<pid_t> in_kernel_ = 0;
};

}  // namespace kasuri::mpi
