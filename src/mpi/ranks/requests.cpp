// SPDX-License-Identifier: MIT
#include "mpi/ranks/requests.h"

#include <algorithm>

#include "base/core/check.h"
#include "network/net/payload.h"

namespace kasuri::mpi {

std::uint32_t Requests::add_own(std::uint32_t rank, Request::Purpose purpose, std::int32_t peer, Bytes size,
                                std::int32_t work, bool unowned) {
  const Communicator& world = ranks_.world_of(rank);
  const std::uint32_t i = add({.key = {rank, world.context, peer, work},
                               .bytes = size,
                               .purpose = purpose,
                               .unowned = unowned});
  note_peer(i, world, peer);
  return i;
}

Time receive_cost(const MpiParams& p, const Request& r) {
  if (r.is_send || r.route == kByNic) return {0};
  if (r.within) {
    const bool copies = r.eager || r.packed || r.parts > 0;
    return p.shared_receive_time(copies ? r.bytes : Bytes{0}, r.parts > 0);
  }
  Time cost = p.receive_overhead;
  if (r.eager || r.packed) cost += r.bytes / p.eager_copy_rate;
  if (r.parts > 0) cost += p.rendezvous_time(r.bytes);
  return cost;
}

// A message has come. Its cost is part of the wait that the rank is in, whatever that is for, or owed. What
// helpers receive is theirs, see await().
void Requests::charge(Request& r) {
  const Time cost = receive_cost(params_, r);
  if (cost == Time{0}) return;
  const std::uint32_t rank = r.key.rank;
  RankState& me = ranks_[rank];
  const bool is_collective = r.key.context % 2 == 1;
  if (is_collective && (me.in_context != r.key.context || me.in_tag != r.key.tag)) return;
  r.route = kByNic;  // nothing more is to be paid
  Coroutine& s = coroutines_[rank];
  if (s.state != Coroutine::State::blocked || s.pending == 0) {
    me.owed += cost;
    return;
  }
  s.ready = std::max(s.ready, coroutines_.now()) + cost;
  s.received += cost;
}

void Requests::complete(Request& r) {
  r.state = Request::State::done;
  if (params_.progress != Progress::in_waits) charge(r);
  if (r.coroutine == kNone) {
    if (r.unowned) [[unlikely]] end_unowned(static_cast<std::uint32_t>(&r - &pool_[0]));
    return;
  }
  Coroutine& s = coroutines_[r.coroutine];
  s.last = static_cast<std::uint32_t>(&r - &pool_[0]);
  if (s.any) {  // what it costs is taken when the coroutine has chosen
    if (s.pending > 0) coroutines_.wake(r.coroutine, std::max(s.ready, coroutines_.now()));
    s.pending = 0;
    return;
  }
  const Time cost = receive_cost(params_, r);
  s.ready = std::max(s.ready, coroutines_.now()) + cost;
  s.received += cost;
  if (--s.pending == 0) coroutines_.wake(r.coroutine, s.ready);
}

// The CPU takes its part of each receive when the message is there and the CPU is free.
bool Requests::await(std::uint32_t index, std::span<const Handle> handles) {
  if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
    o->awaits(index, coroutines_[index].rank, handles);
  }
  Coroutine& s = coroutines_[index];
  s.received = index == s.rank ? take_owed(ranks_[s.rank]) : Time{0};
  s.pending = 0;
  s.last = kNone;
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    Request& r = pool_[index_of(h)];
    if (r.state == Request::State::done) {
      s.received += receive_cost(params_, r);
    } else {
      r.coroutine = index;
      ++s.pending;
    }
  }
  s.ready = coroutines_.now() + s.received;
  if (s.pending == 0 && s.ready == coroutines_.now()) return false;
  s.block(handles, coroutines_.now());
  if (s.pending == 0) coroutines_.wake(index, s.ready);
  return true;
}

bool Requests::await_any(std::uint32_t index, std::span<const Handle> handles) {
  const auto is_open = [&](Handle h) { return is_request(h) && !is_done(h); };
  if (std::ranges::any_of(handles, [&](Handle h) { return !is_null(h) && !is_open(h); })) return false;
  if (std::ranges::none_of(handles, is_open)) return false;
  Coroutine& s = coroutines_[index];
  s.received = index == s.rank ? take_owed(ranks_[s.rank]) : Time{0};
  s.ready = coroutines_.now() + s.received;
  s.pending = 1;
  s.last = kNone;
  s.any = true;
  for (const Handle h : handles) {
    if (is_open(h)) pool_[index_of(h)].coroutine = index;
  }
  s.block(handles, coroutines_.now());
  return true;
}

