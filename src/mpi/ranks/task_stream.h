// SPDX-License-Identifier: MIT
// A rank that drives a device: tasks that depend on each other, on a few queues that work side by side, as
// the streams of CUDA do. A task begins when all tasks that it depends on have ended and its queue is free;
// of several, the one with the lowest number. Tasks on no queue begin at once.
//
// Only tasks that have not ended are in memory. A derived class adds them in the order of their numbers,
// each after the tasks that it depends on, and says how far it has to read ahead.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/op_stream.h"

namespace kasuri::mpi {

// What a task may do: a computation, a delay, a send, a receive, a collective, the end of a step. Of an
// Operation that is what they have; ranks keep many tasks, which would fill caches else.
struct TaskOperation {
  Operation::Kind kind = Operation::Kind::compute;
  std::int32_t peer = kProcNull;
  std::int32_t tag = 0;
  Bytes bytes{0};
  Time time{0};
  Collective collective = Collective::barrier;
  std::int32_t root = 0;
  std::uint32_t comm = 0;
  SendMode mode = SendMode::standard;
  std::int32_t element = 1;
  void* data = nullptr;

  Operation whole() const {
    return {.kind = kind, .peer = peer, .tag = tag, .bytes = bytes, .time = time, .collective = collective,
            .root = root, .comm = comm, .mode = mode, .element = element, .data = data};
  }
};

struct Task {
  static constexpr std::uint8_t kNoQueue = UINT8_MAX;

  TaskOperation op{};
  std::uint8_t queue = kNoQueue;
  // For the derived class: what it belongs to, and what it is there.
  std::uint8_t part = 0;
  std::uint8_t mark = 0;
  std::uint32_t calls = 0;
  Bytes given{0};
};

// A task that has begun, and those that it depends on.
struct TaskNote {
  std::uint64_t number = 0;
  std::uint8_t queue = Task::kNoQueue;
  std::vector<std::uint64_t> after{};
};

// A Recorder that keeps the graph of tasks, and not only the order in which they happened.
class TaskRecorder {
 public:
  virtual ~TaskRecorder() = default;
  // These begin, the last of them with the operation that the rank performs next; those before it take no
  // time. `keeps_queues`: what a queue does next is to be found out anew.
  virtual void begins(std::uint32_t rank, std::span<const TaskNote>, bool keeps_queues) = 0;
};

class TaskStream : public OpStream {
 public:
  // What its dependences say: not all, because it adds tasks when others have ended; all, with the order of
  // each queue as it happened; or all, where queues take what is ready first.
  enum class Graph : std::uint8_t { partial, ordered, queued };

  bool next(Time now, Operation&) final;
  void ended(std::uint32_t slot) final { finished_ = slot; }
  void met(std::uint32_t slot, Time when) final { live_[slot].met = when; }
  // For a recorder. Before the first next(); returns whether there will be any.
  bool keep_notes() { return keeps_notes_ = graph_ != Graph::partial; }
  // Of the tasks that began in the last next().
  std::span<const TaskNote> notes() const { return notes_; }
  Graph graph() const { return graph_; }

 protected:
  struct Live {
    Task task;
    std::uint64_t number = 0;
    std::uint32_t missing = 0;     // dependences
    std::uint32_t dependents = UINT32_MAX;
    Time met{-1};                  // of a receive: when its sender offered the message
    Time last_met{-1};             // of the dependence that ended last
    std::uint8_t last_part = 0;    // of that one
  };

  explicit TaskStream(std::uint8_t queues, Graph graph = Graph::partial) : graph_(graph), queues_(queues) {}

  // Adds one or several tasks with add(); false: there are no more.
  virtual bool read() = 0;
  // Whether a task that has not been read may be ready.
  virtual bool must_read() const = 0;
  virtual void begins(const Live&, Time) {}
  virtual void ends(const Live&, Time) {}
  // The operation of a task that begins, where it is known no sooner.
  virtual void complete(Operation&, Time) {}

  // Numbers count up from 0; dependences that have ended already are none.
  std::uint64_t add(const Task&, std::span<const std::uint64_t> after);
  std::uint64_t added() const { return added_; }
  std::uint64_t begun() const { return begun_; }   // one more than the highest that has begun
  std::uint32_t alive() const { return alive_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Edge {
    std::uint32_t slot, next;
  };
  struct Queue {
    std::vector<std::uint64_t> ready;  // a heap, the lowest number first
    bool busy = false;
  };

  std::uint32_t slot_of(std::uint64_t number) const;
  void make_ready(std::uint32_t slot);
  void finish(std::uint32_t slot, Time now);
  std::uint32_t pick();
  bool emit(std::uint32_t slot, Time now, Operation&);

  Graph graph_;
  bool keeps_notes_ = false;
  std::vector<TaskNote> notes_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> noted_;  // dependences of tasks to begin
  std::vector<Queue> queues_;
  std::vector<std::uint64_t> free_tasks_;  // ready, on no queue: a heap
  std::vector<Live> live_;
  std::vector<std::uint32_t> free_;
  std::vector<Edge> edges_;
  std::uint32_t free_edges_ = kNone;
  std::vector<std::uint32_t> slots_;  // of tasks first_ and on; kNone: ended
  std::uint64_t first_ = 0;
  std::size_t skipped_ = 0;           // entries of slots_ before first_
  std::vector<std::uint32_t> under_way_;
  std::uint64_t added_ = 0, begun_ = 0;
  std::uint32_t alive_ = 0;
  std::uint32_t finished_ = kNone;    // has ended since next() was called last
  bool read_all_ = false;
};

}  // namespace kasuri::mpi
