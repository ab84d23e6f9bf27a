// SPDX-License-Identifier: MIT
// All ranks of one part of the machine: MPI's semantics once, for programs (mpi.h, mgen.h, acp.h) and for
// operation streams (traces, patterns). World owns the parts that serve them, and is in charge of the life
// of ranks.
//
// A rank's thread of control is a coroutine. It runs only when its event comes, until it needs
// simulated time: then it says why (`occupy`, Requests::await) and gives way. Class Caller wraps this into
// blocking calls for code on a fiber, and StreamRunner serves operation streams with the same calls, so
// both take the same time.
//
// The overheads of params.h are the CPU's part; when it takes it is mpi.progress. Non-blocking collectives
// have a CPU of their own (collectives.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/engine/partition.h"
#include "mpi/ranks/accounts.h"
#include "mpi/ranks/buffer_pool.h"
#include "mpi/ranks/coroutines.h"
#include "mpi/ranks/messages.h"
#include "mpi/ranks/mistakes.h"
#include "mpi/ranks/params.h"
#include "mpi/ranks/polls.h"
#include "mpi/ranks/rank_table.h"
#include "mpi/ranks/requests.h"

namespace kasuri {
struct RdmaParams;
}  // namespace kasuri

namespace kasuri::mpi {

class Collectives;
class Files;
class Lanes;
class OneSided;
class StreamRunner;
class Windows;

class World {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Rank r, numbered over all jobs in the order they were added, posts events as sender
  // first_sender + r; these must be higher than the senders of the NICs, so that a rank sees all
  // that arrives at its instant.
  // `in_order`: whether the transport delivers the messages of a pair in the order of their sends.
  World(Partition&, Transport&, const MpiParams&, SenderId first_sender, std::uint32_t nics_per_node,
        bool in_order, const RdmaParams&);
  World(Partition&, Transport&, const MpiParams&, SenderId first_sender, std::uint32_t nics_per_node = 1,
        bool in_order = false);
  ~World();

  std::uint32_t add_job(JobSpec);
  // Readies all jobs; to be called once, before the partition runs.
  void start();

  bool finished() const { return running() == 0; }
  std::uint32_t running() const { return running_ranks_; }  // ranks that have not ended
  const std::optional<Failure>& failure() const { return mistakes_.failure(); }
  // When nothing happens any more: whether a thread that a rank has made, and may wait for, has failed.
  bool has_failed_in_thread();
  // Ranks that wait for messages. Events at an end and a rank blocked: a deadlock of the program.
  std::vector<BlockedRank> blocked() const;
  // How many ranks here will do nothing but poll if nothing comes (Polls::only_polls); nothing if another
  // one goes on by itself. Each of them has an event to come, and those that wait have none.
  std::optional<std::uint32_t> only_polling(Time now, Time patience) const;
  JobResult result(std::uint32_t job) const;
  // Of a rank at its end: what it has left undone, in words; "" if nothing.
  std::string leftovers(std::uint32_t rank) const;

  // ---- Its parts ----
  const MpiParams& params() const { return params_; }
  RankTable& ranks() { return ranks_; }
  const RankTable& ranks() const { return ranks_; }
  Coroutines& coroutines() { return coroutines_; }
  const Coroutines& coroutines() const { return coroutines_; }
  Accounts& accounts() { return accounts_; }  // who is told is set before the start
  Recorder* recorder() const { return accounts_.recorder(); }  // null: nobody
  Mistakes& mistakes() { return mistakes_; }
  BufferPool& buffers() { return buffers_; }
  Requests& requests() { return requests_; }
  Collectives& collectives() { return *collectives_; }
  Messages& messages() { return messages_; }
  Lanes& lanes() { return *lanes_; }
  StreamRunner& streams() { return *streams_; }
  Polls& polls() { return polls_; }
  OneSided& one_sided() { return *one_sided_; }
  Windows& windows() { return *windows_; }
  Files& files() { return *files_; }
  void set_speed(const ComputeSpeed& s) { speed_ = s; }  // of computation; before the start

  // ---- What coroutines do with their time ----
  Time now() const { return coroutines_.now(); }
  Coroutine& coroutine(std::uint32_t s) { return coroutines_[s]; }
  RankState& rank(std::uint32_t r) { return ranks_[r]; }
  std::uint32_t running_coroutine() const { return coroutines_.running(); }  // kNone: none
  bool in_program_code() const;  // whether it is a program that runs now, outside of any call
  // How long computation of length t takes that the coroutine begins now, or then; what it takes longer is
  // counted.
  Time with_noise(std::uint32_t coroutine, Time t, Time until_it_begins = {0}) {
    return (!speed_.noise && !speed_.rates) || t.ps <= 0 ? t : slowed(coroutine, t, until_it_begins);
  }
  // Says whether the coroutine must give way; then it goes on when its event comes.
  bool occupy(std::uint32_t coroutine, Time busy);
  // What a coroutine does with its time from now on.
  void book(std::uint32_t coroutine, Activity what, Time t) {
    if (coroutine >= ranks_.size() || t.ps == 0) return;
    ranks_[coroutine].statistics.of(what) += t;
    accounts_.begins(coroutine, what, now(), t, coroutines_[coroutine].call);
  }
  // From a fiber: waits for its event.
  void yield() { coroutines_.fibers().suspend(); }
  void run_exit_functions();  // of the rank that runs now: what it has given to atexit(), last first
  // From a fiber: the rank ends.
  [[noreturn]] void exit_rank(std::uint32_t coroutine, int code);
  // Lets the code on its fiber go on. Returns whether that has come to its end.
  bool resume(std::uint32_t coroutine);
  // Stacks in use or used so far without a guard, where there should be one.
  std::uint32_t unguarded_stacks() const {
    if (!params_.stack_guards || !coroutines_.started()) return 0;
    return coroutines_.fibers().stacks() - coroutines_.fibers().guarded();
  }

 private:
  // report.cpp
  void describe_request(const Request&, BlockedRank&) const;
  void describe_message(const MatchKey&, BlockedRank&) const;
  void describe_polling(const Polls::Row&, BlockedRank&) const;

  Time slowed(std::uint32_t coroutine, Time, Time until_it_begins);
  bool on_wake(const Event&);
  void prefetch_wake(const Event&, Partition::Ahead) const;
  void end_wait(Coroutine&);  // rank_statistics.cpp
  static void program_entry(void* world, std::uint32_t coroutine);
  void run_program(std::uint32_t coroutine);
  void end_rank(std::uint32_t coroutine, int code);
  void begin_again(std::uint32_t coroutine);

  // hosting.cpp: what ends a program's code against its will
  void record_crash(std::uint32_t coroutine, FiberPool::Outcome);
  static void terminated(void* world, std::uint32_t coroutine);
  void record_faults_of_threads();
  static bool is_interruptible(void* world, std::uint32_t coroutine);

  Partition& partition_;
  MpiParams params_;
  RankTable ranks_;
  Coroutines coroutines_;
  Accounts accounts_;
  Mistakes mistakes_;
  BufferPool buffers_;
  Requests requests_;
  std::unique_ptr<Collectives> collectives_;
  Messages messages_;
  std::unique_ptr<Lanes> lanes_;
  std::unique_ptr<StreamRunner> streams_;
  std::unique_ptr<OneSided> one_sided_;
  std::unique_ptr<Windows> windows_;
  std::unique_ptr<Files> files_;
  Polls polls_;
  ComputeSpeed speed_;
  std::uint32_t running_ranks_ = 0;
};

// The world whose rank this thread runs now, or null.
World* current_world();

}  // namespace kasuri::mpi
