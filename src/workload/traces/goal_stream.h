// SPDX-License-Identifier: MIT
// Runs the schedule of one rank of a GOAL trace. Operations start when what they require has ended
// (irequires: has started), in the order in which they become ready, and in that of the file if they do
// so at the same time. Sends and receives are non-blocking; computation and overheads take the rank's
// CPU, one at a time.
//
// Only what is not over yet is in memory, and no more of the file is read than is needed to know what
// can start: the scan that opened the trace tells how far dependences reach.
//
// The CPU turns to a message that has come (mpi.receive_overhead) when an operation waits for nothing
// but messages, one of them this: as a program does that calls MPI_Wait for it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/goal_labels.h"
#include "workload/traces/goal_statements.h"
#include "workload/traces/goal_table.h"
#include "workload/traces/replay_params.h"

namespace kasuri::trace {

// What the scan knows of a rank's schedule. Operations are numbered from 0.
struct GoalRank {
  Extent extent{};
  std::uint64_t operations = 0;
  std::uint64_t roots = 0;      // from here on every operation requires an earlier one,
  std::uint64_t reach = 0;      // at most so many operations before it
  std::uint64_t lookahead = 0;  // dependences are told at most so many operations after their own
  std::optional<Extent> chain{};  // where it is in short form, see goal_chain.h
};

class GoalStream final : public mpi::OpStream {
 public:
  GoalStream(std::shared_ptr<const TextFile>, const GoalRank&, const ReplayParams&, int rank,
             bool picoseconds, std::size_t buffer);

  bool next(Time now, mpi::Operation&) override;
  void ended(std::uint32_t slot) override { finish(slot); }
  double share_done() const override {
    if (facts_.operations == 0) return 1;
    return static_cast<double>(read_.operations) / static_cast<double>(facts_.operations);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Op {
    enum class State : std::uint8_t { free, waiting, ready, pending };
    std::uint64_t index = 0;
    std::int64_t amount = 0;    // bytes or picoseconds
    std::int32_t peer = 0, tag = 0;
    std::uint32_t missing = 0;  // requirements
    std::uint32_t pending = 0;  // of them, messages under way
    std::uint32_t dependents = kNone, requirements = kNone;  // first edges
    GoalStatement::Kind kind{};
    State state = State::free;
    bool released = false;      // all its dependences have been read
    bool wanted = false;
    bool listed = false;        // among the candidates
  };
  struct Edge {
    std::uint32_t slot, next;
    std::uint64_t index;  // of the operation in the slot, to know whether it is still the same
    bool start;           // irequires
  };

  bool may_read() const;
  void read();
  void add_operation(const GoalStatement&);
  void add_dependence(const GoalStatement&);
  void release_up_to(std::uint64_t index);
  void release(Op&, std::uint32_t slot);
  void emit(std::uint32_t slot, mpi::Operation&);
  void settle();
  void finish(std::uint32_t slot);
  void put_in_order(std::size_t from);
  void less_missing(const Edge&, bool was_pending);
  bool wait(mpi::Operation&);
  bool look_at_send(mpi::Operation&);
  std::uint32_t take_slot();
  std::uint32_t add_edge(std::uint32_t& first, const Edge&);
  bool lives(const Edge& e) const {
    return ops_[e.slot].state != Op::State::free && ops_[e.slot].index == e.index;
  }

  std::shared_ptr<const TextFile> file_;
  const GoalRank& facts_;
  const ReplayParams& params_;
  int rank_;
  bool picoseconds_;
  std::size_t buffer_;

  struct Read {
    std::optional<GoalStatements> statements;
    bool all = false;
    std::uint64_t operations = 0;
  } read_;
  std::uint64_t started_ = 0;      // one more than the highest that has started
  GoalLabels labels_;
  GoalTable slots_;
  std::vector<Op> ops_;
  std::vector<std::uint32_t> free_;
  std::vector<Edge> edges_;
  std::uint32_t free_edges_ = kNone;
  std::deque<std::uint32_t> unreleased_;
  std::deque<std::uint32_t> ready_;
  std::vector<std::uint32_t> candidates_;  // that wait for nothing but messages, or did
  std::vector<std::uint32_t> wanted_;
  std::uint32_t alive_ = 0;        // operations in ops_
  struct Given {
    std::uint32_t idle_sends = 0;   // pending ones that nothing waits for when they were issued
    std::uint32_t emitted = kNone;  // what next() gave last, to be settled
    std::uint32_t sent = kNone;     // a send that has just begun
    bool awaits_all = false;        // what next() gave last waits for all that is wanted
  } given_;
};

}  // namespace kasuri::trace
