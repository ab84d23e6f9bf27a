// SPDX-License-Identifier: MIT
#include "mpi/ranks/mistakes.h"

#include <fmt/format.h>

#include "base/engine/windows.h"

namespace kasuri::mpi {

void Mistakes::fail(std::uint32_t coroutine, std::string_view what, Exit exit, int code) {
  record(coroutine, what, exit, code);
  if (coroutines_.fibers().on_fiber()) coroutines_.fibers().finish();
  throw StreamStopped{};
}

void Mistakes::record(std::uint32_t index, std::string_view what, Exit exit, int code) {
  Coroutine& s = coroutines_[index];
  s.state = Coroutine::State::ended;
  partition_.stop_before(next_stop(coroutines_.now()));
  const RankTable::Job& job = ranks_.job(s.rank);
  Failure f;
  f.exit = exit;
  f.job = job.spec.name;
  f.rank = static_cast<int>(s.rank - job.first_rank);
  f.world_rank = s.rank;
  f.call = ranks_.as_written(s.rank, s.call ? s.call : "");
  f.time = coroutines_.now();
  f.program_code = code;
  f.message = fmt::format("job '{}', rank {}, {} at {}: {}", f.job, f.rank,
                          f.call.empty() ? "in program code" : f.call, to_string(f.time),
                          ranks_.as_written(s.rank, std::string(what)));
  if (!failure_ || f < *failure_) failure_ = std::move(f);
}

// Ends the rank at its call, if it is in one; else its failure is only recorded.
void Mistakes::fail_at_rank(std::uint32_t rank, std::string_view what) {
  const std::uint32_t running = coroutines_.running();
  if (running != Coroutines::kNone && coroutines_[running].rank == rank) fail(running, what);
}

void Mistakes::fail_access(std::uint32_t rank, const void* buffer, Bytes size, bool writes) {
  const std::string what = fmt::format("the buffer {} ({} bytes) cannot be {}", buffer, size.n,
                                       writes ? "written" : "read");
  fail_at_rank(rank, what);
  record(rank, what);
}

}  // namespace kasuri::mpi
