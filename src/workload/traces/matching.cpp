// SPDX-License-Identifier: MIT
#include "workload/traces/matching.h"

#include <algorithm>
#include <utility>

#include "base/core/check.h"

namespace kasuri::trace {

using Kind = mpi::Operation::Kind;

namespace {

bool has_wildcard(const mpi::MatchKey& k) {
  return k.source == mpi::kAnySource || k.tag == mpi::kAnyTag;
}

}  // namespace

template <class Record>
void Matching::List<Record>::add(Pool<Record>& all, std::uint32_t i) {
  all[i].before = last;
  all[i].after = kNone;
  (last == kNone ? first : all[last].after) = i;
  last = i;
}

template <class Record>
void Matching::List<Record>::remove(Pool<Record>& all, std::uint32_t i) {
  const Record& r = all[i];
  (r.before == kNone ? first : all[r.before].after) = r.after;
  (r.after == kNone ? last : all[r.after].before) = r.before;
}

Matching::Matching(const Trace& trace, Bytes eager_limit)
    : trace_(trace), eager_limit_(eager_limit), ranks_(static_cast<std::size_t>(trace.ranks())) {
  for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
    ranks_[r].stream = trace.stream(static_cast<int>(r));
    ready_.push_back(r);
  }
}

bool Matching::run() {
  while (!ready_.empty()) {
    const std::uint32_t rank = ready_.front();
    ready_.pop_front();
    turn(rank);
  }
  return stuck() == 0;
}

void Matching::turn(std::uint32_t rank) {
  Rank& me = ranks_[rank];
  settle(me);
  for (int n = 0; n < kTurn; ++n) {
    mpi::Operation op;
    if (!me.stream->next(Time{0}, op)) {
      me.stream.reset();
      me.has_ended = true;
      ++ended_;
      return;
    }
    if (perform(rank, op)) return;
    settle(me);
  }
  ready_.push_back(rank);
}

// Begins an operation; returns whether its rank must wait.
bool Matching::perform(std::uint32_t rank, const mpi::Operation& op) {
  Rank& me = ranks_[rank];
  switch (op.kind) {
    case Kind::compute:
    case Kind::poll:
    case Kind::probe:
    case Kind::cancel: return false;
    case Kind::send:
    case Kind::receive:
    case Kind::collective:
    case Kind::duplicate:
    case Kind::split:
    case Kind::create: {
      std::uint32_t request = begin(rank, op);
      return await(rank, request);
    }
    case Kind::isend:
    case Kind::ireceive:
    case Kind::icollective: {
      if (op.comm == mpi::kPutNotices) return false;
      const std::uint32_t request = begin(rank, op);
      numbered(me, op.request) = request;
      return false;
    }
    case Kind::wait: return await(rank, numbered(me, op.request));
    case Kind::wait_for: {
      bool waits = false;
      for (const std::uint32_t number : op.requests) waits |= await(rank, numbered(me, number));
      return waits;
    }
    case Kind::wait_all: {
      bool waits = false;
      for (std::uint32_t& request : me.requests) waits |= await(rank, request);
      return waits;
    }
    case Kind::wait_any: {
      me.any = true;
      me.awaited.assign(op.requests.begin(), op.requests.end());
      bool any_done = false;
      for (const std::uint32_t number : me.awaited) {
        const std::uint32_t request = numbered(me, number);
        any_done |= request == kNone || requests_[request].done;
      }
      if (any_done) return false;
      for (const std::uint32_t number : me.awaited) requests_[numbered(me, number)].awaited = true;
      me.pending = 1;
      return true;
    }
    case Kind::icompute:
    case Kind::idelay:
    case Kind::remote:  // nobody answers it
    case Kind::end_step: return false;
    case Kind::reap:
      for (const std::uint32_t number : op.requests) {
        std::uint32_t& request = numbered(me, number);
        if (request != kNone && !requests_[request].done) continue;
        if (request != kNone) release(std::exchange(request, kNone));
        me.stream->ended(number);
      }
      return false;
  }
  return false;
}

// Of a wait_any, tells the stream which request has ended.
void Matching::settle(Rank& me) {
  if (!std::exchange(me.any, false)) return;
  bool told = false;
  for (const std::uint32_t number : me.awaited) {
    std::uint32_t& request = numbered(me, number);
    if (request != kNone) requests_[request].awaited = false;
    if (told || (request != kNone && !requests_[request].done)) continue;
    if (request != kNone) release(std::exchange(request, kNone));
    me.stream->ended(number);
    told = true;
  }
}

std::uint32_t& Matching::numbered(Rank& me, std::uint32_t number) {
  if (number >= me.requests.size()) me.requests.resize(number + 1, kNone);
  return me.requests[number];
}

// The request is the rank's no more. Returns whether it must wait for it.
bool Matching::await(std::uint32_t rank, std::uint32_t& request) {
  const std::uint32_t i = std::exchange(request, kNone);
  if (i == kNone) return false;
  Request& r = requests_[i];
  if (r.done) {
    release(i);
    return false;
  }
  r.awaited = true;
  r.owned = false;
  ++ranks_[rank].pending;
  return true;
}

std::uint32_t Matching::new_request(std::uint32_t rank) {
  const std::uint32_t i = requests_.allocate();
  requests_[i] = {.key = {},
                  .links = {},
                  .rank = rank,
                  .before = kNone,
                  .after = kNone,
                  .order = order_++,
                  .room = {0},
                  .done = false,
                  .awaited = false,
                  .owned = true};
  return i;
}

