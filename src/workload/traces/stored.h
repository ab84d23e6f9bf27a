// SPDX-License-Identifier: MIT
// The operations of all ranks of a trace, in a few bytes each in an unnamed file in TMPDIR. The scan that
// opens a trace writes them, so that its own text or archive is read once, by one reader at a time; then
// each rank reads its own.
//
//   kind + flags, then what an operation of this kind says, in the order of put()
//
// all as PackedFile's numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "mpi/ranks/op_stream.h"
#include "workload/traces/packed.h"

namespace kasuri::trace {

// Where a rank's operations are.
struct StoredRank {
  Extent extent{};
  std::uint32_t requests = 0;  // their numbers are less
};

// The sizes of a collective's blocks come of what all members gave to it: of the `call`-th such on its
// communicator, where this rank is member `me`.
struct SumsOfMembers {
  std::uint64_t call = 0;
  std::uint32_t me = 0;
};

class StoredFile {
 public:
  explicit StoredFile(const std::filesystem::path& trace) : packed_(trace) {}

  // Ranks are written one after another, in any order.
  void begin_rank() { rank_ = {.extent = {packed_.size(), 0, 1}}; }
  void put(const mpi::Operation&, const SumsOfMembers* = nullptr);
  // What is between is gone through several times, if the reader does so.
  void begin_loop() { packed_.put(kLoopBegins); }
  void end_loop() { packed_.put(kLoopEnds); }
  StoredRank end_rank() {
    rank_.extent.end = packed_.size();
    return rank_;
  }
  // After the last rank.
  std::shared_ptr<const TextFile> file() { return packed_.file(); }

 private:
  friend class StoredOperations;
  static constexpr std::uint64_t kLoopBegins = 30, kLoopEnds = 31, kKind = 31;
  static constexpr std::uint64_t kOnCommunicator = 32;  // flag: of another than all ranks
  static constexpr std::uint64_t kMore = 64;            // flag: a send that is not standard; sums

  std::uint32_t request(std::uint32_t number);
  void put(std::span<const int> sizes);
  void put_remote(const mpi::Operation&);

  PackedFile packed_;
  StoredRank rank_;
};

// What one rank does.
class StoredOperations {
 public:
  StoredOperations(std::shared_ptr<const TextFile> file, const StoredRank&, std::uint32_t iterations,
                   std::size_t buffer);

  // What the operation points to is valid until the next call.
  bool next(mpi::Operation&);
  // Of the collective that next() gave last.
  const std::optional<SumsOfMembers>& sums() const { return sums_; }
  // See OpStream.
  double share_done() const { return (all_iterations_ - iterations_ + numbers_.share()) / all_iterations_; }

 private:
  void read(std::uint64_t head, mpi::Operation&);
  void read_collective(bool by_sums, mpi::Operation&);
  void read_remote(mpi::Operation&);
  std::int32_t integer() { return static_cast<std::int32_t>(numbers_.next_signed()); }
  std::uint32_t natural() { return static_cast<std::uint32_t>(numbers_.next()); }
  void sizes(std::vector<int>&);
  bool renumber(mpi::Operation&);

  PackedNumbers numbers_;
  std::uint32_t iterations_, all_iterations_;  // that are left, and all
  std::int64_t loop_ = -1;  // where it begins; less than 0: there was none yet
  std::vector<std::uint32_t> requests_;
  std::vector<int> out_, in_;
  std::optional<SumsOfMembers> sums_;
  // Requests may stay open at the end of the loop: when it is gone through again, their numbers are others.
  struct Request {
    std::uint32_t number = 0;
    bool open = false;
  };
  std::vector<Request> now_;  // only with iterations
  std::uint32_t unused_ = 0;
};

// Of the buffer of each, for so many ranks.
std::size_t stored_buffer_size(std::uint64_t ranks);

}  // namespace kasuri::trace
