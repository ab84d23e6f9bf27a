// SPDX-License-Identifier: MIT
// Eager (up to the eager limit): the payload leaves at once and the send is complete (buffered).
// Rendezvous: request → match → clearance → data; the send is complete when its data has left the
// sender's memory. Payload, where it moves, is copied when the message is handed to the NIC, and again
// when it has arrived: the receiver's memory may be in another process.
#include "mpi/ranks/messages.h"

#include <algorithm>

#include "base/core/check.h"
#include "base/core/guarded.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

constexpr std::uint8_t kTruncated = 15;  // MPI_ERR_TRUNCATE

std::size_t size_of(const Transfer& t) { return static_cast<std::size_t>(t.bytes.n); }

// The NIC by which a rank sends to a node unless the program says. `local`: by its number on its own.
std::uint32_t nic_of(const MpiParams& p, std::uint32_t nics, std::uint32_t rank, std::uint32_t local,
                     NodeId to) {
  if (nics == 1) return 0;
  if (p.nic_choice == MessageNic::by_local_rank) return local;
  return (p.nic_choice == MessageNic::by_rank ? rank : to.v) % nics;
}

constexpr Traffic traffic_in(std::uint32_t context) {
  return context % 2 == 1 ? Traffic::collective : Traffic::point_to_point;
}

}  // namespace

Messages::Messages(Transport& transport, const MpiParams& params, RankTable& ranks, Coroutines& coroutines,
                   Accounts& accounts, Mistakes& mistakes, Requests& requests, InFlight& collectives,
                   bool in_order)
    : transport_(transport), params_(params), ranks_(ranks), coroutines_(coroutines), accounts_(accounts),
      mistakes_(mistakes), requests_(requests), collectives_(collectives), in_order_(in_order),
      client_(transport.add_client(*this)) {}

// Whether a message is sent at once, or asks first.
bool Messages::goes_whole(const Transfer& t, bool within) const {
  if (t.carries) return true;
  if (t.route == kStriped || t.mode == Transfer::Mode::synchronous) return false;
  return t.bytes <= params_.eager_limit_for(t.beyond, within) || is_zero_copy(t, within);
}

bool Messages::is_zero_copy(const Transfer& t, bool within) const {
  if (t.mode == Transfer::Mode::buffered) return t.bytes > params_.eager_limit_for(t.beyond, within);
  return t.mode == Transfer::Mode::zero_copy;
}

void Messages::transmit(std::uint32_t rank, NodeId to, Bytes size, bool wants_sent,
                        Traffic traffic, const UserWords& words, std::byte* payload, Route route) {
  std::uint32_t chosen = route != kAnyRoute && route != kStriped
                             ? route - 1u
                             : nic_of(params_, ranks_.nics(), rank, ranks_[rank].local_nic, to);
  // Of several NICs of a rank, another one has its requests and clearances, which do not wait behind data.
  if (traffic == Traffic::control && params_.nic_choice == MessageNic::by_rank) {
    chosen = (chosen + ranks_.nics() / 2) % ranks_.nics();
  }
  transport_.send({.source = ranks_.node_of(rank),
                   .destination = to,
                   .size = size,
                   .client = client_,
                   .wants_sent = wants_sent,
                   .nic = static_cast<std::uint8_t>(chosen),
                   .traffic = traffic,
                   .job = ranks_.job_of(rank).number,
                   .payload = payload,
                   .user = words});
}

