// SPDX-License-Identifier: MIT
#include "workload/traces/dumpi_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/core/errors.h"

namespace kasuri::trace {

using namespace dumpi;
using Kind = mpi::Operation::Kind;

DumpiRank::DumpiRank(DumpiFile& file, int rank, DumpiTraceState& state, Mode mode)
    : file_(file),
      rank_(static_cast<std::uint32_t>(rank)),
      state_(state),
      comms_(state.communicators),
      mode_(mode),
      types_(file.type_sizes()) {}

void DumpiRank::fail(std::string_view what) const { file_.fail(at_, what); }

void DumpiRank::ignore(const std::string& what, std::uint64_t times) {
  if (mode_ == Mode::store) state_.summary.ignored[what] += times;
}

void DumpiRank::read_all(StoredFile* to) {
  DumpiCall call;
  while (file_.next(call)) {
    at_ = call.at;
    take(call);
    flush(to);
  }
  finish(to);
}

void DumpiRank::take(const DumpiCall& c) {
  take_time(c);
  if (mode_ == Mode::store) {
    if (c.function < kFunctions)
      state_.tally.count(function(c.function)->name);
    else
      ++state_.summary.events;
  }
  if (c.thread != 0) threads_ = true;
  if (c.function >= kFunctions) return region(c);
  types_.take(c);
  if (take_message(c) || take_completion(c) || take_persistent(c) || take_collective(c)) return;
  if (take_making(c)) return;
  handles_.take(c, &comms_, mode_ == Mode::collect ? &comms_.of_rank(rank_) : nullptr);
  if (mode_ == Mode::store && function(c.function)->left_out)
    ignore(std::string(function(c.function)->name));
  if (c.function != kCommSize && c.function != kCommRank) return;
  if (c.number[0] != kCommWorld) return;
  const auto ranks = static_cast<std::int64_t>(comms_.size(0));
  if (c.function == kCommSize && c.number[1] != ranks) {
    fail(fmt::format("MPI_Comm_size returns {} ranks here, but the .meta file has numprocs={}",
                     c.number[1], ranks));
  }
  if (c.function == kCommRank && c.number[1] != rank_) {
    fail(
        fmt::format("MPI_Comm_rank returns rank {} here: this is the file of another rank", c.number[1]));
  }
}

// --- time ---

// Seconds are written modulo 65,536. A call that begins before the last one has ended is one of another
// thread, or the clock was set back a little; otherwise the clock has gone around.
void DumpiRank::take_time(const DumpiCall& c) {
  constexpr std::int64_t kSecond = 1'000'000'000'000, kTurn = 65536 * kSecond;
  if (!c.has_times) return;
  has_times_ = true;
  if (!since_) {
    since_ = c.stop;
    last_thread_ = c.thread;
    return;
  }
  const std::int64_t most_back = c.thread == last_thread_ ? 60 * kSecond : kTurn / 2;
  std::int64_t gap = (c.start - *since_).ps;
  if (gap < -most_back)
    gap += kTurn;
  else if (gap > kTurn - most_back)
    gap -= kTurn;
  if (gap < 0) ignore("calls that begin before the last one has ended, of threads or by the clock");
  compute({std::max<std::int64_t>(gap, 0)});
  if (gap < 0 && (c.stop - *since_).ps <= 0) return;  // the last one has ended after this one
  since_ = c.stop;
  last_thread_ = c.thread;
}

void DumpiRank::compute(Time t) {
  if (t.ps <= 0 || mode_ != Mode::store) return;
  state_.tally.compute(t);
  if (stack_.empty()) return add_compute(state_.params.time_of(t));
  const Frame& f = stack_.back();
  f.use->computing += t;
  if (f.replaced) return;
  add_compute(f.rule ? state_.params.time_of(t, f.rule->scale) : state_.params.time_of(t));
}

// Stretches behind one another are one operation.
void DumpiRank::add_compute(Time t) {
  if (t.ps <= 0) return;
  if (queue_.empty() || queue_.back().op.kind != Kind::compute) add(Kind::compute);
  queue_.back().op.time += t;
}

// A function of the program, instrumented by the compiler.
void DumpiRank::region(const DumpiCall& c) {
  if (mode_ != Mode::store) return;
  const auto address = static_cast<std::uint64_t>(c.number[0]);
  if (c.function == kFunctionExit) {
    const auto found = std::find_if(stack_.rbegin(), stack_.rend(),
                                    [&](const Frame& f) { return f.address == address; });
    if (found != stack_.rend()) stack_.erase(std::next(found).base(), stack_.end());
    return;
  }
  const std::string_view name = file_.function_name(address);
  const std::string shown = name.empty() ? fmt::format("{:#x}", address) : std::string(name);
  Frame f;
  f.address = address;
  f.use = &state_.summary.regions[shown];
  ++f.use->times;
  const InRegion* const around = stack_.empty() ? nullptr : &stack_.back();
  if (const auto time = state_.params.regions.enter(shown, around, f)) add_compute(*time);
  stack_.push_back(f);
}

// --- operations ---

DumpiRank::Item& DumpiRank::add(Kind kind) {
  Item& item = queue_.emplace_back();
  item.op.kind = kind;
  return item;
}

// What is known goes to the file. Of what is held back for too long nobody learns what it matched.
void DumpiRank::flush(StoredFile* to) {
  if (queue_.size() > kMostHeld && !queue_.front().known) {
    queue_.front().known = true;
    if (mode_ == Mode::store) {
      state_.tally.receive_any();
      ++state_.balance[rank_].unclear;
    }
    ignore("senders of receives that are complete much later");
  }
  while (!queue_.empty() && (queue_.front().dropped || queue_.front().known)) {
    // A stretch of computation may become longer.
    if (queue_.size() == 1 && queue_.front().op.kind == Kind::compute) return;
    Item& item = queue_.front();
    item.op.requests = item.requests;
    item.op.out = item.out;
    item.op.in = item.in;
    if (to && !item.dropped) to->put(item.op);
    queue_.pop_front();
    ++first_item_;
  }
}

void DumpiRank::finish(StoredFile* to) {
  if (mode_ == Mode::collect) return std::ranges::sort(comms_.of_rank(rank_).cancelled), void();
  std::uint64_t open = 0;
  for (auto& [handle, slot] : requests_) {
    for (Request& r : slot.active) {
      if (r.void_ || r.message.sends || (r.item != kNoItem && r.item < first_item_)) continue;
      ++open;
      if (r.item != kNoItem) queue_[r.item - first_item_].dropped = true;
    }
  }
  if (open > 0) {
    ignore("requests that are never complete", open);
    if (mode_ == Mode::store) state_.tally.accept_lone_messages();
  }
  add(Kind::poll).dropped = true;  // behind the last computation
  flush(to);
  if (mode_ != Mode::store) return;
  std::vector<std::string>& notes = state_.summary.notes;
  const auto note = [&](std::string what) {
    if (notes.size() < 5) notes.push_back(std::move(what));
  };
  if (!stack_.empty()) note(fmt::format("rank {} ends within a function that is not left", rank_));
  if (threads_) {
    note(fmt::format(
        "rank {} calls MPI from several threads: its calls are replayed one after another, in the "
        "order of the file",
        rank_));
  }
  if (!has_times_) note(fmt::format("rank {} has no times: it does not compute", rank_));
  for (const auto& [function, n] : file_.untraced()) {
    ignore(fmt::format("{}, which the tracer was configured to leave out", function), n);
  }
}

std::int64_t DumpiRank::bytes_of(std::int64_t elements, std::int64_t type, bool* known) {
  if (elements < 0) fail(fmt::format("a count of {} elements", elements));
  const std::optional<std::int64_t> size = types_.size(type);
  if (known) *known = size.has_value() || elements == 0;
  if (!size) {
    if (elements > 0) ignore("uses of datatypes of unknown size");
    return 0;
  }
  if (*size > 0 && elements >= (std::int64_t{1} << 40) / *size) {
    fail(fmt::format("{} elements of {} bytes: this is larger than 1 TiB", elements, *size));
  }
  return elements * *size;
}

int DumpiRank::block_of(std::int64_t elements, std::int64_t type) {
  const std::int64_t bytes = bytes_of(elements, type);
  if (bytes > std::numeric_limits<int>::max()) fail("this block of a collective is larger than 2 GiB");
  return static_cast<int>(bytes);
}

}  // namespace kasuri::trace
