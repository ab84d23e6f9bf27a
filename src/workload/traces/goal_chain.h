// SPDX-License-Identifier: MIT
// GOAL schedules in which each operation waits for the start or the end of the one before it: what a
// program without threads does, and what Kasuri records. They are replayed in the order of the file,
// with no more bookkeeping than which messages are under way. The scan that opens the trace writes
// them to a temporary file as a few bytes for each operation, so that their text is read once:
//
//   kind + 4·requirements, amount, [peer, tag of a message], how far back each requirement is
//
// Operations that must only have started are not written: they have.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/goal_statements.h"
#include "workload/traces/packed.h"
#include "workload/traces/replay_params.h"

namespace kasuri::trace {

class GoalChainWriter {
 public:
  // `path` is the trace's, for messages.
  explicit GoalChainWriter(const std::filesystem::path& path) : packed_(path) {}

  void begin_rank();
  // The next operation of the rank.
  void operation(const GoalStatement&);
  // Of the last operation, on the one `back` operations before it.
  void dependence(std::uint64_t back, bool on_start);
  // A dependence of another operation than the last: the rank's are not a chain.
  void give_up() { is_chain_ = false; }
  // Where the rank's operations are in file(); none if they are not a chain.
  std::optional<Extent> end_rank();
  // After the last rank.
  std::shared_ptr<const TextFile> file() { return packed_.file(); }

 private:
  void end_operation();

  PackedFile packed_;
  std::int64_t begin_ = 0;
  bool is_chain_ = true, any_ = false, follows_ = true;
  GoalStatement::Kind kind_{};  // of the last operation
  std::uint64_t number_ = 0;
  std::int32_t peer_ = 0, tag_ = 0;
  std::vector<std::uint64_t> required_;
};

class GoalChain final : public mpi::OpStream {
 public:
  GoalChain(std::shared_ptr<const TextFile> file, Extent extent, const ReplayParams& params,
            bool picoseconds, std::size_t buffer)
      : numbers_(std::move(file), extent, buffer), params_(params), picoseconds_(picoseconds) {}

  bool next(Time now, mpi::Operation&) override;
  void ended(std::uint32_t slot) override { forget(slot); }
  double share_done() const override { return numbers_.share(); }

 private:
  static constexpr std::uint32_t kIdleSends = 16;
  struct Slot {
    std::uint64_t index = 0;  // of the operation
    bool is_send = false;
    bool used = false;
  };
  // Slots of the operations under way whose index has these low bits, as many as keep them apart;
  // very old ones are found elsewhere.
  static constexpr std::size_t kMostCells = 1 << 14;

  bool read();
  std::uint32_t slot_of(std::uint64_t index) const;
  void remember(std::uint64_t index, std::uint32_t slot);
  bool emit(mpi::Operation&);
  bool wait(mpi::Operation&);
  bool wait_for_all(mpi::Operation&);
  bool reap(mpi::Operation&);
  void forget(std::uint32_t slot);

  PackedNumbers numbers_;
  const ReplayParams& params_;
  bool picoseconds_;
  bool has_operation_ = false;       // read, and what it requires has ended
  GoalStatement::Kind kind_{};
  std::int32_t peer_ = 0, tag_ = 0;
  std::int64_t amount_ = 0;
  std::uint64_t read_ = 0;
  std::vector<std::uint32_t> cells_;
  std::unordered_map<std::uint64_t, std::uint32_t> lost_;  // slots whose cell another one has
  std::vector<Slot> slots_;          // messages that nobody has waited for
  std::vector<std::uint32_t> free_, awaited_;
  std::uint32_t sends_ = 0;          // under way
  std::uint32_t reap_at_ = kIdleSends;
  bool waits_ = false;               // what next() gave last waits for awaited_
  bool reaped_ = false;
};

}  // namespace kasuri::trace
