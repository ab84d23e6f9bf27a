// SPDX-License-Identifier: MIT
// A rank whose program runs several threads, each on a core of its own (OpenMP: modules/rank/openmp.c).
// They share the rank's fiber, one after another on strands, and each has a clock: what it computes lets
// that go on, not the rank's time. At each call of the runtime the thread with the least clock goes on, of
// equal ones that with the lowest number. So what they do to each other happens in the order of their
// clocks, and is the same in each run. Computation in between is not interrupted.
//
// A call of the library begins at the thread's clock: simulated time goes on to there first. While a thread
// waits in a call, the others run on, and may call, too (MPI_THREAD_MULTIPLE). A call in the past of
// another one, which kept the library busy, begins when that ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/engine/strand.h"
#include "mpi/ranks/objects.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

class World;

class RankThreads final : public ThreadsOfRank {
 public:
  using Run = void(void*);

  // Of the rank that runs; made when it is first asked for.
  static RankThreads& here();
  static RankThreads& of(World& world, std::uint32_t rank);
  RankThreads(World& world, std::uint32_t rank);

  // A new thread at the clock of the one that runs. While it runs, the word at `place` is `word`.
  std::uint32_t start(Run* run, void* data, void** place, void* word);
  // The thread that runs has computed and makes `calls` calls of the runtime, which take
  // mpi.thread_call_time each; it goes on in its turn.
  void turn(std::uint32_t calls);
  void block();                     // until another one wakes it
  void wake(std::uint32_t thread);  // at the clock of the one that runs, or later
  [[noreturn]] void end();          // of the thread that runs
  // The rank's own thread is the only one again: simulated time goes on to its clock.
  void join();
  std::uint32_t current() const { return current_; }
  bool any_is_in(const MatchKey& message) const override;

  // ---- Calls of the library by one of them ----
  void enter(bool at_its_clock);
  void leave();
  void compute(Time t);
  Time clock() { return now().clock; }
  // Lets others run until all of these, or one, are done.
  void wait(std::span<const Handle> all, bool any);

 private:
  enum class State : std::uint8_t { free, ready, blocked, waits };
  struct Thread {
    Strand strand;
    Time clock{0};
    State state = State::free;
    bool to_world = false;  // its turn comes when simulated time is at its clock
    bool any = false;
    std::span<const Handle> handles{};  // that it waits for
    void* word = nullptr;
    Run* run = nullptr;
    void* data = nullptr;
    // Of a call that is under way.
    const char* call = nullptr;
    std::uint32_t in_context = 0;
    std::int32_t in_tag = 0;
    Time in_since{0};
  };

  static void run_thread(void* threads);
  Thread& now() { return *all_[current_]; }
  void settle();
  void go_on();
  std::uint32_t pick();
  bool is_done(const Thread&) const;
  void pass_time(std::optional<Time> until);
  void exchange(Thread& from, Thread& to);

  World& world_;
  std::uint32_t rank_;
  std::vector<std::unique_ptr<Thread>> all_;
  std::vector<Handle> union_;
  std::uint32_t current_ = 0, alive_ = 1, ended_ = 0;  // ended_: whose stack is to be given back; 0: none
  void** place_ = nullptr;
};

}  // namespace kasuri::mpi