void Requests::end_any(std::uint32_t index, std::span<const Handle> handles) {
  coroutines_[index].any = false;
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    Request& r = pool_[index_of(h)];
    if (r.coroutine == index) r.coroutine = kNone;
  }
}

bool Requests::is_valid(Handle h, std::uint32_t rank) const {
  const std::uint32_t i = index_of(h);
  if (reinterpret_cast<std::uintptr_t>(h) > std::uintptr_t{UINT32_MAX} || i >= pool_.peak()) {
    return false;
  }
  const Request& r = pool_[i];
  return r.state != Request::State::free && r.key.rank == rank && !r.unowned;
}

Status Requests::status_of(Handle h) const {
  if (is_null(h)) return {.source = kAnySource};
  if (!is_request(h)) return {};
  const Request& r = pool_[index_of(h)];
  if (r.cancelled) return {.cancelled = true};
  if (r.is_send) return {};
  return {.source = r.key.source, .tag = r.key.tag, .bytes = r.bytes, .error = r.error};
}

Requests::Origin Requests::origin_of(Handle h) const {
  const Request& r = pool_[index_of(h)];
  if (r.purpose == Request::Purpose::file) return {true, static_cast<std::uint32_t>(r.key.source)};
  return {false, r.key.context};
}

void Requests::end(Handle h) {
  if (!is_request(h)) return;
  const std::uint32_t i = index_of(h);
  Request& r = pool_[i];
  debug_check(r.state == Request::State::done, "only finished operations are collected");
  if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
    o->ends(r.key.rank, h, status_of(h), r.is_send);
  }
  if (r.packed) [[unlikely]] unpack(i);
  r.state = Request::State::free;
  --ranks_[r.key.rank].requests;
  ++ranks_[r.key.rank].ended_requests;
  pool_.free(i);
}

void Requests::release(Handle h) {
  if (!is_request(h)) return;
  if (is_done(h)) {
    collect(h);
  } else {
    pool_[index_of(h)].unowned = true;
  }
}

// Nobody else waits for its parts.
Handle Requests::join(std::uint32_t rank, Handle send, Handle receive) {
  if (!is_request(send)) return receive;
  if (!is_request(receive)) return send;
  const MatchKey wanted = pool_[index_of(receive)].key;
  const std::uint32_t whole = add_own(rank, Request::Purpose::message, wanted.source, {0}, wanted.tag);
  Request& w = pool_[whole];
  w.key = wanted;
  w.is_send = false;
  w.order = 2;  // parts that are not done
  for (const Handle h : {send, receive}) {
    pool_[index_of(h)].unowned = true;
    joined_.emplace(index_of(h), whole);
    if (is_done(h)) end_unowned(index_of(h));
  }
  return handle_of(whole);
}

// A request that the program does not hold is done.
void Requests::end_unowned(std::uint32_t request) {
  const auto at = joined_.find(request);
  if (at == joined_.end()) return end(handle_of(request));
  Request& whole = pool_[at->second];
  const Request& part = pool_[request];
  joined_.erase(at);
  if (!part.is_send) {
    whole.key.source = part.key.source;
    whole.key.tag = part.key.tag;
    whole.bytes = part.bytes;
    whole.error = part.error;
    whole.eager = part.eager || part.packed;
    whole.within = part.within;
    whole.parts = part.parts;
    whole.route = part.route;
  }
  end(handle_of(request));
  if (--whole.order == 0) complete(whole);
}

Requests::Kept Requests::take_kept(Handle h) {
  if (!is_request(h)) return {};
  Request& r = pool_[index_of(h)];
  if (r.is_send || !r.keeps || r.cancelled) return {};
  if (!r.has_data) return {nullptr, r.buffer, r.bytes};
  auto* const payload = static_cast<std::byte*>(r.buffer);
  r.has_data = false;
  r.buffer = header_of(payload).to;
  return {payload, r.buffer, r.bytes};
}

std::int64_t Requests::peer_of(std::uint32_t request) const {
  const Request& r = pool_[request];
  if (r.purpose != Request::Purpose::message) return -1;
  if (const std::uint32_t noted = accounts_.noted_peer(request); noted != kNone) return noted;
  return ranks_.rank_behind(r.key.rank, r.key.context, r.key.source);
}

}  // namespace kasuri::mpi
