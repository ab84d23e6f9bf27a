// SPDX-License-Identifier: MIT
// Mistakes of programs: each ends the job and names the rank, its call and the time. The first one counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/engine/partition.h"
#include "mpi/ranks/coroutines.h"
#include "mpi/ranks/rank_table.h"

namespace kasuri::mpi {

class Mistakes {
 public:
  // What ends the operation stream that fails.
  struct StreamStopped {};

  Mistakes(Partition& partition, RankTable& ranks, Coroutines& coroutines)
      : partition_(partition), ranks_(ranks), coroutines_(coroutines) {}

  const std::optional<Failure>& failure() const { return failure_; }  // ends at next_stop()

  // From a fiber or a stream.
  [[noreturn]] void fail(std::uint32_t coroutine, std::string_view what,
                         Exit exit = Exit::program_failed, int code = 0);
  // From a fiber, while an exception is being handled: it ends the job, unless it is the simulator's own.
  // `left` says what it did: "left MGEN_Main".
  [[noreturn]] void fail_with_exception(std::uint32_t coroutine, std::string_view left);
  // Ends the rank at its call, if it is in one; else its failure is only recorded.
  void fail_at_rank(std::uint32_t rank, std::string_view what);
  // Refuses a buffer of the rank's; returns only if that is not the rank that runs.
  void fail_access(std::uint32_t rank, const void* buffer, Bytes, bool writes);
  void record(std::uint32_t coroutine, std::string_view what, Exit = Exit::program_failed, int code = 0);

 private:
  Partition& partition_;
  RankTable& ranks_;
  Coroutines& coroutines_;
  std::optional<Failure> failure_;
};

}  // namespace kasuri::mpi