Handle Messages::start_send(std::uint32_t rank, const Transfer& t) {
  const Group& group = t.comm->group;
  const std::uint32_t to = t.comm->peers().member(t.peer);
  RankState& me = ranks_[rank];
  ++me.statistics.messages;
  me.statistics.bytes += t.bytes;
  if (t.collective) ranks_.count_collective(rank, t);
  Envelope e{.key = {to, t.context(), group.index_of(rank), t.tag},
             .word = 0,
             .number = next_number(rank, t.context(), static_cast<std::uint32_t>(t.peer))};

  const bool plain = t.is_plain();
  const bool within = shares_node(rank, t);
  const bool whole = plain && !within ? t.bytes <= params_.eager_limit : goes_whole(t, within);
  const bool zero_copy = !plain && whole && is_zero_copy(t, within);
  const std::uint8_t flags =
      plain ? 0 : t.mode == Transfer::Mode::ready ? kReady : zero_copy ? kZeroCopy : 0;
  if (whole) {
    const UserWords words = with_flags(e.pack(MessageKind::eager, t.bytes), flags);
    transmit(rank, ranks_.node_of(to), t.bytes, zero_copy, traffic_in(t.context()), words,
             me.payload || t.carries ? payload_of(rank, t) : nullptr, t.route);
    if (!zero_copy) {
      if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
        o->sends(coroutines_.running(), rank, t, complete_handle());
      }
      return complete_handle();
    }
  }

  if (!whole && me.payload && t.buffer && !t.prepared && !can_read(t.buffer, size_of(t))) [[unlikely]] {
    mistakes_.fail_access(rank, t.buffer, t.bytes, false);
  }
  const std::uint32_t i = requests_.add({.key = {rank, t.context(), t.peer, t.tag},
                                         .buffer = t.buffer,
                                         .bytes = t.bytes,
                                         .route = t.route,
                                         .keeps = t.prepared});
  requests_.note_peer(i, *t.comm, t.peer);
  if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
    o->sends(coroutines_.running(), rank, t, handle_of(i));
  }
  if (zero_copy) {  // the buffer is the program's again when it has left, see on_sent()
    const std::uint32_t l = leaving_sends_.allocate();
    leaving_sends_[l] = {{to, t.context(), e.key.source, e.number}, {}, i};
    leaving_.add(l);
    return handle_of(i);
  }
  e.word = i;
  transmit(rank, ranks_.node_of(to), params_.control_size, false, Traffic::control,
           with_flags(e.pack(MessageKind::request, t.bytes), flags));
  return handle_of(i);
}

std::uint32_t Messages::new_receive(std::uint32_t rank, const Transfer& t) {
  RankState& me = ranks_[rank];
  if (me.payload && t.buffer && !t.keeps && !can_write(t.buffer, size_of(t))) [[unlikely]] {
    mistakes_.fail_access(rank, t.buffer, t.bytes, true);
  }
  const std::uint32_t i = requests_.add({.key = {rank, t.context(), t.peer, t.tag},
                                         .order = me.posted++,
                                         .buffer = t.buffer,
                                         .bytes = t.bytes,
                                         .is_send = false,
                                         .route = t.by_nic ? kByNic : kAnyRoute,
                                         .keeps = t.keeps});
  requests_.note_peer(i, *t.comm, t.peer);
  return i;
}

Handle Messages::start_receive(std::uint32_t rank, const Transfer& t) {
  const std::uint32_t i = new_receive(rank, t);
  Request& r = requests_[i];
  if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
    o->receives(coroutines_.running(), rank, t, handle_of(i));
  }
  if (const auto early = matching_.take(r.key)) meet(i, *early);
  else matching_.post(i);
  return handle_of(i);
}

// A receive has met a message that came before.
void Messages::meet(std::uint32_t request, const EarlyMessage& early) {
  if (early.send_request == kNone) {
    const bool copied = early.key.context != kPutContext;
    deliver(request, early.key, early.from, early.bytes, early.payload, copied);
  } else {
    clear_to_send(request, early.key, early.bytes, early.from, early.send_request);
  }
}

void Messages::keep_early(const Message& message, const Envelope& e) {
  RankState& me = ranks_[e.key.rank];
  if (me.finalised && !ranks_.runs_again(e.key.rank)) [[unlikely]] return fail_too_late(message, e);
  if (has_flag(message.user, kReady)) [[unlikely]] return fail_not_ready(message, e);
  if (e.key.context % 2 == 1) collectives_.suspect(e.key);
  const bool whole = kind_of(message.user) == MessageKind::eager;
  matching_.keep({.key = e.key,
                  .before = kNone,
                  .after = kNone,
                  .from = message.source,
                  .send_request = whole ? kNone : static_cast<std::uint32_t>(e.word),
                  .payload = message.payload,
                  .bytes = bytes_of(message.user)});
  if (me.probe != kNone && accepts(requests_[me.probe].key, e.key)) {
    requests_.complete(requests_[me.probe]);
    me.probe = kNone;
  }
}

void Messages::prefetch_arrival(const Message& message, bool later) const {
  const MessageKind kind = kind_of(message.user);
  if (kind == MessageKind::clearance || kind == MessageKind::data) return;
  const MatchKey key = Envelope::unpack(message.user).key;
  if (!later) __builtin_prefetch(&ranks_[key.rank]);
  matching_.prefetch(key, later);
}

void Messages::on_arrived(const Message& message) {
  switch (kind_of(message.user)) {
    case MessageKind::clearance: return on_clearance(message);
    case MessageKind::data: return on_data(message);
    default: break;
  }
  if (in_order_) return accept(message, Envelope::unpack(message.user));

  const auto e = Envelope::unpack(message.user);
  order_.arrived(message, e, ranks_[e.key.rank].recent_received,
                 [this](const Message& m, const Envelope& of) { accept(m, of); });
}

