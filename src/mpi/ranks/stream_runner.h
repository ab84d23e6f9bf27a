// SPDX-License-Identifier: MIT
// Operation streams of ranks: the same requests as blocking calls of programs, but returning to the loop
// instead of suspending. Each operation goes through the stages of StreamRun. Only a collective that must
// wait takes a stack, for as long as it lasts.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/engine/partition.h"
#include "mpi/ranks/coroutines.h"
#include "mpi/ranks/stream_run.h"

namespace kasuri::mpi {

class World;

class StreamRunner {
 public:
  StreamRunner(World&, Partition&);

  void reserve(std::size_t streams) { runs_.reserve(streams); }
  void set_places(const std::uint32_t* of_ranks) { partition_.set_places(timer_, of_ranks); }
  void add(std::unique_ptr<OpStream> stream) { runs_.emplace_back().stream = std::move(stream); }
  void begin_again(std::uint32_t stream, std::unique_ptr<OpStream> from) {
    runs_[stream] = {};
    runs_[stream].stream = std::move(from);
  }
  std::size_t size() const { return runs_.size(); }

  // Goes on until the stream must wait. Returns whether it has come to its end.
  bool step(std::uint32_t coroutine);
  void prefetch(std::uint32_t stream, Partition::Ahead) const;

  // A request that is done then.
  Handle start_timer(std::uint32_t rank, Time done);

  // Until when a device of the rank computes; 0: it has none.
  Time computes_until(const Coroutine& s) const {
    return !s.is_program && s.stream < runs_.size() ? runs_[s.stream].computes_until : Time{0};
  }
  // The share of a job's operations that its ranks here have begun, for people; below 0: unknown.
  double share_done(std::uint32_t job) const;

 private:
  bool perform(std::uint32_t coroutine, StreamRun&);
  Handle begin(std::uint32_t coroutine, StreamRun&);
  bool wait_for(std::uint32_t coroutine, StreamRun&);
  void reap(StreamRun&);
  void begin_collective(std::uint32_t coroutine, StreamRun&);
  void begin_timer(std::uint32_t coroutine, StreamRun&);
  bool finish_any(std::uint32_t coroutine, StreamRun&);
  void finish_operation(StreamRun&);
  static void stack_entry(void* runner, std::uint32_t coroutine);
  void run_on_stack(std::uint32_t coroutine);
  void run_remote(std::uint32_t coroutine, StreamRun&, Communicator&);  // remote_stream.cpp
  Communicator& communicator_of(std::uint32_t coroutine, StreamRun&, std::uint32_t number);
  Handle& free_request(std::uint32_t coroutine, StreamRun&, std::uint32_t number);
  bool on_timer(const Event&);

  World& world_;
  Partition& partition_;
  EventKind timer_;
  std::vector<StreamRun> runs_;  // of the ranks here, empty if there is no stream
};

}  // namespace kasuri::mpi
