// SPDX-License-Identifier: MIT
// All ranks of one part of the machine and their messages: MPI's semantics once, for programs
// (mgen.h, later mpi.h and acp.h) and for operation streams (traces, patterns).
//
// A rank's thread of control is a coroutine. It runs only when its event comes, until it needs
// simulated time: then it says why (`occupy`, `await`) and gives way. What a coroutine asks of the
// world goes through the door below; class Caller wraps it into blocking calls for code on a fiber,
// and step() serves operation streams with the same calls, so both take the same time.
//
// Order (MPI 4.1, 3.5): messages of one sender, receiver and context are matched in the order of
// their sends, a rendezvous by its request. Networks may let messages of a pair overtake (several
// virtual channels or NICs are enough), so each carries its number in its pair, and what comes too
// early is held back, unless the transport is said to keep the order. Wildcards take what arrived
// first in simulated time. Messages between two nodes always use the same NIC.
//
// Requests of rendezvous are answered and payload moves while a rank computes, as with a NIC that matches.
// The overheads of params.h are the CPU's part; when it takes it is mpi.progress. Non-blocking collectives
// have a CPU of their own (collectives.cpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/core/pool.h"
#include "base/engine/partition.h"
#include "mpi/ranks/accounts.h"
#include "mpi/ranks/buffer_pool.h"
#include "mpi/ranks/communicator.h"
#include "mpi/ranks/coroutines.h"
#include "mpi/ranks/group_map.h"
#include "mpi/ranks/job.h"
#include "mpi/ranks/match.h"
#include "mpi/ranks/matching.h"
#include "mpi/ranks/noise.h"
#include "mpi/ranks/objects.h"
#include "mpi/ranks/pair_order.h"
#include "mpi/ranks/params.h"
#include "mpi/ranks/polls.h"
#include "mpi/ranks/request.h"
#include "mpi/ranks/shared_lists.h"
#include "mpi/ranks/transfer.h"
#include "mpi/ranks/wait_table.h"
#include "mpi/ranks/world_records.h"
#include "network/nic/rdma.h"

namespace kasuri::mpi {

class Files;
class OneSided;
class Windows;
struct StreamRun;

class World final : public TransportClient {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Rank r, numbered over all jobs in the order they were added, posts events as sender
  // first_sender + r; these must be higher than the senders of the NICs, so that a rank sees all
  // that arrives at its instant.
  // `in_order`: whether the transport delivers the messages of a pair in the order of their sends.
  World(Partition&, Transport&, const MpiParams&, SenderId first_sender,
        std::uint32_t nics_per_node = 1, bool in_order = false, const RdmaParams& = {});
  ~World() override;

  std::uint32_t add_job(JobSpec);
  // Readies all jobs; to be called once, before the partition runs.
  void start();