// An eager message or a request whose turn has come.
void Messages::accept(const Message& message, const Envelope& e) {
  const std::uint32_t i = matching_.take_posted(e.key);
  if (i == kNone) return keep_early(message, e);
  const Bytes size = bytes_of(message.user);
  if (kind_of(message.user) == MessageKind::eager) {
    deliver(i, e.key, message.source, size, message.payload, !has_flag(message.user, kZeroCopy));
  } else {
    clear_to_send(i, e.key, size, message.source, static_cast<std::uint32_t>(e.word));
  }
}

// An eager message has met its receive. `copied`: through a buffer of the library, by the CPU.
void Messages::deliver(std::uint32_t request, const MatchKey& from, NodeId node, Bytes size,
                       std::byte* payload, bool copied) {
  if (!fits(request, from, size)) return free_payload(payload);
  meetings_.note(request, coroutines_.now());
  Request& r = requests_[request];
  r.eager = copied;
  r.within = params_.shared_memory.copy_rate && ranks_.node_of(r.key.rank) == node;
  hand_over(r, payload, size, 0, true);
  requests_.complete(r);
}

// The data of a message, or one of its parts, meet the receive's buffer.
void Messages::hand_over(Request& r, std::byte* payload, Bytes size, std::int64_t offset, bool is_whole) {
  if (!payload) {
    if (r.buffer && !r.keeps && size.n > 0 && offset == 0) ++ranks_[r.key.rank].statistics.without_data;
    return;
  }
  if (r.keeps && is_whole) {
    header_of(payload).to = r.buffer;
    r.buffer = payload;
    r.has_data = true;
    return;
  }
  if (r.keeps && !r.has_data) {  // the first of several parts
    std::byte* const all = new_payload(r.bytes);
    header_of(all).to = r.buffer;
    r.buffer = all;
    r.has_data = true;
  }
  std::byte* const to =
      r.keeps ? static_cast<std::byte*>(r.buffer) : ranks_.in_memory_of(r.key.rank, r.buffer);
  const std::int64_t fitting = std::clamp<std::int64_t>(r.bytes.n - offset, 0, size.n);
  const bool good = !to || guarded_copy(to + offset, payload, static_cast<std::size_t>(fitting));
  free_payload(payload);
  if (!good) [[unlikely]] mistakes_.fail_access(r.key.rank, r.buffer, r.bytes, true);
}

// Data that leave: null if there are none.
std::byte* Messages::payload_of(std::uint32_t rank, const Transfer& t) {
  if (t.prepared) return static_cast<std::byte*>(t.buffer);
  return payload_of(rank, t.buffer, t.bytes);
}

std::byte* Messages::payload_of(std::uint32_t rank, const void* from, Bytes size) {
  if (!from || size.n == 0) return nullptr;
  std::byte* const payload = new_payload(size);
  if (guarded_copy(payload, from, static_cast<std::size_t>(size.n))) [[likely]] return payload;
  free_payload(payload);
  mistakes_.fail_access(rank, from, size, false);
  return nullptr;
}

// The request of a rendezvous has met its receive.
void Messages::clear_to_send(std::uint32_t request, const MatchKey& from, Bytes size, NodeId node,
                             std::uint32_t send_request) {
  if (!fits(request, from, size)) return;
  meetings_.note(request, coroutines_.now());
  requests_[request].within = params_.shared_memory.copy_rate && ranks_.node_of(from.rank) == node;
  const Clearance c{.send_request = send_request, .receive_request = request};
  transmit(from.rank, node, params_.control_size, false, Traffic::control,
           c.pack(MessageKind::clearance, size));
}

// A striped message leaves in parts, one by each NIC.
void Messages::on_clearance(const Message& message) {
  auto c = Clearance::unpack(message.user);
  const Request& r = requests_[c.send_request];
  const std::uint32_t sender = r.key.rank;
  const std::byte* const data =
      ranks_[sender].payload && r.buffer ? ranks_.in_memory_of(sender, r.buffer) : nullptr;
  if (r.route != kStriped || ranks_.node_of(sender) == message.source) {
    std::byte* const payload =
        r.keeps ? static_cast<std::byte*>(r.buffer) : payload_of(sender, data, r.bytes);
    return transmit(sender, message.source, r.bytes, true, traffic_in(r.key.context),
                    c.pack(MessageKind::data, r.bytes), payload, r.route);
  }
  c.parts = ranks_.nics();
  const Bytes all = r.bytes;
  const std::int64_t n = ranks_.nics();
  for (std::int64_t k = 0; k < n; ++k) {
    c.offset = all.n * k / n;
    const Bytes part{all.n * (k + 1) / n - c.offset};
    transmit(sender, message.source, part, true, traffic_in(r.key.context),
             c.pack(MessageKind::data, part),
             data ? payload_of(sender, data + c.offset, part) : nullptr, static_cast<Route>(k + 1));
  }
}

