// SPDX-License-Identifier: MIT
// Messages and requests of a DUMPI trace.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "workload/traces/dumpi_rank.h"

namespace kasuri::trace {

using namespace dumpi;
using Kind = mpi::Operation::Kind;
using mpi::SendMode;

namespace {

constexpr std::int64_t kAnySize = (std::int64_t{1} << 40) - 1;

SendMode mode_of(std::uint16_t function) {
  const bool synchronous = function == kSsend || function == kIssend || function == kSsendInit;
  return synchronous ? SendMode::synchronous : SendMode::standard;
}

}  // namespace

// The arguments count, datatype, peer, tag and communicator, from this one on.
DumpiRank::Message DumpiRank::message(const DumpiCall& c, std::size_t first, bool sends) {
  Message m{.comm = c.number[first + 4],
            .peer = c.number[first + 2],
            .tag = c.number[first + 3],
            .sends = sends};
  m.bytes = bytes_of(c.number[first], c.number[first + 1], &m.sized);
  if (sends) m.mode = mode_of(c.function);
  return m;
}

bool DumpiRank::take_message(const DumpiCall& c) {
  const auto& n = c.number;
  switch (c.function) {
    case kSend:
    case kBsend:
    case kSsend:
    case kRsend: blocking(message(c, 0, true), nullptr); return true;
    case kRecv: blocking(message(c, 0, false), c.status()); return true;
    case kIsend:
    case kIbsend:
    case kIssend:
    case kIrsend: start(message(c, 0, true), n[5]); return true;
    case kIrecv: start(message(c, 0, false), n[5]); return true;
    case kSendrecv: {
      Message to{.comm = n[8], .peer = n[2], .tag = n[3], .sends = true};
      Message from{.comm = n[8], .peer = n[6], .tag = n[7]};
      to.bytes = bytes_of(n[0], n[1], &to.sized);
      from.bytes = bytes_of(n[4], n[5], &from.sized);
      send_and_receive(to, from, c.status());
      return true;
    }
    case kSendrecvReplace: {
      Message to{.comm = n[6], .peer = n[2], .tag = n[3], .sends = true};
      to.bytes = bytes_of(n[0], n[1], &to.sized);
      Message from{.comm = n[6], .peer = n[4], .tag = n[5], .bytes = to.bytes, .sized = to.sized};
      send_and_receive(to, from, c.status());
      return true;
    }
    case kIprobe:
      if (n[3] == 0) poll();
      return true;
    case kProbe: return true;  // the receive that follows waits for the message
    default: return false;
  }
}

void DumpiRank::poll() {
  if (mode_ == Mode::store) add(Kind::poll);
}

// --- where messages go ---

// Whether there is somebody to send to or to receive from.
bool DumpiRank::has_peer(const Message& m, Place p) {
  if (m.peer < 0 && (m.sends || m.peer != kAny)) return false;
  if (p.comm != DumpiCommunicators::kUnknown) return true;
  ignore("messages on communicators with unknown members");
  return false;
}

// A receive from −1 that was not from any rank: its status tells no rank, or, without one, see Balance.
bool DumpiRank::is_from_nobody(const Message& m, const DumpiStatus* s) const {
  if (m.sends || m.peer != kAny) return false;
  return s ? s->source < 0 : state_.balance[rank_].from_none;
}

// The member of the communicator, as the whole trace numbers them, that the rank calls `peer`.
std::uint32_t DumpiRank::peer_in(Place p, std::int64_t peer) const {
  const bool self = p.comm == DumpiCommunicators::kSelf;
  std::uint32_t first = 0, size = self ? 1 : comms_.size(p.comm);
  if (const std::uint32_t group = self ? 0 : comms_.first_group(p.comm)) {
    const bool other_is_second = p.index < group;
    first = other_is_second ? group : 0;
    size = other_is_second ? size - group : group;
  }
  if (peer < 0 || peer >= size) {
    fail(fmt::format("rank {} does not exist in the communicator, which has {}", peer, size));
  }
  return self ? rank_ : first + static_cast<std::uint32_t>(peer);
}

// With a status, a receive is from the rank that it tells.
void DumpiRank::fill(mpi::Operation& op, const Message& m, Place p, const DumpiStatus* s) {
  const bool told = s && s->source >= 0;
  const std::int64_t peer = m.peer < 0 && told ? s->source : m.peer;
  op.comm = p.comm == DumpiCommunicators::kSelf ? 0 : p.comm;
  op.peer = peer < 0 ? mpi::kAnySource : static_cast<std::int32_t>(peer_in(p, peer));
  const std::int64_t tag = m.tag == kAny && !m.sends && s ? s->tag : m.tag;
  op.tag = tag == kAny && !m.sends ? mpi::kAnyTag : static_cast<std::int32_t>(tag & INT32_MAX);
  op.mode = m.mode;
  op.bytes = state_.params.size_of({m.bytes});
  if (m.sends) return;
  // A receive takes what was sent: only that must fit.
  if (s && s->bytes >= 0)
    op.bytes.n = std::max(op.bytes.n, state_.params.size_of({s->bytes}).n);
  else if (!m.sized || !state_.params.messages.empty())
    op.bytes.n = kAnySize;
}

// Each message once on either side, when it is known who they are.
void DumpiRank::count(const Message& m, Place p, const DumpiStatus* s) {
  mpi::Operation op;
  fill(op, m, p, s);
  const bool self = p.comm == DumpiCommunicators::kSelf;
  DumpiTraceState::Balance* const mine = &state_.balance[rank_];
  const bool any = op.peer == mpi::kAnySource || op.tag == mpi::kAnyTag;
  const bool store = mode_ == Mode::store;
  if (op.peer == mpi::kAnySource && store) ++mine->unclear;
  if (any && op.peer != mpi::kAnySource && store) --mine->missing;
  if (any) return store ? state_.tally.receive_any() : void();
  const auto peer = self ? rank_ : comms_.member(p.comm, static_cast<std::uint32_t>(op.peer));
  const MessageKey key{op.comm, static_cast<std::int32_t>(m.sends ? rank_ : peer),
                       static_cast<std::int32_t>(m.sends ? peer : rank_), op.tag};
  if (!store) return state_.tally.look_again(key, m.sends ? 1 : -1, file_.place(at_));
  if (m.sends) {
    state_.tally.send(key, {m.bytes});
    ++state_.balance[peer].missing;
  } else {
    state_.tally.receive(key);
    --mine->missing;
  }
}

// --- blocking ---

void DumpiRank::blocking(const Message& m, const DumpiStatus* s) {
  if (mode_ == Mode::collect) return;
  const std::uint32_t number = handles_.communicator(m.comm);
  const Place p = number == DumpiHandles::kUnknown ? Place{} : comms_.place(rank_, number);
  if (!has_peer(m, p) || is_from_nobody(m, s)) return;
  count(m, p, s);
  if (mode_ == Mode::store) fill(add(m.sends ? Kind::send : Kind::receive).op, m, p, s);
}

void DumpiRank::send_and_receive(const Message& send, const Message& receive, const DumpiStatus* s) {
  if (mode_ == Mode::collect) return;
  const std::uint32_t number = handles_.communicator(send.comm);
  const Place p = number == DumpiHandles::kUnknown ? Place{} : comms_.place(rank_, number);
  std::vector<std::uint32_t> numbers;
  for (const Message* m : {&receive, &send}) {  // libraries are ready to receive first
    if (!has_peer(*m, p) || is_from_nobody(*m, s)) continue;
    const DumpiStatus* const status = m->sends ? nullptr : s;
    count(*m, p, status);
    if (mode_ != Mode::store) continue;
    mpi::Operation& op = add(m->sends ? Kind::isend : Kind::ireceive).op;
    fill(op, *m, p, status);
    numbers.push_back(op.request = new_number());
  }
  numbers_.done.insert(numbers_.done.end(), numbers.begin(), numbers.end());
  wait_for_done();
}

// --- requests ---

std::uint32_t DumpiRank::new_number() {
  if (numbers_.free.empty()) return numbers_.next++;
  const std::uint32_t number = numbers_.free.back();
  numbers_.free.pop_back();
  return number;
}

void DumpiRank::start(const Message& m, std::int64_t handle) {
  Request r{.message = m, .order = numbers_.begun++};
  const std::vector<std::uint64_t>& cancelled = comms_.of_rank(rank_).cancelled;
  if (mode_ != Mode::collect) {
    const std::uint32_t number = handles_.communicator(m.comm);
    if (number != DumpiHandles::kUnknown) r.place = comms_.place(rank_, number);
    if (numbers_.next_cancelled < cancelled.size() && cancelled[numbers_.next_cancelled] == r.order) {
      ++numbers_.next_cancelled;
      r.void_ = true;
      ignore("requests that were cancelled");
    } else if (!has_peer(m, r.place)) {
      r.void_ = true;
    }
  }
  if (mode_ != Mode::collect && !r.void_) {
    const bool open = !m.sends && (m.peer < 0 || m.tag == kAny);
    if (m.sends) count(m, r.place, nullptr);
    if (mode_ == Mode::store) {
      Item& item = add(m.sends ? Kind::isend : Kind::ireceive);
      fill(item.op, m, r.place, nullptr);
      item.op.request = r.number = new_number();
      item.known = !open;
      if (open) r.item = first_item_ + queue_.size() - 1;
    }
  }
  Slot& slot = requests_[handle];
  // Handles are used again when their request is over. Old versions cut their numbers: there several
  // requests may have the same.
  if (file_.version() >= kWideRequests) {
    for (Request& old : slot.active) abandon(old);
    slot.active.clear();
  }
  slot.active.push_back(r);
}

// Nobody waits for it.
void DumpiRank::abandon(Request& r) {
  if (r.void_ || r.message.sends || mode_ == Mode::collect) return;
  if (r.item != kNoItem && r.item < first_item_) return;
  const bool nobody = is_from_nobody(r.message, nullptr);
  if (!nobody) count(r.message, r.place, nullptr);
  if (r.item == kNoItem) return;
  queue_[r.item - first_item_].known = true;
  queue_[r.item - first_item_].dropped = nobody;
}

// The request is complete: of those with this handle, the oldest.
void DumpiRank::complete(std::int64_t handle, const DumpiStatus* s) {
  if (handle == kRequestNull) return;
  const auto found = requests_.find(handle);
  if (found == requests_.end() || found->second.active.empty()) {
    if (found == requests_.end()) ignore("completions of unknown requests");
    return;
  }
  Slot& slot = found->second;
  complete(slot.active.front(), s);
  slot.active.erase(slot.active.begin());
  if (slot.active.empty() && !slot.persistent) requests_.erase(found);
}

void DumpiRank::complete(Request& r, const DumpiStatus* s) {
  if (mode_ == Mode::collect) {
    const bool gone = s ? s->cancelled : !r.message.sends;
    if (r.cancelling && gone) comms_.of_rank(rank_).cancelled.push_back(r.order);
    return;
  }
  if (r.void_) return;
  const bool released = r.item != kNoItem && r.item < first_item_;
  const bool nobody = is_from_nobody(r.message, s);
  if (!r.message.sends && !released && !nobody) count(r.message, r.place, s);
  if (mode_ != Mode::store) return;
  if (r.item != kNoItem && !released) {
    Item& item = queue_[r.item - first_item_];
    item.known = true;
    item.dropped = nobody;
    const std::uint32_t number = item.op.request;
    if (!nobody) fill(item.op, r.message, r.place, s);
    item.op.request = number;
  }
  if (nobody && !released)
    numbers_.free.push_back(r.number);
  else
    numbers_.done.push_back(r.number);
}

// All that the call has completed is waited for at once.
void DumpiRank::wait_for_done() {
  if (numbers_.done.empty()) return;
  Item& item = add(numbers_.done.size() == 1 ? Kind::wait : Kind::wait_for);
  if (numbers_.done.size() == 1)
    item.op.request = numbers_.done[0];
  else
    item.requests = numbers_.done;
  numbers_.free.insert(numbers_.free.end(), numbers_.done.begin(), numbers_.done.end());
  numbers_.done.clear();
}

void DumpiRank::complete_all(const DumpiCall& c) {
  for (std::size_t i = 0; i < c.list[0].size(); ++i) complete(c.list[0][i], c.status(i));
}

void DumpiRank::complete_some(const DumpiCall& c, std::int64_t outcount) {
  for (std::size_t i = 0; i < c.list[1].size() && static_cast<std::int64_t>(i) < outcount; ++i) {
    const std::int32_t index = c.list[1][i];
    if (index < 0 || static_cast<std::size_t>(index) >= c.list[0].size()) {
      fail(fmt::format("request {} of {} is complete", index, c.list[0].size()));
    }
    complete(c.list[0][static_cast<std::size_t>(index)], c.status(i));
  }
}

bool DumpiRank::take_completion(const DumpiCall& c) {
  const auto& n = c.number;
  // Of several requests, the one that is complete: not told if none was active.
  const auto one = [&](std::int64_t index) {
    if (index >= 0 && static_cast<std::size_t>(index) < c.list[0].size()) {
      complete(c.list[0][static_cast<std::size_t>(index)], c.status());
    }
  };
  switch (c.function) {
    case kWait: complete(n[0], c.status()); break;
    case kTest: n[1] ? complete(n[0], c.status()) : poll(); break;
    case kWaitany: one(n[1]); break;
    case kTestany: n[2] ? one(n[1]) : poll(); break;
    case kWaitall: complete_all(c); break;
    case kTestall: n[1] ? complete_all(c) : poll(); break;
    case kWaitsome: complete_some(c, n[1]); break;
    case kTestsome:
      if (n[1] == 0) poll();
      complete_some(c, n[1]);
      break;
    case kRequestGetStatus:
      if (n[1] == 0) poll();
      return true;
    default: return false;
  }
  wait_for_done();
  return true;
}

bool DumpiRank::take_persistent(const DumpiCall& c) {
  const auto again = [&](std::int64_t handle) {
    const auto found = requests_.find(handle);
    if (found == requests_.end() || !found->second.persistent) {
      return ignore("starts of unknown requests");
    }
    start(Message(*found->second.persistent), handle);
  };
  switch (c.function) {
    case kSendInit:
    case kBsendInit:
    case kSsendInit:
    case kRsendInit:
    case kRecvInit:
      requests_[c.number[5]].persistent = message(c, 0, c.function != kRecvInit);
      return true;
    case kStart: again(c.number[0]); return true;
    case kStartall:
      for (const std::int32_t handle : c.list[0]) again(handle);
      return true;
    case kCancel: {
      const auto found = requests_.find(c.number[0]);
      if (!state_.collected && mode_ != Mode::collect) throw DumpiMustCollect{};
      if (found != requests_.end() && !found->second.active.empty())
        found->second.active.front().cancelling = true;
      return true;
    }
    case kRequestFree: {
      const auto found = requests_.find(c.number[0]);
      if (found == requests_.end()) return true;
      for (Request& r : found->second.active) {
        if (mode_ == Mode::collect)
          complete(r, nullptr);
        else
          abandon(r);
      }
      requests_.erase(found);
      return true;
    }
    default: return false;
  }
}

}  // namespace kasuri::trace
