// SPDX-License-Identifier: MIT
// All ranks of one part of the machine and their messages: MPI's semantics once, for programs
// (mgen.h, later mpi.h and acp.h) and for operation streams (traces, patterns).
//
// A rank's thread of control is a strand. It runs only when its event comes, until it needs
// simulated time: then it says why (`occupy`, `await`) and gives way. What a strand asks of the
// world goes through the door below; class Caller wraps it into blocking calls for code on a fiber,
// and step() serves operation streams with the same calls, so both take the same time.
//
// Order (MPI 4.1, 3.5): messages of one sender, receiver and context are matched in the order of
// their sends, a rendezvous by its request. Networks may let messages of a pair overtake (several
// virtual channels or NICs are enough), so each carries its number in its pair, and what comes too
// early is held back, unless the transport is said to keep the order. Wildcards take what arrived
// first in simulated time. Messages between two nodes always use the same NIC.
//
// Progress is independent of the program: requests are answered and payload moves while a rank
// computes, as with a NIC that matches. The overheads of params.h are the CPU's part.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/pool.h"
#include "engine/fiber.h"
#include "engine/partition.h"
#include "mpi/buffer_pool.h"
#include "mpi/communicator.h"
#include "mpi/job.h"
#include "mpi/match.h"
#include "mpi/pair_counters.h"
#include "mpi/params.h"
#include "mpi/request.h"
#include "nic/transport.h"

namespace kasuri::mpi {

// One side of a message, as a call describes it.
struct Transfer {
  void* buffer = nullptr;
  Bytes bytes{0};
  std::int32_t peer = kProcNull;
  std::int32_t tag = 0;
  const Communicator* comm = nullptr;
  bool collective = false;  // on the communicator's second context

  std::uint32_t context() const { return comm->context + collective; }
};

class World final : public TransportClient {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Rank r, numbered over all jobs in the order they were added, posts events as sender
  // first_sender + r; these must be higher than the senders of the NICs, so that a rank sees all
  // that arrives at its instant.
  // `in_order`: whether the transport delivers the messages of a pair in the order of their sends.
  World(Partition&, Transport&, const MpiParams&, SenderId first_sender,
        std::uint32_t nics_per_node = 1, bool in_order = false);
  ~World() override;

  std::uint32_t add_job(JobSpec);
  // Readies all jobs; to be called once, before the partition runs.
  void start();

  bool finished() const { return running_ranks_ == 0; }
  std::uint32_t running() const { return running_ranks_; }  // ranks that have not ended
  // Set when a rank failed: then the partition ends at next_stop() of that time.
  const std::optional<Failure>& failure() const { return failure_; }
  // Ranks that wait for messages. Events at an end and a rank blocked: a deadlock of the program.
  std::vector<BlockedRank> blocked() const;
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(ranks_.size()); }
  // Ranks that run here, in the order of their numbers over all jobs.
  std::span<const std::uint32_t> here() const { return here_; }
  JobResult result(std::uint32_t job) const;
  RankStatistics statistics(RankId) const;

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;

  // ---- The door ----

  Time now() const { return partition_.now(); }
  const MpiParams& params() const { return params_; }
  // The strand that runs now; kNone outside of programs.
  std::uint32_t running_strand() const { return running_; }

  struct Rank {
    std::uint32_t job;
    bool payload;
    bool initialised, finalised;
    std::uint32_t wild_first, wild_last;    // posted receives with wildcards, oldest first
    std::uint32_t early_first, early_last;  // messages without a receive, oldest first
    std::uint32_t posted;                   // receives so far
    std::uint32_t events;                   // posted so far
    std::uint32_t recent_sent, recent_received;  // of the PairCounters
    RankStatistics statistics;
  };
  // A thread of control. Strand r is the program of rank r.
  struct Strand {
    enum class State : std::uint8_t { asleep, blocked, running, ended };
    std::uint32_t rank;
    FiberPool::Id fiber;    // kNone: it has no stack now
    std::uint32_t pending;  // requests it waits for
    State state;
    bool is_program;        // or an operation stream
    std::uint32_t stream;   // its number among the streams here
    Time ready;             // when the CPU is free again
    Time since;             // since when it waits
    const char* call;       // null: in program code
    const Handle* waits_for;
    std::size_t waits;
    std::int32_t exit_code;
  };

  const Rank& rank_of(std::uint32_t strand) const { return ranks_[strands_[strand].rank]; }
  Strand& strand(std::uint32_t s) { return strands_[s]; }
  Rank& rank(std::uint32_t r) { return ranks_[r]; }
  const Communicator& world_of(std::uint32_t rank) const {
    return communicators_[ranks_[rank].job];
  }
  const JobSpec& job_of(std::uint32_t rank) const { return jobs_[ranks_[rank].job].spec; }

