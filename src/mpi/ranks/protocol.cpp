// SPDX-License-Identifier: MIT
// How messages find their receives and payload its place.
//
// Eager (up to the eager limit): the payload leaves at once and the send is complete (buffered).
// Rendezvous: request → match → clearance → data; the send is complete when its data has left the
// sender's memory. Payload, where it moves, is copied when the message is handed to the NIC, and again
// when it has arrived: the receiver's memory may be in another process.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/core/check.h"
#include "base/core/guarded.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/world.h"
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

// Whether a message is sent at once, or asks first.
bool World::goes_whole(const Transfer& t, bool within) const {
  if (t.carries) return true;
  if (t.route == kStriped || t.mode == Transfer::Mode::synchronous) return false;
  return t.bytes <= params_.eager_limit_for(t.beyond, within) || is_zero_copy(t, within);
}

bool World::is_zero_copy(const Transfer& t, bool within) const {
  if (t.mode == Transfer::Mode::buffered) return t.bytes > params_.eager_limit_for(t.beyond, within);
  return t.mode == Transfer::Mode::zero_copy;
}

void World::transmit(std::uint32_t rank, NodeId to, Bytes size, bool wants_sent,
                     Traffic traffic, const UserWords& words, std::byte* payload, Route route) {
  std::uint32_t chosen =
      route != kAnyRoute && route != kStriped ? route - 1u
                                              : nic_of(params_, nics_, rank, ranks_[rank].local_nic, to);
  // Of several NICs of a rank, another one has its requests and clearances, which do not wait behind data.
  if (traffic == Traffic::control && params_.nic_choice == MessageNic::by_rank) {
    chosen = (chosen + nics_ / 2) % nics_;
  }
  transport_.send({.source = nodes_[rank],
                   .destination = to,
                   .size = size,
                   .client = client_,
                   .wants_sent = wants_sent,
                   .nic = static_cast<std::uint8_t>(chosen),
                   .traffic = traffic,
                   .job = jobs_[ranks_[rank].job].spec.number,
                   .payload = payload,
                   .user = words});
}

Handle World::start_send(std::uint32_t rank, const Transfer& t) {
  const Group& group = t.comm->group;
  const std::uint32_t to = t.comm->peers().member(t.peer);
  Rank& me = ranks_[rank];
  ++me.statistics.messages;
  me.statistics.bytes += t.bytes;
  if (t.collective) count_collective(rank, t);
  Envelope e{.key = {to, t.context(), group.index_of(rank), t.tag},
             .word = 0,
             .number = 0};
  if (!in_order_) {
    e.number = order_.next_number(rank, t.context(), static_cast<std::uint32_t>(t.peer), me.recent_sent);
  }

  const bool plain = t.is_plain();
  const bool within = shares_node(rank, t);
  const bool whole = plain && !within ? t.bytes <= params_.eager_limit : goes_whole(t, within);
  const bool zero_copy = !plain && whole && is_zero_copy(t, within);
  const std::uint8_t flags =
      plain ? 0 : t.mode == Transfer::Mode::ready ? kReady : zero_copy ? kZeroCopy : 0;
  if (whole) {
    const UserWords words = with_flags(e.pack(MessageKind::eager, t.bytes), flags);
    transmit(rank, nodes_[to], t.bytes, zero_copy, traffic_in(t.context()), words,
             me.payload || t.carries ? payload_of(rank, t) : nullptr, t.route);
    if (!zero_copy) {
      if (recorder()) [[unlikely]] recorder()->sends(running_coroutine(), rank, t, complete_handle());
      return complete_handle();
    }
  }

  if (!whole && me.payload && t.buffer && !t.prepared && !can_read(t.buffer, size_of(t))) [[unlikely]] {
    fail_access(rank, t.buffer, t.bytes, false);
  }
  const std::uint32_t i = requests_.allocate();
  ++me.requests;
  requests_[i] = {.key = {rank, t.context(), t.peer, t.tag},
                  .links = {},
                  .order = 0,
                  .buffer = t.buffer,
                  .bytes = t.bytes,
                  .coroutine = kNone,
                  .state = Request::State::active,
                  .is_send = true,
                  .eager = false,
                  .route = t.route,
                  .parts = 0,
                  .purpose = Request::Purpose::message,
                  .packed = false,
                  .cancelled = false,
                  .unowned = false,
                  .keeps = t.prepared,
                  .has_data = false};
  note_peer(i, t);
  if (recorder()) [[unlikely]] recorder()->sends(running_coroutine(), rank, t, handle_of(i));
  if (zero_copy) {  // the buffer is the program's again when it has left, see on_sent()
    const std::uint32_t l = leaving_sends_.allocate();
    leaving_sends_[l] = {{to, t.context(), e.key.source, e.number}, {}, i};
    leaving_.add(l);
    return handle_of(i);
  }
  e.word = i;
  transmit(rank, nodes_[to], params_.control_size, false, Traffic::control,
           with_flags(e.pack(MessageKind::request, t.bytes), flags));
  return handle_of(i);
}