void Matching::release(std::uint32_t request) { requests_.free(request); }

void Matching::end(std::uint32_t request) {
  Request& r = requests_[request];
  r.done = true;
  Rank& rank = ranks_[r.rank];
  if (r.awaited && rank.pending > 0 && --rank.pending == 0) ready_.push_back(r.rank);
  if (!r.owned) release(request);
}

std::uint32_t Matching::begin(std::uint32_t rank, const mpi::Operation& op) {
  if (op.kind == Kind::send || op.kind == Kind::isend) return send(rank, op);
  if (op.kind == Kind::receive || op.kind == Kind::ireceive) return receive(rank, op);
  return collective(rank, op);
}

Matching::Member& Matching::member(std::uint32_t rank, std::uint32_t comm) {
  const auto [found, fresh] = members_.try_emplace(std::uint64_t{comm} << 32 | rank);
  if (fresh) {
    found->second.index = rank;
    if (comm > 0) {
      const auto& all = trace_.communicators()->at(comm - 1);
      found->second.index = static_cast<std::uint32_t>(std::ranges::find(all, rank) - all.begin());
    }
  }
  return found->second;
}

// The oldest receive that takes the message.
std::uint32_t Matching::find_posted(const mpi::MatchKey& key) {
  const auto place = posted_.find(key);
  std::uint32_t wild = ranks_[key.rank].wildcards.first;
  while (wild != kNone && !accepts(requests_[wild].key, key)) wild = requests_[wild].after;
  if (wild != kNone && (!place || requests_[wild].order < requests_[posted_.at(place)].order)) {
    ranks_[key.rank].wildcards.remove(requests_, wild);
    return wild;
  }
  return place ? posted_.take(place) : kNone;
}

std::uint32_t Matching::find_early(const mpi::MatchKey& wanted) {
  mpi::MatchKey key = wanted;
  List<Early>& list = ranks_[wanted.rank].early;
  if (has_wildcard(wanted)) {
    std::uint32_t i = list.first;
    while (i != kNone && !accepts(wanted, early_[i].key)) i = early_[i].after;
    if (i == kNone) return kNone;
    key = early_[i].key;  // of which it is the first
  }
  const auto place = unexpected_.find(key);
  if (!place) return kNone;
  const std::uint32_t found = unexpected_.take(place);
  list.remove(early_, found);
  return found;
}

void Matching::meet(const Early& message, Bytes room) {
  if (message.bytes <= room || truncated_) return;
  truncated_ = {message.from, message.key.rank, message.key.tag, message.bytes, room};
}

std::uint32_t Matching::send(std::uint32_t rank, const mpi::Operation& op) {
  if (op.peer == mpi::kProcNull) return kNone;
  const auto to = static_cast<std::uint32_t>(op.peer);
  const std::uint32_t receiver = op.comm == 0 ? to : trace_.communicators()->at(op.comm - 1).at(to);
  check(receiver < ranks_.size(), "a trace's messages go to ranks that it has");
  const std::uint32_t source = op.comm == 0 ? rank : member(rank, op.comm).index;
  const mpi::MatchKey key{receiver, op.comm, static_cast<std::int32_t>(source), op.tag};
  Early message{.key = key, .links = {}, .before = kNone, .after = kNone, .send = kNone, .from = rank,
                .bytes = op.bytes};
  const bool waits = op.mode == mpi::SendMode::synchronous ||
                     (op.bytes > eager_limit_ && op.mode != mpi::SendMode::buffered);
  if (const std::uint32_t met = find_posted(key); met != kNone) {
    meet(message, requests_[met].room);
    end(met);
    return kNone;
  }
  if (waits) message.send = new_request(rank);
  const std::uint32_t i = early_.allocate();
  early_[i] = message;
  unexpected_.add(i);
  ranks_[receiver].early.add(early_, i);
  return message.send;
}

std::uint32_t Matching::receive(std::uint32_t rank, const mpi::Operation& op) {
  if (op.peer == mpi::kProcNull) return kNone;
  const mpi::MatchKey key{rank, op.comm, op.peer, op.tag};
  wildcards_ |= has_wildcard(key);
  if (const std::uint32_t met = find_early(key); met != kNone) {
    const std::uint32_t sender = early_[met].send;
    meet(early_[met], op.bytes);
    early_.free(met);
    if (sender != kNone) end(sender);
    return kNone;
  }
  const std::uint32_t request = new_request(rank);
  requests_[request].key = key;
  requests_[request].room = op.bytes;
  if (has_wildcard(key))
    ranks_[rank].wildcards.add(requests_, request);
  else
    posted_.add(request);
  return request;
}

std::uint32_t Matching::collective(std::uint32_t rank, const mpi::Operation& op) {
  const std::size_t members =
      op.comm == 0 ? ranks_.size() : trace_.communicators()->at(op.comm - 1).size();
  const std::uint64_t id = std::uint64_t{op.comm} << 40 | member(rank, op.comm).calls++;
  Call& call = calls_[id];
  if (++call.arrived < members) {
    call.requests.push_back(new_request(rank));
    return call.requests.back();
  }
  const std::vector<std::uint32_t> others = std::move(call.requests);
  calls_.erase(id);
  for (const std::uint32_t request : others) end(request);
  return kNone;
}

}  // namespace kasuri::trace