  // These say whether the strand must give way; then it goes on when its event comes.
  bool occupy(std::uint32_t strand, Time busy);
  bool await(std::uint32_t strand, std::span<const Handle>);

  // CPU time of a send before the NIC gets the message.
  Time send_cost(Bytes size) const {
    return size > params_.eager_limit ? params_.send_overhead
                                      : params_.send_overhead + size / params_.eager_copy_rate;
  }
  Handle start_send(std::uint32_t rank, const Transfer&);
  Handle start_receive(std::uint32_t rank, const Transfer&);
  bool is_done(Handle h) const {
    return !is_request(h) || requests_[index_of(h)].state == Request::State::done;
  }
  // Whether h is a request of this rank, under way or done.
  bool is_valid(Handle h, std::uint32_t rank) const;
  // Ends a request that is done.
  Status collect(Handle);
  void add_computing(std::uint32_t rank, Time t) { ranks_[rank].statistics.computing += t; }

  void run_collective(Team&, Collective, const CollectiveCall&) const;
  BufferPool& buffers() { return buffers_; }

  // From a fiber: waits for its event.
  void give_way();
  // From a fiber: the rank ends.
  [[noreturn]] void exit_rank(std::uint32_t strand, int code);
  // The program made a mistake: the job ends. From a fiber or a stream.
  [[noreturn]] void fail(std::uint32_t strand, std::string_view what,
                         Exit exit = Exit::program_failed, int code = 0);

 private:
  struct Job {
    JobSpec spec;
    std::uint32_t first_rank = 0;
    std::size_t here_first = 0, here_end = 0;  // its part of here_
    JobResult result;
  };
  struct StreamRun;
  struct StreamStopped {};
  struct Algorithms {
    std::unique_ptr<Barrier> barrier;
    std::unique_ptr<Bcast> bcast;
    std::unique_ptr<Reduce> reduce;
    std::unique_ptr<Allreduce> allreduce;
    std::unique_ptr<Alltoall> alltoall;
  };

  // world.cpp: the life of ranks
  bool on_wake(const Event&);
  void prefetch_wake(const Event&, Partition::Ahead) const;
  void wake(Strand&, std::uint32_t index, Time at);
  bool resume(std::uint32_t strand);
  static void program_entry(void* world, std::uint32_t strand);
  void run_program(std::uint32_t strand);
  void end_rank(std::uint32_t strand, int code);
  void record_failure(std::uint32_t strand, std::string_view what, Exit, int code);

  // stream.cpp: operation streams
  void step(std::uint32_t strand);
  bool perform(std::uint32_t strand, StreamRun&);
  static void collective_entry(void* world, std::uint32_t strand);

  // protocol.cpp: matching, eager and rendezvous
  void transmit(std::uint32_t rank, NodeId to, Bytes size, bool wants_sent, const UserWords&,
                std::byte* payload = nullptr);
  void accept(const Message&, const Envelope&);
  std::uint32_t take_posted(const MatchKey&);
  std::uint32_t take_early(const MatchKey&);
  void keep_early(const Message&, const Envelope&);
  void unlink_early(std::uint32_t early);
  void deliver(std::uint32_t request, const MatchKey& from, Bytes, std::byte* payload);
  void clear_to_send(std::uint32_t request, const MatchKey& from, Bytes, NodeId node,
                     std::uint32_t send_request);
  void on_clearance(const Message&);
  void on_data(const Message&);
  bool fits(std::uint32_t request, const MatchKey& from, Bytes);
  void complete(Request&);
  Time receive_cost(const Request&) const;

  Partition& partition_;
  Transport& transport_;
  MpiParams params_;
  Algorithms algorithms_;
  SenderId first_sender_;
  std::uint32_t nics_;
  bool in_order_;
  std::uint8_t client_;
  EventKind wake_kind_;

  // Of all ranks, by their numbers over all jobs; only those that run here are ever touched.
  LazyArray<Rank> ranks_;
  LazyArray<Strand> strands_;
  LazyArray<std::uint32_t> places_;
  LazyArray<NodeId> nodes_;  // of all
  std::vector<std::uint32_t> here_;
  std::vector<Job> jobs_;
  std::vector<Communicator> communicators_;
  std::vector<StreamRun> streams_;  // of the ranks here, empty if there is no stream
  std::optional<FiberPool> fibers_;
  std::uint32_t running_ = kNone;
  std::uint32_t running_ranks_ = 0;
  bool started_ = false;

  Pool<Request> requests_;
  Pool<EarlyMessage> early_;
  MatchTable<Request> posted_{requests_};
  MatchTable<EarlyMessage> arrived_{early_};
  Pool<HeldMessage> held_messages_;
  MatchTable<HeldMessage> held_{held_messages_};
  PairCounters sent_, received_;
  BufferPool buffers_;
  std::optional<Failure> failure_;
};

// The world whose rank this thread runs now, or null.
World* current_world();

}  // namespace kasuri::mpi
