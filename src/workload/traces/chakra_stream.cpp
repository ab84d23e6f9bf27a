// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_stream.h"

#include <algorithm>
#include <utility>

namespace kasuri::trace {

using mpi::Operation;
using Kind = Operation::Kind;

void ChakraWriter::begin_rank() { rank_ = {.extent = {packed_.size(), 0, 1}}; }

void ChakraWriter::put(const Operation& op, ChakraQueue queue, const std::vector<std::uint32_t>& after) {
  packed_.put(static_cast<std::uint64_t>(op.kind) << 2 | static_cast<std::uint64_t>(queue));
  if (op.kind == Kind::icompute || op.kind == Kind::idelay) {
    packed_.put(static_cast<std::uint64_t>(op.time.ps));
  } else {
    packed_.put(static_cast<std::uint64_t>(op.bytes.n));
    packed_.put(op.comm);
    if (op.kind == Kind::icollective) {
      packed_.put(static_cast<std::uint64_t>(op.collective));
      packed_.put(static_cast<std::uint64_t>(op.root));
    } else {
      packed_.put_signed(op.peer);
      packed_.put_signed(op.tag);
    }
  }
  packed_.put(after.size());
  std::uint64_t nearest = UINT64_MAX;
  for (const std::uint32_t a : after) {
    packed_.put(rank_.tasks - a);
    nearest = std::min(nearest, rank_.tasks - a);
  }
  ++rank_.tasks;
  if (after.empty()) rank_.roots = rank_.tasks;
  else rank_.reach = std::max(rank_.reach, nearest);
}

ChakraRank ChakraWriter::end_rank() {
  rank_.extent.end = packed_.size();
  return std::exchange(rank_, {});
}

ChakraStream::ChakraStream(std::shared_ptr<const TextFile> file, const ChakraRank& facts,
                           std::size_t buffer)
    : TaskStream(3, Graph::queued), facts_(facts), numbers_(std::move(file), facts.extent, buffer) {}

double ChakraStream::share_done() const {
  if (facts_.tasks == 0) return 1;
  return static_cast<double>(added() - alive()) / static_cast<double>(facts_.tasks);
}

bool ChakraStream::must_read() const { return added() < std::max(facts_.roots, begun() + facts_.reach); }

bool ChakraStream::read() {
  if (added() == facts_.tasks) return false;
  const std::uint64_t head = numbers_.next();
  mpi::Task task;
  mpi::TaskOperation& op = task.op;
  op.kind = static_cast<Kind>(head >> 2);
  const auto queue = static_cast<ChakraQueue>(head & 3);
  task.queue = queue == ChakraQueue::none ? mpi::Task::kNoQueue : static_cast<std::uint8_t>(queue);
  if (op.kind == Kind::icompute || op.kind == Kind::idelay) {
    op.time = {static_cast<std::int64_t>(numbers_.next())};
  } else {
    op.bytes = {static_cast<std::int64_t>(numbers_.next())};
    op.comm = static_cast<std::uint32_t>(numbers_.next());
    if (op.kind == Kind::icollective) {
      op.collective = static_cast<mpi::Collective>(numbers_.next());
      op.root = static_cast<std::int32_t>(numbers_.next());
    } else {
      op.peer = static_cast<std::int32_t>(numbers_.next_signed());
      op.tag = static_cast<std::int32_t>(numbers_.next_signed());
      if (facts_.buffered && op.kind == Kind::isend) op.mode = mpi::SendMode::buffered;
    }
  }
  after_.resize(numbers_.next());
  for (std::uint64_t& a : after_) a = added() - numbers_.next();
  add(task, after_);
  return true;
}

}  // namespace kasuri::trace
