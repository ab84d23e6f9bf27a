// SPDX-License-Identifier: MIT
#include "workload/traces/goal_stream.h"

#include <algorithm>
#include <utility>

#include "base/core/check.h"

namespace kasuri::trace {

using StatementKind = GoalStatement::Kind;

GoalStream::GoalStream(std::shared_ptr<const TextFile> file, const GoalRank& facts,
                       const ReplayParams& params, int rank, bool picoseconds, std::size_t buffer)
    : file_(std::move(file)),
      facts_(facts),
      params_(params),
      rank_(rank),
      picoseconds_(picoseconds),
      buffer_(static_cast<std::size_t>(std::min(
          static_cast<std::int64_t>(buffer),
          std::max<std::int64_t>(64, facts.extent.end - facts.extent.begin)))),
      read_(Read{.statements = {}, .all = facts.operations == 0}) {}

std::uint32_t GoalStream::take_slot() {
  ++alive_;
  if (free_.empty()) {
    ops_.emplace_back();
    return static_cast<std::uint32_t>(ops_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  ops_[slot] = {};
  return slot;
}

std::uint32_t GoalStream::add_edge(std::uint32_t& first, const Edge& edge) {
  std::uint32_t at = free_edges_;
  if (at == kNone) {
    at = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back(edge);
  } else {
    free_edges_ = edges_[at].next;
    edges_[at] = edge;
  }
  edges_[at].next = first;
  return first = at;
}

// Operations further on cannot start before one that has been read has started.
bool GoalStream::may_read() const {
  const std::uint64_t reach = std::max(facts_.roots, started_ + facts_.reach);
  return !read_.all && read_.operations <= reach + facts_.lookahead;
}

void GoalStream::read() {
  if (!read_.statements) read_.statements.emplace(file_, facts_.extent, buffer_, rank_);
  const GoalStatement& s = read_.statements->next();
  switch (s.kind) {
    case StatementKind::send:
    case StatementKind::receive:
    case StatementKind::calc: return add_operation(s);
    case StatementKind::requires_:
    case StatementKind::irequires: return add_dependence(s);
    default:
      read_.all = true;
      release_up_to(UINT64_MAX);
  }
}

void GoalStream::add_operation(const GoalStatement& s) {
  const std::uint64_t index = read_.operations++;
  if (index > facts_.lookahead) release_up_to(index - facts_.lookahead);
  const std::uint32_t slot = take_slot();
  Op& op = ops_[slot];
  op.index = index;
  op.kind = s.kind;
  op.peer = s.peer;
  op.tag = s.tag;
  op.amount = static_cast<std::int64_t>(s.number);
  op.state = Op::State::waiting;
  if (s.kind == StatementKind::calc) {
    op.amount = params_.time_of({picoseconds_ ? op.amount : op.amount * 1000}).ps;
  } else {
    op.amount = params_.size_of({op.amount}).n;
  }
  if (!s.label.empty()) labels_.define(s.label, index);
  slots_.insert(index, slot);
  unreleased_.push_back(slot);
}

void GoalStream::add_dependence(const GoalStatement& s) {
  const std::uint32_t later = slots_.find(labels_.find(s.label));
  const std::uint32_t earlier = slots_.find(labels_.find(s.required));
  check(later != kNone, "the scan knows how far dependences are after their operation");
  if (earlier == kNone) return;  // it is over
  const bool start = s.kind == StatementKind::irequires;
  Op& x = ops_[earlier];
  if (start && x.state == Op::State::pending) return;
  add_edge(x.dependents, {later, kNone, ops_[later].index, start});
  Op& y = ops_[later];
  ++y.missing;
  if (start) return;
  if (ops_[earlier].state == Op::State::pending) ++y.pending;
  add_edge(y.requirements, {earlier, kNone, ops_[earlier].index, false});
}

void GoalStream::release_up_to(std::uint64_t index) {
  while (!unreleased_.empty() && ops_[unreleased_.front()].index < index) {
    const std::uint32_t slot = unreleased_.front();
    unreleased_.pop_front();
    ops_[slot].released = true;
    release(ops_[slot], slot);
  }
}

void GoalStream::release(Op& op, std::uint32_t slot) {
  if (!op.released || op.state != Op::State::waiting) return;
  if (op.missing == 0) {
    op.state = Op::State::ready;
    ready_.push_back(slot);
  } else if (op.missing == op.pending && !op.listed) {
    op.listed = true;
    candidates_.push_back(slot);
  }
}

void GoalStream::emit(std::uint32_t slot, mpi::Operation& out) {
  using K = mpi::Operation::Kind;
  const Op& op = ops_[slot];
  given_.emitted = slot;
  started_ = std::max(started_, op.index + 1);
  if (op.kind == StatementKind::calc) {
    out.kind = K::compute;
    out.time = {op.amount};
    return;
  }
  out.kind = op.kind == StatementKind::send ? K::isend : K::ireceive;
  out.peer = op.peer;
  out.tag = op.tag;
  out.bytes = {op.amount};
  out.request = slot;
}

// What next() gave last has been done: computed, or begun.
void GoalStream::settle() {
  if (std::exchange(given_.awaits_all, false)) {
    for (const std::uint32_t slot : wanted_) finish(slot);
  }
  if (given_.emitted == kNone) return;
  const std::uint32_t slot = given_.emitted;
  given_.emitted = kNone;
  if (ops_[slot].kind == StatementKind::calc) return finish(slot);
  const std::size_t ready = ready_.size();
  ops_[slot].state = Op::State::pending;
  if (ops_[slot].kind == StatementKind::send) given_.sent = slot;
  if (ops_[slot].kind == StatementKind::send && ops_[slot].dependents == kNone) ++given_.idle_sends;
  for (std::uint32_t at = ops_[slot].dependents; at != kNone; at = edges_[at].next) {
    const Edge edge = edges_[at];
    Op& y = ops_[edge.slot];
    if (edge.start) --y.missing;
    else ++y.pending;
    release(y, edge.slot);
  }
  put_in_order(ready);
}

// Lists of edges are the latest first: what has become ready together starts in the order of the file.
void GoalStream::put_in_order(std::size_t from) {
  const auto index = [this](std::uint32_t slot) { return ops_[slot].index; };
  std::ranges::sort(ready_.begin() + static_cast<std::ptrdiff_t>(from), ready_.end(), {}, index);
}

void GoalStream::finish(std::uint32_t slot) {
  const std::size_t ready = ready_.size();
  const bool was_pending = ops_[slot].state == Op::State::pending;
  std::uint32_t next = kNone;
  for (std::uint32_t at = ops_[slot].dependents; at != kNone; at = next) {
    const Edge edge = edges_[at];
    next = edge.next;
    edges_[at].next = free_edges_;
    free_edges_ = at;
    less_missing(edge, was_pending);
  }
  put_in_order(ready);
  for (std::uint32_t at = ops_[slot].requirements; at != kNone; at = next) {
    next = edges_[at].next;
    edges_[at].next = free_edges_;
    free_edges_ = at;
  }
  slots_.erase(ops_[slot].index);
  ops_[slot].state = Op::State::free;
  free_.push_back(slot);
  --alive_;
}

void GoalStream::less_missing(const Edge& edge, bool was_pending) {
  Op& y = ops_[edge.slot];
  if (edge.start) {
    if (was_pending) return;  // it was told when the operation started
    --y.missing;
  } else {
    --y.missing;
    if (was_pending) --y.pending;
  }
  if (!was_pending || y.missing == 0) release(y, edge.slot);
}

// For the messages that operations wait for which need nothing else; at the end for all.
bool GoalStream::wait(mpi::Operation& out) {
  using K = mpi::Operation::Kind;
  wanted_.clear();
  std::erase_if(candidates_, [&](std::uint32_t slot) {
    Op& y = ops_[slot];
    y.listed = y.state == Op::State::waiting && y.missing > 0 && y.missing == y.pending;
    if (!y.listed) return true;
    for (std::uint32_t at = y.requirements; at != kNone; at = edges_[at].next) {
      const Edge& e = edges_[at];
      if (!lives(e) || ops_[e.slot].wanted) continue;
      ops_[e.slot].wanted = true;
      wanted_.push_back(e.slot);
    }
    return false;
  });
  for (const std::uint32_t slot : wanted_) ops_[slot].wanted = false;
  // Of several messages that are there already, the CPU turns to the first of the file.
  const auto index = [this](std::uint32_t slot) { return ops_[slot].index; };
  if (!std::ranges::is_sorted(wanted_, {}, index)) std::ranges::sort(wanted_, {}, index);
  if (wanted_.empty()) {  // nothing waits for messages
    for (std::uint32_t slot = 0; slot < ops_.size(); ++slot) {
      if (ops_[slot].state == Op::State::pending) wanted_.push_back(slot);
    }
    check(!wanted_.empty() || alive_ == 0, "the scan refuses cycles");
    if (wanted_.empty()) return false;
  }
  // If one operation alone waits for messages, all of them must come before anything can go on.
  given_.awaits_all = candidates_.size() <= 1 || wanted_.size() == 1;
  out.kind = given_.awaits_all ? wanted_.size() == 1 ? K::wait : K::wait_for : K::wait_any;
  out.request = wanted_[0];
  out.requests = wanted_;
  return true;
}

// An eager send has ended when the next operation may begin: what requires it becomes ready then, not when
// there is nothing else to do.
bool GoalStream::look_at_send(mpi::Operation& out) {
  const std::uint32_t slot = std::exchange(given_.sent, kNone);
  if (slot == kNone || ready_.empty()) return false;
  for (std::uint32_t at = ops_[slot].dependents; at != kNone; at = edges_[at].next) {
    const Op& y = ops_[edges_[at].slot];
    if (edges_[at].start || !y.released || y.missing > 1) continue;
    wanted_.assign(1, slot);
    out.kind = mpi::Operation::Kind::reap;
    out.requests = wanted_;
    return true;
  }
  return false;
}

bool GoalStream::next(Time, mpi::Operation& out) {
  constexpr std::uint32_t kMostIdle = 256;
  settle();
  for (;;) {
    if (may_read()) {  // before anything starts: what is read then was perhaps ready before
      read();
    } else if (look_at_send(out)) {
      return true;
    } else if (!ready_.empty()) {
      const std::uint32_t slot = ready_.front();
      ready_.pop_front();
      emit(slot, out);
      return true;
    } else if (given_.idle_sends > kMostIdle) {
      given_.idle_sends = 0;
      wanted_.clear();
      for (std::uint32_t slot = 0; slot < ops_.size(); ++slot) {
        const Op& op = ops_[slot];
        if (op.state == Op::State::pending && op.kind == StatementKind::send) wanted_.push_back(slot);
      }
      out.kind = mpi::Operation::Kind::reap;
      out.requests = wanted_;
      return true;
    } else {
      return wait(out);
    }
  }
}

}  // namespace kasuri::trace