std::uint32_t World::new_receive(std::uint32_t rank, const Transfer& t) {
  Rank& me = ranks_[rank];
  if (me.payload && t.buffer && !t.keeps && !can_write(t.buffer, size_of(t))) [[unlikely]] {
    fail_access(rank, t.buffer, t.bytes, true);
  }
  const std::uint32_t i = requests_.allocate();
  ++me.requests;
  requests_[i] = {.key = {rank, t.context(), t.peer, t.tag},
                  .links = {},
                  .order = me.posted++,
                  .buffer = t.buffer,
                  .bytes = t.bytes,
                  .coroutine = kNone,
                  .state = Request::State::active,
                  .is_send = false,
                  .eager = false,
                  .route = t.by_nic ? kByNic : kAnyRoute,
                  .parts = 0,
                  .purpose = Request::Purpose::message,
                  .packed = false,
                  .cancelled = false,
                  .unowned = false,
                  .keeps = t.keeps,
                  .has_data = false};
  note_peer(i, t);
  return i;
}

std::uint32_t World::new_one_sided(std::uint32_t rank, std::int32_t peer, Bytes size,
                                   std::int32_t work, bool unowned) {
  Rank& me = ranks_[rank];
  const std::uint32_t i = new_receive(rank, {.bytes = size, .peer = peer, .tag = work,
                                             .comm = &world_of(rank)});
  --me.posted;
  Request& r = requests_[i];
  r.is_send = true;
  r.purpose = Request::Purpose::one_sided;
  r.unowned = unowned;
  return i;
}

Handle World::start_receive(std::uint32_t rank, const Transfer& t) {
  const std::uint32_t i = new_receive(rank, t);
  Request& r = requests_[i];
  if (recorder()) [[unlikely]] recorder()->receives(running_coroutine(), rank, t, handle_of(i));
  if (const auto early = matching_.take(r.key)) meet(i, *early);
  else matching_.post(i);
  return handle_of(i);
}

// A receive has met a message that came before.
void World::meet(std::uint32_t request, const EarlyMessage& early) {
  if (early.send_request == kNone) {
    const bool copied = early.key.context != kPutContext;
    deliver(request, early.key, early.from, early.bytes, early.payload, copied);
  } else {
    clear_to_send(request, early.key, early.bytes, early.from, early.send_request);
  }
}

void World::keep_early(const Message& message, const Envelope& e) {
  Rank& me = ranks_[e.key.rank];
  if (me.finalised && !runs_again(e.key.rank)) [[unlikely]] return fail_too_late(message, e);
  if (has_flag(message.user, kReady)) [[unlikely]] return fail_not_ready(message, e);
  if (e.key.context % 2 == 1) suspect(e.key);
  const bool whole = kind_of(message.user) == MessageKind::eager;
  matching_.keep({.key = e.key,
                  .links = {},
                  .before = kNone,
                  .after = kNone,
                  .from = message.source,
                  .send_request = whole ? kNone : static_cast<std::uint32_t>(e.word),
                  .payload = message.payload,
                  .bytes = bytes_of(message.user)});
  if (me.probe != kNone && accepts(requests_[me.probe].key, e.key)) {
    complete(requests_[me.probe]);
    me.probe = kNone;
  }
}

void World::prefetch_arrival(const Message& message, bool later) const {
  const MessageKind kind = kind_of(message.user);
  if (kind == MessageKind::clearance || kind == MessageKind::data) return;
  const MatchKey key = Envelope::unpack(message.user).key;
  if (!later) __builtin_prefetch(&ranks_[key.rank]);
  matching_.prefetch(key, later);
}

