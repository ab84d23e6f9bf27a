// SPDX-License-Identifier: MIT
#include "mpi/ranks/task_stream.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/core/check.h"

namespace kasuri::mpi {
namespace {

void push_lowest(std::vector<std::uint64_t>& heap, std::uint64_t number) {
  heap.push_back(number);
  std::ranges::push_heap(heap, std::greater{});
}

std::uint64_t pop_lowest(std::vector<std::uint64_t>& heap) {
  std::ranges::pop_heap(heap, std::greater{});
  const std::uint64_t number = heap.back();
  heap.pop_back();
  return number;
}

}  // namespace

std::uint32_t TaskStream::slot_of(std::uint64_t number) const {
  return number < first_ ? kNone : slots_[skipped_ + static_cast<std::size_t>(number - first_)];
}

std::uint64_t TaskStream::add(const Task& task, std::span<const std::uint64_t> after) {
  std::uint32_t slot = static_cast<std::uint32_t>(live_.size());
  if (free_.empty()) {
    live_.emplace_back();
  } else {
    slot = free_.back();
    free_.pop_back();
    live_[slot] = {};
  }
  Live& mine = live_[slot];
  mine.task = task;
  mine.number = added_++;
  slots_.push_back(slot);
  ++alive_;
  for (const std::uint64_t number : after) {
    check(number < mine.number, "a task depends on earlier ones");
    const std::uint32_t earlier = slot_of(number);
    if (earlier == kNone) continue;
    std::uint32_t edge = free_edges_;
    if (edge == kNone) {
      edge = static_cast<std::uint32_t>(edges_.size());
      edges_.emplace_back();
    } else {
      free_edges_ = edges_[edge].next;
    }
    edges_[edge] = {slot, live_[earlier].dependents};
    live_[earlier].dependents = edge;
    ++mine.missing;
  }
  if (keeps_notes_) [[unlikely]] noted_[mine.number].assign(after.begin(), after.end());
  if (mine.missing == 0) make_ready(slot);
  return mine.number;
}

void TaskStream::make_ready(std::uint32_t slot) {
  const Live& mine = live_[slot];
  push_lowest(mine.task.queue == Task::kNoQueue ? free_tasks_ : queues_[mine.task.queue].ready,
              mine.number);
}

void TaskStream::finish(std::uint32_t slot, Time now) {
  Live& mine = live_[slot];
  ends(mine, now);
  if (mine.task.queue != Task::kNoQueue) queues_[mine.task.queue].busy = false;
  std::uint32_t next = kNone;
  for (std::uint32_t at = mine.dependents; at != kNone; at = next) {
    next = edges_[at].next;
    Live& later = live_[edges_[at].slot];
    later.last_part = mine.task.part;
    later.last_met = mine.met;
    if (--later.missing == 0) make_ready(edges_[at].slot);
    edges_[at].next = free_edges_;
    free_edges_ = at;
  }
  slots_[skipped_ + static_cast<std::size_t>(mine.number - first_)] = kNone;
  for (; skipped_ < slots_.size() && slots_[skipped_] == kNone; ++first_) ++skipped_;
  if (skipped_ > 64 && 2 * skipped_ > slots_.size()) {
    slots_.erase(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(skipped_));
    skipped_ = 0;
  }
  free_.push_back(slot);
  --alive_;
}

// The task that begins next; kNone: there is none.
std::uint32_t TaskStream::pick() {
  std::vector<std::uint64_t>* from = free_tasks_.empty() ? nullptr : &free_tasks_;
  for (Queue& q : queues_) {
    if (q.busy || q.ready.empty() || (from && from->front() < q.ready.front())) continue;
    from = &q.ready;
  }
  return from ? slot_of(pop_lowest(*from)) : kNone;
}

// Returns whether it takes an operation; else it has ended.
bool TaskStream::emit(std::uint32_t slot, Time now, Operation& out) {
  using K = Operation::Kind;
  Live& mine = live_[slot];
  begun_ = std::max(begun_, mine.number + 1);
  if (mine.task.queue != Task::kNoQueue) queues_[mine.task.queue].busy = true;
  if (keeps_notes_) [[unlikely]] {
    notes_.push_back({mine.number, mine.task.queue, std::move(noted_.extract(mine.number).mapped())});
  }
  begins(mine, now);
  out = mine.task.op.whole();
  const bool nothing = (out.kind == K::icompute || out.kind == K::idelay) && out.time.ps <= 0;
  if (nothing || out.kind == K::end_step) {
    if (!nothing) complete(out, now);
    finish(slot, now);
    return !nothing;
  }
  out.request = slot;
  under_way_.push_back(slot);
  return true;
}

bool TaskStream::next(Time now, Operation& out) {
  notes_.clear();
  if (finished_ != kNone) {
    std::erase(under_way_, finished_);
    finish(finished_, now);
    finished_ = kNone;
  }
  for (;;) {
    while (!read_all_ && must_read()) read_all_ = !read();
    if (const std::uint32_t slot = pick(); slot != kNone) {
      if (emit(slot, now, out)) return true;
    } else if (!under_way_.empty()) {
      out.kind = Operation::Kind::wait_any;
      out.requests = under_way_;
      return true;
    } else if (read_all_) {
      check(alive_ == 0, "tasks depend on earlier ones alone");
      return false;
    } else {
      read_all_ = !read();
    }
  }
}

}  // namespace kasuri::mpi
