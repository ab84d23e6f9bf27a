// SPDX-License-Identifier: MIT
#include "network/ethernet/senders.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/core/hash.h"

namespace kasuri {
EthernetSenders::EthernetSenders(HostOperations& hosts, EthernetFabric& f, const NicParams& p)
    : hosts_(hosts),
      f_(f),
      wake_(f.partition.add_handler<&EthernetSenders::wake>(this)),
      control_(send_control_of(f.settings.preset, p)),
      reliability_(reliability_of(f.settings.preset, p)),
      reliability_context_(f.settings.ways[0].rate, f.settings.queue),
      sprays_(f.routing.sprays()),
      idle_(f.endpoint_count()),
      last_(f.endpoint_count(), kNone),
      in_ring_(f.endpoint_count()),
      held_back_(f.endpoint_count()) {
  f.partition.set_places(wake_, f.router_of_nic.data());
}

std::uint32_t EthernetSenders::pair(std::uint32_t nic, EndpointId to, const Message& m) {
  const bool urgent = m.ways & Message::kFirst;
  const auto hash = [](std::uint32_t from, EndpointId d) { return mix(std::uint64_t{from} << 32 | d.v); };
  const std::uint32_t found = found_.find(hash(nic, to), [&](std::uint32_t i) {
    const Pair& p = pairs_[i];
    if (f_.settings.connections.by_message && p.connection && !p.connection->is_idle()) return false;
    return p.nic == nic && p.destination == to && p.job == m.job && p.urgent == urgent;
  });
  if (found != kNone) return found;
  const auto index = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back({{.destination = to, .nic = nic, .job = m.job, .urgent = urgent}, nullptr});
  found_.add(index, [&](std::uint32_t i) { return hash(pairs_[i].nic, pairs_[i].destination); });
  return index;
}

// Gives a pair a connection, or takes its own one from the idle ones.
void EthernetSenders::begin(std::uint32_t index) {
  Pair& pair = pairs_[index];
  if (pair.connection) {
    if (std::exchange(pair.connection->rests, false)) std::erase(idle_[pair.nic], index);
    return;
  }
  pair.connection = std::make_unique<Connection>(pair);
  Connection& c = *pair.connection;
  const EndpointId from = f_.nics[c.nic];
  const RouterId source = f_.topology.router_of(from), target = f_.topology.router_of(c.destination);
  const auto between = f_.settings.alike ? f_.topology.distance(source, target) : std::nullopt;
  if (!between) {
    c.way = std::make_unique<Way>(
        way_between(f_.topology, f_.routing, f_.link_classes, from, c.destination));
  }
  c.links = static_cast<std::uint16_t>(between ? *between + 2 : c.way->links);
  const std::size_t kind = c.way ? f_.settings.kind_of(c.way->rate) : 0;
  const WayKind& longest = f_.settings.ways[kind];
  const Time cables = c.way ? c.way->cable : f_.link_classes[0].cable * c.links;
  SendControlContext context = send_control_context(f_.settings, kind);
  context.pair_round_trip = longest.round_trip - (longest.cable - earlier(cables, longest.cable)) * 2;
  context.links = c.links;
  context.granted = c.granted;
  c.control = control_.make(context);
  c.reliability = reliability_.make(reliability_context_);
  if (!f_.settings.balancer) return;
  const std::uint64_t seed = mix(f_.seed, std::uint64_t{from.v} << 32 | c.destination.v);
  BalancerContext balancer{c.numbered == 0 ? seed : mix(seed, c.numbered), longest.round_trip};
  c.balancer = f_.settings.balancer->make(balancer);
}

// Of an idle connection: the NIC keeps it for a while.
void EthernetSenders::rest(std::uint32_t index) {
  Connection& c = at(index);
  if (!c.is_idle() || c.rests || c.next_in_ring != kNone) return;
  c.rests = true;
  std::vector<std::uint32_t>& idle = idle_[c.nic];
  idle.push_back(index);
  if (idle.size() <= f_.settings.connections.idle) return;
  Pair& oldest = pairs_[idle.front()];
  idle.erase(idle.begin());
  oldest.connection->granted = oldest.connection->control->total_granted();
  static_cast<Counters&>(oldest) = *oldest.connection;
  oldest.connection.reset();
}

MessageNotice EthernetSenders::add(std::uint32_t nic, EndpointId to, const Message& m) {
  const std::uint32_t index = pair(nic, to, m);
  begin(index);
  Connection& c = at(index);
  tick(c);  // a timer that expired while the connection was idle
  const std::uint32_t i = messages_.allocate();
  messages_[i] = {.message = m,
                  .posted = f_.partition.now(),
                  .next = kNone,
                  .first = c.numbered,
                  .packets = f_.settings.packets_of(m.size),
                  .unsent = m.size};
  if (c.oldest == kNone) c.oldest = i;
  else messages_[c.last].next = i;
  if (c.unsent.n == 0) c.current = i;
  c.last = i;
  c.numbered += messages_[i].packets;
  c.unsent += f_.settings.on_wire(m.size);
  join(index);
  return {m, messages_[i].posted, f_.nics[c.nic], to, index, messages_[i].first, messages_[i].packets};
}

// Appends a connection to the ring of its NIC, if it has something to send.
void EthernetSenders::join(std::uint32_t index) {
  Connection& c = at(index);
  if (c.held_back) {
    c.held_back = false;
    --held_back_[c.nic];
  }
  if (c.next_in_ring != kNone || !c.has_more()) return;
  std::uint32_t& last = last_[c.nic];
  c.next_in_ring = last == kNone ? index : at(last).next_in_ring;
  if (last != kNone) at(last).next_in_ring = index;
  last = index;
  ++in_ring_[c.nic];
}

// Removes the first connection of a ring.
void EthernetSenders::leave_ring(std::uint32_t nic) {
  Connection& last = at(last_[nic]);
  Connection& first = at(last.next_in_ring);
  --in_ring_[nic];
  if (&first == &last) last_[nic] = kNone;
  else last.next_in_ring = first.next_in_ring;
  first.next_in_ring = kNone;
}

std::uint32_t EthernetSenders::bytes_next(const Connection& c) const {
  if (c.sent.any_waiting()) return c.sent.bytes_again();
  const Bytes payload = std::min(messages_[c.current].unsent, f_.settings.payload());
  return static_cast<std::uint32_t>((payload + f_.settings.header).n);
}

bool EthernetSenders::next(std::uint32_t nic, std::uint32_t paused, EthernetPacket& p) {
  const Time now = f_.partition.now();
  std::uint32_t passed = 0;
  while (last_[nic] != kNone) {
    const std::uint32_t index = at(last_[nic]).next_in_ring;
    Connection& c = at(index);
    if (!c.has_more()) {  // a late acknowledgement made the retransmission unnecessary
      leave_ring(nic);
      rest(index);
      continue;
    }
    if (paused && paused >> f_.class_of(c.job) & 1) {
      if (++passed > in_ring_[nic]) return false;
      last_[nic] = index;
      continue;
    }
    const Time when = c.control->may_send(state(c), Bytes{bytes_next(c)}, now);
    if (when > now) {
      leave_ring(nic);
      c.held_back = true;
      ++held_back_[nic];
      if (when != kNever) wake_at(index, when);
      continue;
    }
    fill(index, p);
    if (c.has_more()) last_[nic] = index;  // its turn is over
    else leave_ring(nic);
    return true;
  }
  return false;
}

void EthernetSenders::fill(std::uint32_t index, EthernetPacket& p) {
  Connection& c = at(index);
  const Time now = f_.partition.now();
  const bool again = c.sent.any_waiting();
  p = {.connection = index, .peer = c.peer, .source = f_.nics[c.nic], .destination = c.destination,
       .bytes = bytes_next(c), .job = c.job, .word = static_cast<std::uint64_t>(now.ps)};
  if (again) {
    p.number = c.sent.send_again(now);
    p.flags |= EthernetPacket::again;
    f_.counts.repeated += 1;
  } else {
    p.number = c.sent.send(p.bytes, now);
    c.unsent -= Bytes{p.bytes};
    Outgoing& m = messages_[c.current];
    m.unsent -= Bytes{p.bytes} - f_.settings.header;
    if (m.unsent.n == 0) c.current = m.next;
  }
  if (c.balancer) p.entropy = static_cast<std::uint16_t>(c.balancer->next(now));
  f_.counts.data += 1;
  const SendState s = state(c);
  c.control->sent(s, Bytes{p.bytes}, now);
  p.total = c.control->demand(s);
  if (again || c.unsent.n == 0 || c.control->wants_answer(s, Bytes{p.bytes})) {
    p.flags |= EthernetPacket::asks;
  }
  if (c.urgent) p.flags |= EthernetPacket::urgent;
  set_timers(index);
}

void EthernetSenders::take_answer(const EthernetPacket& p) {
  Pair& pair = pairs_[p.connection];
  if (!pair.connection) {  // late
    if (p.kind == EthernetPacket::Kind::grant) pair.granted = std::max(pair.granted, p.total);
    return;
  }
  Connection& c = *pair.connection;
  c.peer = p.peer;
  if (p.kind == EthernetPacket::Kind::grant) {
    c.control->granted(p.total, f_.partition.now());
  } else if (p.kind == EthernetPacket::Kind::refusal) {
    refuse(c, p);
  } else {
    acknowledge(c, p);
  }
  complete(c);
  set_timers(p.connection);
  join(p.connection);
  rest(p.connection);
  hosts_.look(pair.nic);
}

void EthernetSenders::acknowledge(Connection& c, const EthernetPacket& p) {
  const Time now = f_.partition.now();
  // Acknowledgements may overtake each other.
  const Bytes more = std::max(p.total - c.received, Bytes{0});
  c.received += more;
  c.sent.received(more);
  std::optional<Time> round_trip;
  const bool requested = p.is(EthernetPacket::request_bit);
  if (requested) {
    c.request.open = false;
    round_trip = now - Time{static_cast<std::int64_t>(p.word)};
  } else if (c.sent.has(p.number) && c.sent[p.number].state == Outstanding::State::flying) {
    // Of which transmission the answer is must be certain.
    const Outstanding::Sent& s = c.sent[p.number];
    if (s.repeats == (p.is(EthernetPacket::again) ? 1 : 0)) round_trip = now - s.at();
  }
  if (static_cast<std::int32_t>(p.expected - c.sent.first()) > 0) c.sent.arrived_below(p.expected);
  for (std::uint64_t rest = requested ? 0 : p.word; rest; rest &= rest - 1) {
    c.sent.arrived(p.first_present() + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  if (!requested) {
    const Bytes lost = c.reliability->acknowledged(c.sent, p.number);
    if (lost.n > 0) c.control->lost(state(c), lost, now);
  }
  hear(c, p, Balancer::Fate::good);
  c.control->acknowledged(state(c), {.bytes = more,
                                      .marked = p.is(EthernetPacket::marked),
                                      .round_trip = round_trip,
                                      .hops = {f_.heard.hops.data(), f_.heard.count}},
                          now);
}

// A packet of a transmission that was trimmed.
void EthernetSenders::refuse(Connection& c, const EthernetPacket& p) {
  if (!c.sent.has(p.number)) return;
  const Outstanding::Sent s = c.sent[p.number];
  if (s.state != Outstanding::State::flying) return;
  const Time now = f_.partition.now();
  std::optional<Time> round_trip;
  if (s.repeats == (p.is(EthernetPacket::again) ? 1 : 0)) round_trip = now - s.at();
  c.reliability->refused(c.sent, p.number);
  // At the last switch there is no other way, which the rules of 2024 did not know.
  const bool harmless = p.is(EthernetPacket::cut_last) && f_.settings.rules() != UecRules::v2024;
  hear(c, p, harmless ? Balancer::Fate::good : Balancer::Fate::trimmed);
  c.control->refused(state(c), {.bytes = Bytes{s.bytes},
                                 .round_trip = round_trip,
                                 .at_last_hop = p.is(EthernetPacket::cut_last)},
                     now);
}

void EthernetSenders::hear(Connection& c, const EthernetPacket& p, Balancer::Fate fate) {
  if (!c.balancer) return;
  if (fate == Balancer::Fate::good && p.is(EthernetPacket::marked)) fate = Balancer::Fate::marked;
  c.balancer->heard(p.entropy, fate, f_.partition.now());
}

// Until the last acknowledgement of a message that has the network to itself: all packets at once, the last
// one behind a full one at each switch, and the way back. Packets that are spread over paths overtake each
// other: a short last one need not be waited for.
Time EthernetSenders::alone(const Connection& c, Bytes message) const {
  const EthernetSettings& s = f_.settings;
  const bool whole = s.forwarding == Forwarding::store_and_forward;
  const Bytes stored = std::min(whole ? s.packet : s.header, message + s.header);
  Bytes wire = s.on_wire(message);
  if (const std::int64_t rest = message.n % s.payload().n; sprays_ && wire > s.packet && rest > 0) {
    wire -= s.header + Bytes{rest};
  }
  if (c.way) {
    const Bytes behind = std::max(wire - stored * c.way->lanes, Bytes{0});
    return c.way->cable * 2 + c.way->serial(stored + s.control) + behind / c.way->rate;
  }
  const LinkClass& link = f_.link_classes[0];
  return (wire + stored * (c.links - 1u) + s.control * c.links) / link.rate + link.cable * (2 * c.links);
}

// Messages complete in the order of their numbers.
void EthernetSenders::complete(Connection& c) {
  while (c.oldest != kNone) {
    const Outgoing& m = messages_[c.oldest];
    if (static_cast<std::int32_t>(c.sent.first() - (m.first + m.packets)) < 0) return;
    const Outgoing done = m;
    messages_.free(c.oldest);
    c.oldest = done.next;
    if (c.is_idle()) {
      c.sent.release_memory();
      c.request.open = false;
    }
    hosts_.completed(done.message, done.posted, alone(c, done.message.size));
  }
}

void EthernetSenders::wake_at(std::uint32_t index, Time when) {
  Connection& c = at(index);
  if (when >= c.wake) return;
  c.wake = when;
  ++timers_;
  hosts_.post(c.nic, when, index, wake_);
}

void EthernetSenders::set_timers(std::uint32_t index) {
  const Connection& c = at(index);
  if (c.is_idle()) return;
  wake_at(index, c.control->timer());
  if (c.wake != kNever) return;
  const Time unanswered = c.request.open ? c.request.at + c.reliability->timeout() : kNever;
  wake_at(index, earlier(c.reliability->deadline(c.sent), unanswered));
}

bool EthernetSenders::tick(Connection& c) {
  const Time now = f_.partition.now();
  if (c.control->timer() > now) return false;
  c.control->tick(state(c), now);
  return true;
}

bool EthernetSenders::wake(const Event& e) {
  --timers_;
  if (!pairs_[e.a].connection || at(e.a).wake != e.time) return false;
  Connection& c = at(e.a);
  c.wake = kNever;
  if (c.is_idle()) return false;
  bool happened = tick(c);
  const bool others = c.sent.any_waiting();
  const Bytes lost = c.reliability->expired(c.sent, e.time);
  if (lost.n > 0) {
    c.control->lost(state(c), lost, e.time);
    // As in the simulator, the timeout is charged to entropy 0, whichever the packet had; in 2024 to none.
    const bool told = f_.settings.rules() != UecRules::v2024;
    if (c.balancer && told) c.balancer->heard(0, Balancer::Fate::lost, e.time);
    f_.counts.timeouts += 1;
    happened = true;
  }
  join(e.a);
  happened |= hosts_.look(c.nic);
  const bool unanswered = c.request.open && e.time >= c.request.at + c.reliability->timeout();
  if (unanswered || (lost.n > 0 && c.control->requests(state(c), lost, others, e.time))) request(e.a);
  set_timers(e.a);
  return happened;
}

std::uint64_t EthernetSenders::memory_bytes() const {
  std::uint64_t bytes = messages_.memory_bytes() + found_.memory_bytes() + pairs_.size() * sizeof(Pair);
  for (const Pair& p : pairs_) {
    if (p.connection) bytes += sizeof(Connection) + p.connection->sent.memory_bytes();
  }
  return bytes;
}

// Asks what has come, at most once a round trip.
void EthernetSenders::request(std::uint32_t index) {
  Connection& c = at(index);
  const Time now = f_.partition.now();
  if (now < c.request.at + f_.settings.ways[0].round_trip) return;
  c.request = {now, true};
  EthernetPacket p{.connection = index,
                   .peer = c.peer,
                   .number = c.sent.next(),
                   .source = f_.nics[c.nic],
                   .destination = c.destination,
                   .bytes = static_cast<std::uint32_t>(f_.settings.control.n),
                   .job = c.job,
                   .kind = EthernetPacket::Kind::request,
                   .flags = EthernetPacket::asks | EthernetPacket::request_bit,
                   .total = c.control->demand(state(c)),
                   .word = static_cast<std::uint64_t>(now.ps)};
  if (c.balancer) p.entropy = static_cast<std::uint16_t>(c.balancer->next(now));
  f_.counts.requests += 1;
  hosts_.answer(c.nic, p);
}

}  // namespace kasuri