void World::on_arrived(const Message& message) {
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
void World::accept(const Message& message, const Envelope& e) {
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
void World::deliver(std::uint32_t request, const MatchKey& from, NodeId node, Bytes size,
                    std::byte* payload, bool copied) {
  if (!fits(request, from, size)) return free_payload(payload);
  meetings_.note(request, now());
  Request& r = requests_[request];
  r.eager = copied;
  r.within = params_.shared_memory.copy_rate && nodes_[r.key.rank] == node;
  hand_over(r, payload, size, 0, true);
  complete(r);
}

// The data of a message, or one of its parts, meet the receive's buffer.
void World::hand_over(Request& r, std::byte* payload, Bytes size, std::int64_t offset, bool is_whole) {
  if (!payload) {
    if (r.buffer && !r.keeps && size.n > 0 && offset == 0) count_no_data(r.key.rank);
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
      r.keeps ? static_cast<std::byte*>(r.buffer) : in_memory_of(r.key.rank, r.buffer);
  const std::int64_t fitting = std::clamp<std::int64_t>(r.bytes.n - offset, 0, size.n);
  const bool good = !to || guarded_copy(to + offset, payload, static_cast<std::size_t>(fitting));
  free_payload(payload);
  if (!good) [[unlikely]] fail_access(r.key.rank, r.buffer, r.bytes, true);
}

World::Kept World::take_kept(Handle h) {
  if (!is_request(h)) return {};
  Request& r = requests_[index_of(h)];
  if (r.is_send || !r.keeps || r.cancelled) return {};
  if (!r.has_data) return {nullptr, r.buffer, r.bytes};
  auto* const payload = static_cast<std::byte*>(r.buffer);
  r.has_data = false;
  r.buffer = header_of(payload).to;
  return {payload, r.buffer, r.bytes};
}

// Data that leave: null if there are none.
std::byte* World::payload_of(std::uint32_t rank, const Transfer& t) {
  if (t.prepared) return static_cast<std::byte*>(t.buffer);
  return payload_of(rank, t.buffer, t.bytes);
}

std::byte* World::payload_of(std::uint32_t rank, const void* from, Bytes size) {
  if (!from || size.n == 0) return nullptr;
  std::byte* const payload = new_payload(size);
  if (guarded_copy(payload, from, static_cast<std::size_t>(size.n))) [[likely]] return payload;
  free_payload(payload);
  fail_access(rank, from, size, false);
  return nullptr;
}

// Ends the rank at its call, if it is in one; else its failure is only recorded.
void World::fail_if_running(std::uint32_t rank, std::string_view what) {
  const std::uint32_t running = running_coroutine();
  if (running != kNone && coroutines_[running].rank == rank) fail(running, what);
}

void World::fail_access(std::uint32_t rank, const void* buffer, Bytes size, bool writes) {
  const std::string what = fmt::format("the buffer {} ({} bytes) cannot be {}", buffer, size.n,
                                       writes ? "written" : "read");
  fail_if_running(rank, what);
  record_failure(rank, what, Exit::program_failed, 0);
}

// The request of a rendezvous has met its receive.
void World::clear_to_send(std::uint32_t request, const MatchKey& from, Bytes size, NodeId node,
                          std::uint32_t send_request) {
  if (!fits(request, from, size)) return;
  meetings_.note(request, now());
  requests_[request].within = params_.shared_memory.copy_rate && nodes_[from.rank] == node;
  const Clearance c{.send_request = send_request, .receive_request = request};
  transmit(from.rank, node, params_.control_size, false, Traffic::control,
           c.pack(MessageKind::clearance, size));
}

// A striped message leaves in parts, one by each NIC.
void World::on_clearance(const Message& message) {
  auto c = Clearance::unpack(message.user);
  const Request& r = requests_[c.send_request];
  const std::uint32_t sender = r.key.rank;
  const std::byte* data = ranks_[sender].payload && r.buffer ? in_memory_of(sender, r.buffer) : nullptr;
  if (r.route != kStriped || nodes_[sender] == message.source) {
    std::byte* const payload =
        r.keeps ? static_cast<std::byte*>(r.buffer) : payload_of(sender, data, r.bytes);
    return transmit(sender, message.source, r.bytes, true, traffic_in(r.key.context),
                    c.pack(MessageKind::data, r.bytes), payload, r.route);
  }
  c.parts = nics_;
  const Bytes all = r.bytes;
  const std::int64_t n = nics_;
  for (std::int64_t k = 0; k < n; ++k) {
    c.offset = all.n * k / n;
    const Bytes part{all.n * (k + 1) / n - c.offset};
    transmit(sender, message.source, part, true, traffic_in(r.key.context),
             c.pack(MessageKind::data, part),
             data ? payload_of(sender, data + c.offset, part) : nullptr, static_cast<Route>(k + 1));
  }
}

void World::on_data(const Message& message) {
  const auto c = Clearance::unpack(message.user);
  Request& r = requests_[c.receive_request];
  hand_over(r, message.payload, message.size, c.offset, c.parts == 1);
  if (++r.parts == c.parts) complete(r);
}

void World::on_sent(const Message& message) {
  if (kind_of(message.user) == MessageKind::eager) {
    const auto e = Envelope::unpack(message.user);
    const std::uint32_t l =
        leaving_.take(leaving_.find({e.key.rank, e.key.context, e.key.source, e.number}));
    const std::uint32_t request = leaving_sends_[l].request;
    leaving_sends_.free(l);
    return complete(requests_[request]);
  }
  const auto c = Clearance::unpack(message.user);
  Request& r = requests_[c.send_request];
  if (++r.parts == c.parts) complete(r);
}

// Records in the receive what it got. A message larger than its receive ends the job, or is cut where
// errors are kept (World::keeps_errors). A message of a collective that is not just as large ends the job,
// too: the ranks of a program know what to expect, traces need not.
bool World::fits(std::uint32_t request, const MatchKey& from, Bytes size) {
  Request& r = requests_[request];
  const bool is_exact = from.context % 2 == 1 && jobs_[ranks_[from.rank].job].spec.program;
  const auto keeps_error = [&] {
    return size > r.bytes && !is_exact && keeps_errors && keeps_errors(*this, from.rank, from.context);
  };
  if ((size > r.bytes || (is_exact && size != r.bytes)) && !keeps_error()) [[unlikely]] {
    const std::string what = describe_misfit(from, size, r.bytes);
    fail_if_running(from.rank, what);
    record_failure(from.rank, what, Exit::program_failed, 0);
    return false;
  }
  r.key.source = from.source;
  r.key.tag = from.tag;
  if (size > r.bytes) r.error = kTruncated;
  else r.bytes = size;
  return true;
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
void World::charge(Request& r) {
  const Time cost = receive_cost(params_, r);
  if (cost == Time{0}) return;
  const std::uint32_t rank = r.key.rank;
  Rank& me = ranks_[rank];
  const bool is_collective = r.key.context % 2 == 1;
  if (is_collective && (me.in_context != r.key.context || me.in_tag != r.key.tag)) return;
  r.route = kByNic;  // nothing more is to be paid
  Coroutine& s = coroutines_[rank];
  if (s.state != Coroutine::State::blocked || s.pending == 0) {
    me.owed += cost;
    return;
  }
  s.ready = std::max(s.ready, now()) + cost;
  s.received += cost;
}

void World::complete(Request& r) {
  r.state = Request::State::done;
  if (params_.progress != Progress::in_waits) charge(r);
  if (r.coroutine == kNone) {
    if (r.unowned) [[unlikely]] end_unowned(static_cast<std::uint32_t>(&r - &requests_[0]));
    return;
  }
  Coroutine& s = coroutines_[r.coroutine];
  s.last = static_cast<std::uint32_t>(&r - &requests_[0]);
  if (s.any) {  // what it costs is taken when the coroutine has chosen
    if (s.pending > 0) coroutines_.wake(r.coroutine, std::max(s.ready, now()));
    s.pending = 0;
    return;
  }
  const Time cost = receive_cost(params_, r);
  s.ready = std::max(s.ready, now()) + cost;
  s.received += cost;
  if (--s.pending == 0) coroutines_.wake(r.coroutine, s.ready);
}

}  // namespace kasuri::mpi