  bool finished() const { return running() == 0; }
  std::uint32_t running() const { return running_ranks_; }  // ranks that have not ended
  const std::optional<Failure>& failure() const { return failure_; }  // ends at next_stop()
  // When nothing happens any more: whether a thread that a rank has made, and may wait for, has failed.
  bool has_failed_in_thread();
  // Ranks that wait for messages. Events at an end and a rank blocked: a deadlock of the program.
  std::vector<BlockedRank> blocked() const;
  // How many ranks here will do nothing but poll if nothing comes (Polls::only_polls); nothing if another
  // one goes on by itself. Each of them has an event to come, and those that wait have none.
  std::optional<std::uint32_t> only_polling(Time now, Time patience) const;
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(ranks_.size()); }
  // Ranks that run here, in the order of their numbers over all jobs.
  std::span<const std::uint32_t> here() const { return here_; }
  JobResult result(std::uint32_t job) const;
  // The share of a job's operations that its ranks here have begun, for people; below 0: unknown.
  double share_done(std::uint32_t job) const;
  RankStatistics statistics(RankId) const;
  const CollectiveAccounts& collectives(std::uint32_t job) const { return jobs_[job].collectives; }
  Accounts& accounts() { return accounts_; }  // who is told is set before the start
  void set_speed(const ComputeSpeed& s) { speed_ = s; }  // of computation; before the start
  // The ranks that a message with data goes from and to, if known here; asked before on_arrived().
  struct Ends {
    std::int64_t from = -1, to = -1;
  };
  Ends ends_of(const Message&) const;

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;
  void prefetch_arrival(const Message&, bool later) const override;
  // ---- The door ----
  Time now() const { return partition_.now(); }
  const MpiParams& params() const { return params_; }
  std::uint32_t running_coroutine() const { return coroutines_.running(); }  // kNone: none
  bool in_program_code() const;  // whether it is a program that runs now, outside of any call
  const Coroutines& coroutines() const { return coroutines_; }
  // "job 'halo', rank 3"
  std::string name_of_coroutine(std::uint32_t coroutine) const;
  std::string as_written(std::uint32_t rank, std::string text) const;  // with its header's names
  using Rank = RankState;
  const Rank& rank_of(std::uint32_t coroutine) const { return ranks_[coroutines_[coroutine].rank]; }
  Coroutine& coroutine(std::uint32_t s) { return coroutines_[s]; }
  Rank& rank(std::uint32_t r) { return ranks_[r]; }
  PrivateGlobals* globals_of(std::uint32_t rank) { return jobs_[ranks_[rank].job].spec.globals; }
  Communicator& world_of(std::uint32_t rank) { return communicators_[ranks_[rank].job]; }
  RankObjects& objects(std::uint32_t rank);  // what it has made: communicators, groups, datatypes, …
  bool has_objects(std::uint32_t rank) const { return !objects_.empty() && objects_[rank]; }
  Groups& groups() { return groups_; }
  // Worlds of one process, before they start: what one makes for all, the others can use.
  static void share_memory(std::span<World* const>);
  // Whether two ranks of one job run in this process.
  bool shares_memory(std::uint32_t rank, std::uint32_t other) const;
  HandedGroups& handed() { return *handed_; }
  SharedGraphs& graphs() { return graphs_; }
  std::uint32_t nics() const { return nics_; }
  NodeId node_of(std::uint32_t rank) const { return nodes_[rank]; }
  std::uint32_t server_of(std::uint32_t rank) const;
  // When the proxy of a rank's GPU has had the NIC send what it was given (mpi/ranks/nccl.h).
  Time& proxy_free(std::uint32_t rank) { return proxies_free_[rank]; }
  const JobSpec& job_of(std::uint32_t rank) const { return jobs_[ranks_[rank].job].spec; }

  // How long computation of length t takes that the coroutine begins now, or then; what it takes longer is
  // counted.
  Time with_noise(std::uint32_t coroutine, Time t, Time until_it_begins = {0}) {
    const auto [noise, rates] = speed_;
    if ((!noise && !rates) || t.ps <= 0) [[likely]] return t;
    const std::uint32_t rank = coroutines_[coroutine].rank;
    const Time alone = rates ? rates->time(nodes_[rank], t) : t;
    const Time begin = now() + until_it_begins;
    const Time took = noise ? noise->end_of(nodes_[rank], begin, alone) - begin : alone;
    ranks_[rank].statistics.slowness += alone - t;
    ranks_[rank].statistics.noise += took - alone;
    return took;
  }
  // These say whether the coroutine must give way; then it goes on when its event comes.
  bool occupy(std::uint32_t coroutine, Time busy);
  bool await(std::uint32_t coroutine, std::span<const Handle>);
  // The same for one of them. When the coroutine goes on, it ends what it waited for.
  bool await_any(std::uint32_t coroutine, std::span<const Handle>);
  void end_any(std::uint32_t coroutine, std::span<const Handle>);

  Polls& polls() { return polls_; }

  // A hint for the links between them; ranks of the world.
  void expect_send(std::uint32_t rank, std::uint32_t to) { transport_.expect(nodes_[rank], nodes_[to]); }

