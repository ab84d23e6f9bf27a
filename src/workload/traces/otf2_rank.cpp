// SPDX-License-Identifier: MIT
#include "workload/traces/otf2_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/core/guarded_process.h"

namespace kasuri::trace {

using Kind = mpi::Operation::Kind;
using Which = mpi::Collective;

namespace {
constexpr Time kClockError{1'000'000};
}

Otf2Rank::Otf2Rank(Otf2Archive& archive, Otf2Sums& sums, const ReplayParams& params, int rank,
                   OTF2_EvtReaderCallbacks* callbacks, Tally& tally, Summary& summary, bool look_again)
    : archive_(archive),
      sums_(sums),
      params_(params),
      rank_(rank),
      tally_(tally),
      summary_(summary),
      look_again_(look_again),
      callbacks_(callbacks) {}

void Otf2Rank::fail(std::string_view what) const { archive_.fail(rank_, event_, what); }

Time Otf2Rank::time(OTF2_TimeStamp stamp) const {
  const std::optional<Time> t = archive_.time(stamp);
  if (!t) fail(fmt::format("it is at tick {}: that is too late", stamp));
  return *t;
}

void Otf2Rank::read() {
  if (!events_) events_.emplace(archive_, rank_, callbacks_, this);
  const std::uint64_t n = events_->read(kBatch);
  reading_gets_on();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (n > 0) return;
  at_end_ = true;
  for (Item& item : queue_) item.dropped |= !item.known;
  if (!look_again_) {
    for (const Item& item : queue_) {
      if (item.dropped) ++summary_.ignored["requests that are never complete"];
    }
  }
  if (in_mpi_ > 0 || !stack_.empty()) {
    const std::string open(in_mpi_ > 0 && call_.region ? call_.region->name
                           : stack_.empty()            ? ""
                                                       : stack_.back().region->name);
    if (!look_again_ && summary_.notes.size() < 5) {
      summary_.notes.push_back(fmt::format(
          "rank {} ends within {}: its trace may be truncated", rank_, open));
    }
  }
  if (in_mpi_ > 0) finish_call();
  add_barriers(barriers_.open);
  events_.reset();
}

// Operations are known in their order, or when what a later event tells of them has been read.
void Otf2Rank::read_all(StoredFile& to) {
  while (!at_end_) {
    read();
    while (!queue_.empty() && (queue_.front().dropped || queue_.front().known)) {
      if (!queue_.front().dropped && !look_again_) store(queue_.front(), to);
      queue_.pop_front();
    }
  }
}

Otf2Rank::Item& Otf2Rank::add(Kind kind) {
  Item& item = queue_.emplace_back();
  item.op.kind = kind;
  return item;
}

// Stretches behind one another are one operation.
void Otf2Rank::add_compute(Time t) {
  if (t.ps <= 0) return;
  if (queue_.empty() || queue_.back().op.kind != Kind::compute || queue_.back().mark != Item::Mark::none) {
    add(Kind::compute);
  }
  queue_.back().op.time += t;
}

void Otf2Rank::compute_until(Time now) {
  const Time t = now - since_;
  since_ = now;
  if (t.ps < 0) {
    // Of clocks that were put right after the measurement a little may be left.
    if (t.ps < -kClockError.ps) fail("time goes back");
    return ignore("times that go back by less than a microsecond");
  }
  if (!look_again_) tally_.compute(t);
  if (stack_.empty()) return add_compute(params_.time_of(t));
  const Frame& f = stack_.back();
  if (f.use) f.use->computing += t;
  if (f.replaced) return;
  add_compute(f.rule ? params_.time_of(t, f.rule->scale) : params_.time_of(t));
}

void Otf2Rank::enter(Time now, OTF2_RegionRef ref) {
  const Otf2Region* const region = archive_.region(ref);
  if (!region) fail(fmt::format("region {} is not defined", ref));
  if (!std::exchange(began_, true)) since_ = now;
  if (region->is_mpi) {
    if (in_mpi_++ > 0) return;
    compute_until(now);
    call_.clear();
    call_.region = region;
    if (!look_again_) ++summary_.calls[region->name];
    return;
  }
  if (in_mpi_ > 0) {  // what a tool does within MPI
    ++in_mpi_;
    return;
  }
  compute_until(now);
  // TraceR's marks are entered only, to have the time told.
  if (region->name.starts_with("TRACER_WallTime_")) return ignore("TRACER_WallTime marks");
  if (params_.iterations > 1 && loop_ == Loop::none && region->name == params_.loop_region) {
    loop_ = Loop::open;
    add(Kind::compute).mark = Item::Mark::loop_begins;
  }
  Frame f;
  f.region = region;
  const InRegion* const around = stack_.empty() ? nullptr : &stack_.back();
  if (const auto time = params_.regions.enter(region->name, around, f)) add_compute(*time);
  if (!look_again_) {
    f.use = &summary_.regions[region->name];
    ++f.use->times;
  }
  stack_.push_back(f);
}

void Otf2Rank::leave(Time now, OTF2_RegionRef ref) {
  const Otf2Region* const region = archive_.region(ref);
  if (!region) fail(fmt::format("region {} is not defined", ref));
  if (in_mpi_ > 0) {
    if (--in_mpi_ == 0) {
      finish_call();
      since_ = now;
    }
    return;
  }
  if (region->name.starts_with("TRACER_WallTime_")) return;
  // Regions that users mark by hand need not nest.
  const auto found = std::find_if(stack_.rbegin(), stack_.rend(),
                                  [&](const Frame& f) { return f.region == region; });
  if (found == stack_.rend()) fail(fmt::format("region '{}' is left, but was not entered", region->name));
  compute_until(now);
  stack_.erase(std::next(found).base());
  if (loop_ == Loop::open && region->name == params_.loop_region) {
    loop_ = Loop::over;
    add(Kind::compute).mark = Item::Mark::loop_ends;
  }
}

// Some tracers write messages without the regions of the calls.
void Otf2Rank::mpi_event(Time now) {
  if (!std::exchange(began_, true)) since_ = now;
  if (in_mpi_ > 0) return;
  compute_until(now);
  call_.clear();
  lone_ = true;
}

void Otf2Rank::end_event(Time now) {
  if (!std::exchange(lone_, false)) return;
  finish_call();
  since_ = now;
}

std::uint32_t Otf2Rank::begin_request(std::uint64_t id, Item* item) {
  std::uint32_t number = next_request_;
  if (free_requests_.empty()) {
    ++next_request_;
  } else {
    number = free_requests_.back();
    free_requests_.pop_back();
  }
  const auto [at, fresh] = requests_.try_emplace(id, Request{number, item});
  if (!fresh) {  // the one before was freed without being complete
    if (at->second.item) at->second.item->dropped = true;
    at->second = {number, item};
  }
  return number;
}

// Where it goes or comes from, as the job numbers it. Returns whether there is such a rank.
bool Otf2Rank::set_peer(mpi::Operation& op, const Message& m) {
  const Otf2Communicator& c = archive_.communicator(m.comm);
  if (c.number == Otf2Communicator::kUnknown) {
    ignore("messages on communicators with unknown members");
    return false;
  }
  const std::uint32_t peer = archive_.member(c, m.peer, rank_);
  if (peer >= c.size) {
    fail(fmt::format("rank {} does not exist in communicator '{}', which has {}", m.peer, c.name, c.size));
  }
  if (m.bytes >= std::uint64_t{1} << 40) fail("this message is larger than 1 TiB");
  const bool self = c.number == Otf2Communicator::kSelf;
  op.comm = self ? 0 : c.number;
  op.peer = self ? rank_ : static_cast<std::int32_t>(peer);
  op.tag = static_cast<std::int32_t>(m.tag & INT32_MAX);
  op.bytes = params_.size_of({static_cast<std::int64_t>(m.bytes)});
  return true;
}

void Otf2Rank::count(const Message& m, bool sends) {
  const Otf2Communicator& c = archive_.communicator(m.comm);
  const std::uint32_t member = archive_.member(c, m.peer, rank_);
  if (c.number == Otf2Communicator::kUnknown || member >= c.size) {
    if (!look_again_) ++(sends ? summary_.sends : summary_.receives);
    return;
  }
  const auto peer = static_cast<std::int32_t>(archive_.world_rank(c, member, rank_));
  const MessageKey key{c.number, sends ? rank_ : peer, sends ? peer : rank_,
                       static_cast<std::int32_t>(m.tag & INT32_MAX)};
  const auto bytes = static_cast<std::int64_t>(sends ? m.bytes : -m.bytes);
  if (!look_again_) tally_.bytes(key, bytes);
  if (look_again_) {
    tally_.look_again(key, sends ? 1 : -1,
                       fmt::format("{}, event {}", archive_.path().string(), event_), bytes);
  } else if (sends) {
    tally_.send(key, {static_cast<std::int64_t>(m.bytes)});
  } else {
    tally_.receive(key);
  }
}

void Otf2Rank::ignore(const std::string& what) {
  if (!look_again_) ++summary_.ignored[what];
}

void Otf2Rank::add_message(const Message& m, Kind kind, std::uint32_t request) {
  const bool sends = kind == Kind::send || kind == Kind::isend;
  Item& item = add(kind);
  item.op.request = request;
  item.dropped = !set_peer(item.op, m);
  if (sends && call_.region) {
    const std::string_view name = call_.region->name;
    if (name.ends_with("_Ssend") || name.ends_with("_Issend")) item.op.mode = mpi::SendMode::synchronous;
  }
}

// A receive that was posted before.
void Otf2Rank::complete(const Message& m) {
  count(m, false);
  const auto found = requests_.find(m.request);
  if (found == requests_.end() || !found->second.item) {
    call_.receives.push_back(m);  // nothing tells where it was posted: here, then
    return;
  }
  Item& item = *std::exchange(found->second.item, nullptr);
  item.known = true;
  item.dropped = !set_peer(item.op, m);
  if (item.dropped) {
    free_requests_.push_back(found->second.number);
    requests_.erase(found);
  } else {
    call_.done.push_back(m.request);
  }
}

void Otf2Rank::complete(std::uint64_t id) {
  if (requests_.contains(id)) call_.done.push_back(id);
}

// A call without events. Score-P before 7 has none of non-blocking collectives, nor of the waits for them.
// Of MPI_Ibarrier, nothing else need be known if there is one communicator: it is replayed as a barrier
// where the rank waits with no record of what for, or else before its next collective.
void Otf2Rank::finish_silent_call() {
  const std::string& name = call_.region->name;
  switch (call_.region->call) {
    case MpiCall::other: return;
    case MpiCall::message: ++without_message_; return;
    case MpiCall::wait: return add_barriers(name.ends_with("Wait") ? 1 : barriers_.open);
    case MpiCall::sized: return ignore(name + " of unknown size");
    case MpiCall::unsized:
      // MPI_Win_free is two calls: first it takes the program's attributes away.
      if (name.starts_with("MPI_Win_") && !windows_.empty()) return;
      if (!name.ends_with("_Ibarrier") || !archive_.communicators()->empty()) {
        return ignore(name + " without its event");
      }
      ++barriers_.open;
  }
}

void Otf2Rank::add_barriers(std::uint64_t most) {
  for (; most > 0 && barriers_.open > 0; --most, --barriers_.open) {
    add(Kind::collective).op.collective = Which::barrier;
    ++barriers_.assumed;
  }
}

// What the events between Enter and Leave come to.
void Otf2Rank::finish_call() {
  const std::string_view name = call_.region ? std::string_view(call_.region->name) : "";
  if (!call_.told && call_.region) finish_silent_call();
  if (!call_.sends.empty() && !call_.receives.empty() && name.find("endrecv") != name.npos) {
    Item wait;
    wait.op.kind = Kind::wait_for;
    for (const bool sends : {false, true}) {
      for (const Message& m : sends ? call_.sends : call_.receives) {
        const std::uint32_t number = begin_request(UINT64_MAX - wait.requests.size(), nullptr);
        requests_.erase(UINT64_MAX - wait.requests.size());
        wait.requests.push_back(number);
        add_message(m, sends ? Kind::isend : Kind::ireceive, number);
      }
    }
    for (const std::uint32_t number : wait.requests) free_requests_.push_back(number);
    queue_.push_back(std::move(wait));
  } else {
    for (const Message& m : call_.sends) add_message(m, Kind::send, 0);
    for (const Message& m : call_.receives) add_message(m, Kind::receive, 0);
  }
  for (const std::uint64_t id : call_.cancelled) {
    const auto found = requests_.find(id);
    if (found == requests_.end()) continue;
    if (found->second.item) {
      found->second.item->dropped = true;  // nobody knows what it was for: it has met no message
      free_requests_.push_back(found->second.number);
      requests_.erase(found);
    } else {
      call_.done.push_back(id);  // a send: it leaves all the same
    }
  }
  if (!call_.done.empty()) {
    Item& item = add(call_.done.size() == 1 ? Kind::wait : Kind::wait_for);
    for (const std::uint64_t id : call_.done) {
      const auto found = requests_.find(id);
      if (found == requests_.end()) continue;
      item.requests.push_back(found->second.number);
      free_requests_.push_back(found->second.number);
      requests_.erase(found);
    }
    if (item.op.kind == Kind::wait && !item.requests.empty()) item.op.request = item.requests[0];
    if (item.requests.empty()) queue_.pop_back();
  } else if (call_.tested && !call_.remote) {
    add(Kind::poll);
  }
  if (!call_.collectives.empty()) add_barriers(barriers_.open);
  for (const auto& [c, details] : call_.collectives) {
    add_collective(c, details, Kind::collective, 0);
  }
  call_.clear();
}

}  // namespace kasuri::trace
