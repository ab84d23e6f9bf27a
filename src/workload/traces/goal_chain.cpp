// SPDX-License-Identifier: MIT
#include "workload/traces/goal_chain.h"

#include <algorithm>
#include <utility>

namespace kasuri::trace {

using StatementKind = GoalStatement::Kind;

namespace {

std::uint64_t code_of(StatementKind k) {
  return k == StatementKind::send ? 0 : k == StatementKind::receive ? 1 : 2;
}

}  // namespace

void GoalChainWriter::begin_rank() {
  begin_ = packed_.size();
  is_chain_ = true;
  any_ = false;
}

void GoalChainWriter::operation(const GoalStatement& s) {
  end_operation();
  follows_ = !any_;
  any_ = true;
  kind_ = s.kind;
  number_ = s.number;
  peer_ = s.peer;
  tag_ = s.tag;
}

void GoalChainWriter::dependence(std::uint64_t back, bool on_start) {
  follows_ |= back == 1;
  if (!on_start) required_.push_back(back);
}

void GoalChainWriter::end_operation() {
  is_chain_ &= !any_ || follows_;
  if (any_ && is_chain_) {
    packed_.put(code_of(kind_) | required_.size() << 2);
    packed_.put(number_);
    if (kind_ != StatementKind::calc) {
      packed_.put_signed(peer_);
      packed_.put_signed(tag_);
    }
    for (const std::uint64_t back : required_) packed_.put(back);
  }
  required_.clear();
}

std::optional<Extent> GoalChainWriter::end_rank() {
  end_operation();
  if (is_chain_) return Extent{begin_, packed_.size(), 1};
  packed_.cut(begin_);
  return std::nullopt;
}

// The next operation, and which of the messages under way it requires; false: there is none.
bool GoalChain::read() {
  if (numbers_.at_end()) return false;
  const std::uint64_t head = numbers_.next();
  const auto amount = static_cast<std::int64_t>(numbers_.next());
  kind_ = (head & 3) == 0   ? StatementKind::send
          : (head & 3) == 1 ? StatementKind::receive
                            : StatementKind::calc;
  if (kind_ == StatementKind::calc) {
    amount_ = params_.time_of({picoseconds_ ? amount : amount * 1000}).ps;
  } else {
    amount_ = params_.size_of({amount}).n;
    peer_ = static_cast<std::int32_t>(numbers_.next_signed());
    tag_ = static_cast<std::int32_t>(numbers_.next_signed());
  }
  for (std::uint64_t k = head >> 2; k > 0; --k) {
    const std::uint32_t slot = slot_of(read_ - numbers_.next());
    if (slot == UINT32_MAX) continue;
    slots_[slot].used = false;  // named once
    awaited_.push_back(slot);
  }
  for (const std::uint32_t slot : awaited_) slots_[slot].used = true;
  ++read_;
  return has_operation_ = true;
}

// UINT32_MAX: it is not under way.
std::uint32_t GoalChain::slot_of(std::uint64_t index) const {
  if (cells_.empty()) return UINT32_MAX;
  const auto is_its = [&](std::uint32_t slot) {
    return slot < slots_.size() && slots_[slot].used && slots_[slot].index == index;
  };
  const std::uint32_t slot = cells_[index & (cells_.size() - 1)];
  if (is_its(slot)) return slot;
  if (lost_.empty()) return UINT32_MAX;
  const auto found = lost_.find(index);
  return found != lost_.end() && is_its(found->second) ? found->second : UINT32_MAX;
}

void GoalChain::remember(std::uint64_t index, std::uint32_t slot) {
  if (cells_.empty()) cells_.assign(16, UINT32_MAX);
  for (;;) {
    std::uint32_t& cell = cells_[index & (cells_.size() - 1)];
    const bool is_free = cell == UINT32_MAX || cell == slot || !slots_[cell].used ||
                         ((slots_[cell].index ^ index) & (cells_.size() - 1)) != 0;
    if (is_free || cells_.size() == kMostCells) {
      if (!is_free) lost_[slots_[cell].index] = cell;
      cell = slot;
      return;
    }
    cells_.assign(2 * cells_.size(), UINT32_MAX);
    for (std::uint32_t s = 0; s < slots_.size(); ++s) {
      if (slots_[s].used && s != slot) cells_[slots_[s].index & (cells_.size() - 1)] = s;
    }
  }
}

void GoalChain::forget(std::uint32_t slot) {
  slots_[slot].used = false;
  if (!lost_.empty()) lost_.erase(slots_[slot].index);
  if (slots_[slot].is_send) --sends_;
  free_.push_back(slot);
}

bool GoalChain::emit(mpi::Operation& out) {
  using K = mpi::Operation::Kind;
  has_operation_ = false;
  if (kind_ == StatementKind::calc) {
    out.kind = K::compute;
    out.time = {amount_};
    return true;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  const bool is_send = kind_ == StatementKind::send;
  slots_[slot] = {read_ - 1, is_send, true};
  sends_ += is_send;
  remember(read_ - 1, slot);
  out.kind = is_send ? K::isend : K::ireceive;
  out.peer = peer_;
  out.tag = tag_;
  out.bytes = {amount_};
  out.request = slot;
  return true;
}

bool GoalChain::wait(mpi::Operation& out) {
  out.kind = awaited_.size() == 1 ? mpi::Operation::Kind::wait : mpi::Operation::Kind::wait_for;
  out.request = awaited_[0];
  out.requests = awaited_;
  return waits_ = true;
}

bool GoalChain::wait_for_all(mpi::Operation& out) {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].used) awaited_.push_back(slot);
  }
  return !awaited_.empty() && wait(out);
}

// Sends that nothing waits for end now and then, so that their number does not grow.
bool GoalChain::reap(mpi::Operation& out) {
  awaited_.clear();
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].used && slots_[slot].is_send) awaited_.push_back(slot);
  }
  reaped_ = true;
  out.kind = mpi::Operation::Kind::reap;
  out.requests = awaited_;
  return true;
}

bool GoalChain::next(Time, mpi::Operation& out) {
  if (std::exchange(waits_, false)) {
    for (const std::uint32_t slot : awaited_) forget(slot);
  }
  awaited_.clear();
  if (has_operation_) return emit(out);
  if (std::exchange(reaped_, false)) reap_at_ = std::max(kIdleSends, 2 * sends_);
  if (sends_ >= reap_at_) return reap(out);
  if (!read()) return wait_for_all(out);
  return awaited_.empty() ? emit(out) : wait(out);
}

}  // namespace kasuri::trace