  // CPU time of a send before the NIC gets the message.
  Time send_cost(std::uint32_t rank, const Transfer& t) const {
    if (t.by_nic) return {0};
    const bool within = shares_node(rank, t);
    if (t.is_plain() && !t.layout && !within) [[likely]] {
      return t.bytes > params_.eager_limit ? params_.send_overhead + params_.rendezvous_time(t.bytes)
                                           : params_.send_overhead + t.bytes / params_.eager_copy_rate;
    }
    const bool whole = goes_whole(t, within);
    const bool copies = t.layout || (!is_zero_copy(t, within) && whole);
    if (within) return params_.shared_send_time(copies ? t.bytes : Bytes{0}, !whole);
    const Time asks = whole ? Time{0} : params_.rendezvous_time(t.bytes);
    return params_.send_overhead + asks + (copies ? t.bytes / params_.eager_copy_rate : Time{0});
  }
  // Whether a rank sends this within its node, and [mpi.shared_memory] says what that costs.
  bool shares_node(std::uint32_t rank, const Transfer& t) const {
    if (!params_.shared_memory.copy_rate || !t.comm) [[likely]] return false;
    const Group& peers = t.comm->peers();
    return t.peer >= 0 && t.peer < peers.size &&
           nodes_[rank] == nodes_[peers.member(t.peer)];
  }
  Handle start_send(std::uint32_t rank, const Transfer&);
  Handle start_receive(std::uint32_t rank, const Transfer&);
  bool is_done(Handle h) const {
    return !is_request(h) || requests_[index_of(h)].state == Request::State::done;
  }
  // Whether h is a request of this rank, under way or done.
  bool is_valid(Handle h, std::uint32_t rank) const;
  // Of a request that is done with an error: the context of its communicator, or the number of its file.
  struct Origin {
    bool is_file;
    std::uint32_t number;
  };
  Origin origin_of(Handle) const;
  // Whether a message on this context that is too long for its receive is an error of the receive's;
  // else it ends the job.
  static inline bool (*keeps_errors)(World&, std::uint32_t rank, std::uint32_t context) = nullptr;
  Status status_of(Handle) const;  // of one that is done
  // Ends a request that is done.
  void end(Handle);
  Status collect(Handle h) {
    const Status status = status_of(h);
    end(h);
    return status;
  }
  // A request that the program completes itself, or that is done then.
  Handle start_general(std::uint32_t rank, std::optional<Time> done = {});
  void complete_general(Handle);
  Handle join(std::uint32_t rank, Handle send, Handle receive);  // done when both are
  bool is_general(Handle) const;
  // Of a rank at its end: what it has left undone, in words; "" if nothing.
  std::string leftovers(std::uint32_t rank) const;
  // Lets go of a request: it ends when it is done.
  void release(Handle);
  // Withdraws a receive that no message has met; it is done then. Returns whether it could.
  bool cancel(Handle);

  // probe.cpp: messages that have come and have no receive
  std::uint32_t find_early(std::uint32_t rank, const Transfer& t) const {
    return matching_.find({rank, t.context(), t.peer, t.tag});
  }
  std::uint32_t take_early(std::uint32_t rank, const Transfer& t) {
    return matching_.take_by_probe({rank, t.context(), t.peer, t.tag});
  }
  Status status_of_early(std::uint32_t early) const;
  Handle start_probe(std::uint32_t rank, const Transfer&);
  // A message taken is received with this. Whether `early` is one of this rank:
  bool is_taken(std::uint32_t early, std::uint32_t rank) const { return matching_.is_taken(early, rank); }
  Handle start_receive_taken(std::uint32_t rank, std::uint32_t early, const Transfer&);
  // What a receive that keeps its payload has got, before it ends; the payload is the caller's then.
  struct Kept {
    std::byte* payload = nullptr;  // null: there are no data
    void* to = nullptr;            // the receive's buffer
    Bytes bytes{0};
  };
  Kept take_kept(Handle);
  // Refuses a buffer of the rank's; returns only if that is not the rank that runs.
  void fail_access(std::uint32_t rank, const void* buffer, Bytes, bool writes);
  // A receive had a buffer that stays as it is, for there are no data.
  void count_no_data(std::uint32_t rank) { ++ranks_[rank].statistics.without_data; }