void Messages::on_data(const Message& message) {
  const auto c = Clearance::unpack(message.user);
  Request& r = requests_[c.receive_request];
  hand_over(r, message.payload, message.size, c.offset, c.parts == 1);
  if (++r.parts == c.parts) requests_.complete(r);
}

void Messages::on_sent(const Message& message) {
  if (kind_of(message.user) == MessageKind::eager) {
    const auto e = Envelope::unpack(message.user);
    const std::uint32_t l =
        leaving_.take(leaving_.find({e.key.rank, e.key.context, e.key.source, e.number}));
    const std::uint32_t request = leaving_sends_[l].request;
    leaving_sends_.free(l);
    return requests_.complete(requests_[request]);
  }
  const auto c = Clearance::unpack(message.user);
  Request& r = requests_[c.send_request];
  if (++r.parts == c.parts) requests_.complete(r);
}

// Records in the receive what it got. A message larger than its receive ends the job, or is cut where
// errors are returned. A message of a collective that is not just as large ends the job,
// too: the ranks of a program know what to expect, traces need not.
bool Messages::fits(std::uint32_t request, const MatchKey& from, Bytes size) {
  Request& r = requests_[request];
  const bool is_exact = from.context % 2 == 1 && ranks_.job_of(from.rank).program;
  const auto keeps_error = [&] {
    return size > r.bytes && !is_exact && ranks_.returns_errors(from.rank, from.context);
  };
  if ((size > r.bytes || (is_exact && size != r.bytes)) && !keeps_error()) [[unlikely]] {
    fail_misfit(from, size, r.bytes);
    return false;
  }
  r.key.source = from.source;
  r.key.tag = from.tag;
  if (size > r.bytes) r.error = kTruncated;
  else r.bytes = size;
  return true;
}

// ---- Messages that have come and have no receive ----

Status Messages::status_of_early(std::uint32_t early) const {
  const EarlyMessage& m = matching_.early(early);
  return {.source = m.key.source, .tag = m.key.tag, .bytes = m.bytes};
}

// Done when a message comes that the probe accepts; find_early() tells which one.
Handle Messages::start_probe(std::uint32_t rank, const Transfer& t) {
  RankState& me = ranks_[rank];
  check(me.probe == kNone, "a rank probes for one message at a time");
  me.probe = requests_.add({.key = {rank, t.context(), t.peer, t.tag}, .purpose = Request::Purpose::probe});
  return handle_of(me.probe);
}

Handle Messages::start_receive_taken(std::uint32_t rank, std::uint32_t early, const Transfer& t) {
  const std::uint32_t i = new_receive(rank, t);
  if (Recorder* const o = accounts_.recorder()) [[unlikely]] {
    o->receives(coroutines_.running(), rank, t, handle_of(i));
  }
  meet(i, matching_.receive_taken(early));
  return handle_of(i);
}

bool Messages::cancel(Handle h) {
  if (!is_request(h) || requests_.is_done(h)) return false;
  const std::uint32_t i = index_of(h);
  Request& r = requests_[i];
  if (r.is_send) return false;
  if (!matching_.withdraw(i)) return false;  // a message has met it, its data are under way
  r.cancelled = true;
  requests_.complete(r);
  return true;
}

// A message may come before its receiver has made the communicator that its sender already has, and so
// knows who that is: then it is the job's rank on the sending node, if there is one only.
Messages::Ends Messages::ends_of(const Message& m) const {
  if (m.client != client_) return {};
  const auto only_rank_on = [&](NodeId node, std::uint32_t receiver) {
    const Group& all = ranks_.world_of(receiver).group;
    std::int64_t found = -1;
    for (std::int32_t i = 0; i < all.size; ++i) {
      const std::int64_t rank = all.member(i);
      if (ranks_.node_of(static_cast<std::uint32_t>(rank)) != node) continue;
      if (found >= 0) return std::int64_t{-1};
      found = rank;
    }
    return found;
  };
  switch (kind_of(m.user)) {
    case MessageKind::eager: {
      const MatchKey key = Envelope::unpack(m.user).key;
      const std::int64_t from = ranks_.rank_behind(key.rank, key.context, key.source);
      return {from < 0 ? only_rank_on(m.source, key.rank) : from, key.rank};
    }
    case MessageKind::data: {
      const std::uint32_t request = Clearance::unpack(m.user).receive_request;
      return {requests_.peer_of(request), requests_[request].key.rank};
    }
    default: return {};
  }
}

}  // namespace kasuri::mpi