  // lanes.cpp
  void post_on_lane(std::uint32_t rank, const Transfer&, const LanePost&);
  std::shared_ptr<const ServerOrder> server_order(const Communicator&, bool of_nodes = false);

  // packing.cpp: data that is not contiguous
  void keep_packed(Handle, const Transfer& original, std::byte* stand_in);
  std::byte* pack(std::uint32_t rank, const Transfer&);  // null: there are no data

  // What a coroutine does with its time from now on.
  void book(std::uint32_t coroutine, Activity what, Time t) {
    if (coroutine >= ranks() || t.ps == 0) return;
    ranks_[coroutine].statistics.of(what) += t;
    accounts_.begins(coroutine, what, now(), t, coroutines_[coroutine].call);
  }

  // collectives.cpp. All ranks of a communicator call collectives on it in the same order; each is
  // known by the tag of its messages. `code` says which operation it is (a Collective or another).
  std::int32_t enter_collective(std::uint32_t coroutine, Communicator&, std::uint32_t code,
                                std::uint64_t arguments);
  void leave_collective(std::uint32_t coroutine);
  void run_collective(Team&, Collective, const CollectiveCall&);
  void run_between(Team&, const Communicator&, Collective, const CollectiveCall&);  // between.cpp
  // The same for a call of the program; `packing` unpacks what came.
  void run_call(Team&, Collective, const CollectiveCall&, PackedCall* packing);
  // Begins it beside the program. `persistent`: the number of one that is started.
  Handle start_collective(std::uint32_t coroutine, Communicator&, Collective, const CollectiveCall&,
                          PackedCall* packing, std::optional<std::uint32_t> persistent = {});
  // Begins the making of a duplicate, which is pending until the request is complete.
  Handle start_duplicate(std::uint32_t coroutine, Communicator& parent, Communicator& fresh);
  // One user of a communicator less.
  void release(std::uint32_t rank, Communicator&);

  BufferPool& buffers() { return buffers_; }
  OneSided& one_sided() { return *one_sided_; }
  Windows& windows() { return *windows_; }
  Files& files() { return *files_; }

  // Who is told of what ranks do; null: nobody.
  Recorder* recorder() const { return accounts_.recorder(); }

  // From a fiber: waits for its event.
  void yield();
  void run_exit_functions();  // of the rank that runs now: what it has given to atexit(), last first
  // From a fiber: the rank ends.
  [[noreturn]] void exit_rank(std::uint32_t coroutine, int code);
  // The program made a mistake: the job ends. From a fiber or a stream.
  [[noreturn]] void fail(std::uint32_t coroutine, std::string_view what,
                         Exit exit = Exit::program_failed, int code = 0);
  // From a fiber, while an exception is being handled: it ends the job, unless it is the simulator's own.
  // `left` says what it did: "left MGEN_Main".
  [[noreturn]] void fail_with_exception(std::uint32_t coroutine, std::string_view left);
  // Stacks in use or used so far without a guard, where there should be one.
  std::uint32_t unguarded_stacks() const {
    if (!params_.stack_guards || !coroutines_.started()) return 0;
    return coroutines_.fibers().stacks() - coroutines_.fibers().guarded();
  }

 private:
  friend class OneSided;  // its operations are requests, too, and so are those of
  friend class Windows;
  friend class Files;
  struct Job {
    JobSpec spec;
    std::vector<Group> groups;  // of spec.communicators, made when first used
    std::uint32_t first_rank = 0;
    std::size_t here_first = 0, here_end = 0;  // its part of here_
    JobResult result;
    std::vector<std::uint32_t> runs_left;  // by rank; empty if all run once
    CollectiveAccounts collectives{};
    std::shared_ptr<const AlgorithmTable> algorithms{};
  };
  struct StreamStopped {};

  // report.cpp
  void describe_request(const Request&, BlockedRank&) const;
  void describe_message(const MatchKey&, BlockedRank&) const;
  void describe_polling(const Polls::Row&, BlockedRank&) const;

  // world.cpp: the life of ranks
  bool on_wake(const Event&);
  void prefetch_wake(const Event&, Partition::Ahead) const;
  bool on_timer(const Event&);
  bool resume(std::uint32_t coroutine);
  static void program_entry(void* world, std::uint32_t coroutine);
  void run_program(std::uint32_t coroutine);
  void end_rank(std::uint32_t coroutine, int code);
  bool runs_again(std::uint32_t rank) const {
    const Job& job = jobs_[ranks_[rank].job];
    return !job.runs_left.empty() && job.runs_left[rank - job.first_rank] > 0;
  }
  void begin_again(std::uint32_t coroutine);
  void record_failure(std::uint32_t coroutine, std::string_view what, Exit, int code);
  void fail_if_running(std::uint32_t rank, std::string_view what);

  // hosting.cpp: what ends a program's code against its will
  void record_crash(std::uint32_t coroutine, FiberPool::Outcome);
  static void terminated(void* world, std::uint32_t coroutine);
  void record_faults_of_threads();
  static bool is_interruptible(void* world, std::uint32_t coroutine);

  // rank_statistics.cpp
  void end_wait(Coroutine&);
  std::int64_t peer_of(std::uint32_t request) const;
  void note_peer(std::uint32_t request, const Transfer& t) {
    if (!accounts_.counts_waits()) [[likely]] return;
    accounts_.note_peer(request, t.peer >= 0 ? t.comm->peers().member(t.peer) : kNone);
  }
  std::int64_t rank_behind(std::uint32_t rank, std::uint32_t context, std::int32_t member) const;
  void count_collective(std::uint32_t rank, const Transfer&);
  CollectiveAccount* account_of(std::uint32_t rank, std::int32_t tag);

  // collectives.cpp
  void run_helper(std::uint32_t coroutine);
  static void helper_entry(void* world, std::uint32_t coroutine);
  void run_algorithm(Team&, Collective, const CollectiveCall&);
  std::uint32_t most_helpers() const;
  void check_early(std::uint32_t coroutine, std::uint32_t context, std::int32_t tag, std::uint32_t number);
  Handle start_helper(std::uint32_t coroutine, const Helper&);
  void agree_on_duplicate(Team&, const Helper&);  // communicators.cpp
  std::uint32_t least_of_all(Team&, Communicator&, std::uint32_t mine);
  void end_unowned(std::uint32_t request);

  // mistakes.cpp: what can be wrong with a message that comes
  void suspect(const MatchKey&);
  std::int64_t collectives_on(std::uint32_t rank, std::uint32_t context) const;
  bool is_stray(const MatchKey&) const;
  std::string describe_stray(const MatchKey&) const;
  std::string describe_misfit(const MatchKey& from, Bytes size, Bytes room) const;
  void fail_too_late(const Message&, const Envelope&);
  void fail_not_ready(const Message&, const Envelope&);

  // stream.cpp: operation streams
  void step(std::uint32_t coroutine);
  bool perform(std::uint32_t coroutine, StreamRun&);
  bool begin_collective(std::uint32_t coroutine, StreamRun&);
  bool finish_any(std::uint32_t coroutine, StreamRun&);
  void finish_operation(StreamRun&);
  void begin_timer(std::uint32_t coroutine, StreamRun&);
  void run_on_stack(std::uint32_t coroutine);
  void run_remote(std::uint32_t coroutine, StreamRun&, Communicator&);
  Communicator& communicator_of(std::uint32_t coroutine, StreamRun&, std::uint32_t number);
  static void collective_entry(void* world, std::uint32_t coroutine);

  bool on_lane_message(const Event&);  // it leaves

  // protocol.cpp: matching, eager and rendezvous
  bool goes_whole(const Transfer&, bool within) const;
  bool is_zero_copy(const Transfer&, bool within) const;
  void transmit(std::uint32_t rank, NodeId to, Bytes size, bool wants_sent, Traffic,
                const UserWords&, std::byte* payload = nullptr, Route = kAnyRoute);
  void accept(const Message&, const Envelope&);
  void keep_early(const Message&, const Envelope&);
  std::uint32_t new_receive(std::uint32_t rank, const Transfer&);
  void meet(std::uint32_t request, const EarlyMessage&);
  void deliver(std::uint32_t request, const MatchKey& from, NodeId node, Bytes, std::byte* payload,
               bool copied = true);
  void clear_to_send(std::uint32_t request, const MatchKey& from, Bytes, NodeId node,
                     std::uint32_t send_request);
  std::byte* payload_of(std::uint32_t rank, const Transfer&);
  std::byte* payload_of(std::uint32_t rank, const void* from, Bytes);
  void hand_over(Request&, std::byte* payload, Bytes, std::int64_t offset, bool is_whole);
  void on_clearance(const Message&);
  void on_data(const Message&);
  bool fits(std::uint32_t request, const MatchKey& from, Bytes);
  void complete(Request&);
  void unpack(std::uint32_t request);
  std::byte* in_memory_of(std::uint32_t rank, void* buffer) const;
  void charge(Request&);
  // A request for OneSided, without a receive's CPU time at its end.
  std::uint32_t new_one_sided(std::uint32_t rank, std::int32_t peer, Bytes, std::int32_t work,
                              bool unowned);
  Partition& partition_;
  Transport& transport_;
  MpiParams params_;
  // Of [mpi], for jobs with one rank on each node and with several.
  std::shared_ptr<const AlgorithmTable> algorithms_[2];
  std::uint32_t nics_;
  bool in_order_;
  std::uint8_t client_;

  // Of all ranks, by their numbers over all jobs; only those that run here are ever touched.
  LazyArray<Rank> ranks_;
  Coroutines coroutines_;
  EventKind lane_kind_, timer_kind_;
  LazyArray<std::uint32_t> places_;
  LazyArray<NodeId> nodes_;  // of all
  std::vector<std::uint32_t> here_;
  std::vector<Job> jobs_;
  std::vector<Communicator> communicators_;
  std::vector<std::unique_ptr<RankObjects>> objects_;  // per rank, null until needed
  Groups groups_;
  std::vector<const World*> beside_{this};  // worlds of this process
  std::shared_ptr<HandedGroups> handed_ = std::make_shared<HandedGroups>();
  SharedGraphs graphs_;
  mutable SharedPlaces block_places_;
  Meetings meetings_;
  std::vector<StreamRun> streams_;  // of the ranks here, empty if there is no stream
  std::uint32_t running_ranks_ = 0;
  bool started_ = false;
  Pool<Request> requests_;
  Pool<Helper> helpers_;
  std::unordered_map<std::uint32_t, Packed> packed_;  // by request
  Pool<LaneMessage> lane_messages_;
  GroupMap<std::shared_ptr<const ServerOrder>> orders_[2];  // by servers, by nodes
  std::unordered_map<std::uint32_t, Time> proxies_free_;  // by rank; of those that have used theirs
  std::map<MatchKey, Time> lanes_leave_;  // when the last of a tag that is used again leaves
  std::unordered_map<std::uint32_t, std::uint32_t> joined_;  // see join(): by part
  Matching matching_{requests_, ranks_};
  PairOrder order_;
  Pool<LeavingSend> leaving_sends_;
  MatchTable<LeavingSend> leaving_{leaving_sends_};
  BufferPool buffers_;
  std::unique_ptr<OneSided> one_sided_;
  std::unique_ptr<Windows> windows_;
  std::unique_ptr<Files> files_;
  std::optional<Failure> failure_;
  Polls polls_;
  Accounts accounts_;
  ComputeSpeed speed_;
};

// The world whose rank this thread runs now, or null.
World* current_world();

}  // namespace kasuri::mpi
