// SPDX-License-Identifier: MIT
#include "network/ethernet/hosts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/core/hash.h"
#include "base/core/prefetch.h"

namespace kasuri {
namespace {

// Control packets hash as another flow than data.
constexpr std::uint64_t kAnswers = 0x616e7377657273;
// Entropies hash together with the flow.
constexpr std::uint64_t kFlows = 0x666c6f7773;

BytesPerSecond rate_of(const EthernetFabric& f, const LinkFaultTable& faults) {
  const BytesPerSecond full = f.link_classes[f.terminal_class()].rate;
  if (faults.by_class.empty() || faults.by_class.back().rate_factor == 1) return full;
  return {std::llround(static_cast<double>(full.n) * faults.by_class.back().rate_factor)};
}

}  // namespace

EthernetHosts::EthernetHosts(const NicParams& p, EthernetFabric& f, const LinkFaultTable& faults,
                             std::size_t jobs)
    : f_(f),
      per_node_(static_cast<std::uint32_t>(p.per_node)),
      copy_rate_(p.intra_node_rate),
      copy_latency_(p.intra_node_latency),
      rate_(rate_of(f, faults)),
      cuts_through_(f.settings.forwarding == Forwarding::cut_through && rate_.rate() >= f.settings.fastest),
      paths_(f.routing, f.seed),
      turn_(f.partition.add_handler<&EthernetHosts::turn>(this)),
      notice_(f.partition.add_handler<&EthernetHosts::notice>(this)),
      copied_(f.partition.add_handler<&EthernetHosts::copied>(this)),
      left_(f.partition.add_handler<&EthernetHosts::left>(this)),
      senders_(*this, f, p),
      receivers_(*this, f, p),
      ports_(f.endpoint_count()),
      nodes_(f.endpoint_count() / per_node_),
      delivered_(jobs) {
  f_.at_host = f_.partition.add_handler<&EthernetHosts::receive, &EthernetHosts::prefetch>(this);
  for (const EventKind kind : {f_.at_host, turn_, notice_, copied_, left_}) {
    f_.partition.set_places(kind, f_.router_of_nic.data());
  }
}

std::uint8_t EthernetHosts::add_client(TransportClient& client) {
  clients_.push_back(&client);
  return static_cast<std::uint8_t>(clients_.size() - 1);
}

NicUse EthernetHosts::use(std::uint32_t nic) const {
  const Port& p = ports_[nic];
  return {p.sent / rate_.rate(), p.received / rate_.rate(), p.sent, p.held_back};
}

std::uint64_t EthernetHosts::memory_bytes() const {
  return ports_.capacity() * sizeof(Port) + nodes_.capacity() * sizeof(Node) +
         f_.nics.capacity() * 2 * sizeof(std::uint32_t);
}

// What a node posts to itself is ordered by its own counter.
std::uint64_t EthernetHosts::next_order(std::uint32_t nic) {
  const std::uint32_t sequence = nodes_[nic / per_node_].events++ & (kInjectSequence - 1);
  return order_key(Phase::node, f_.sender_of(node_of(nic)), sequence);
}

void EthernetHosts::post(std::uint32_t nic, Time when, std::uint32_t a, EventKind kind) {
  f_.partition.post({when, next_order(nic), nic, a, 0, kind});
}

void EthernetHosts::send(const Message& m) {
  const std::uint32_t first = first_nic(m.source);
  if (m.source == m.destination) return copy(first, m);
  const std::uint32_t k = m.nic != Message::kAnyNic ? m.nic
                          : per_node_ == 1          ? 0
                                                    : nodes_[first / per_node_].turn++ % per_node_;
  const std::uint32_t nic = first + k;
  // Both NICs are of the same rail.
  announce(senders_.add(nic, {m.destination.v * per_node_ + k}, m), nic);
  look(nic);
}

// Notices take one lookahead, which is less than any packet needs between two switches.
void EthernetHosts::announce(const MessageNotice& n, std::uint32_t nic) {
  const RouterId from = f_.topology.router_of(n.source), to = f_.topology.router_of(n.destination);
  if (from == to || f_.lookahead == Time{0}) {
    return receivers_.expect(f_.decomposition.local(n.destination), n);
  }
  const Time at = f_.partition.now() + f_.lookahead;
  const std::uint64_t order = next_order(nic);
  const std::uint16_t part = f_.decomposition.owner(to);
  if (part != f_.part) return f_.boxes.to(part, at).notices.push_back({at, order, n});
  const std::uint32_t i = notices_.allocate();
  notices_[i] = n;
  f_.partition.post({at, order, f_.decomposition.local(n.destination), i, 0, notice_});
}

bool EthernetHosts::notice(const Event& e) {
  receivers_.expect(e.target, notices_[e.a]);
  notices_.free(e.a);
  return true;
}

void EthernetHosts::take_in(const EthernetBox& box) {
  for (std::size_t i = 0; i < box.packets.size(); ++i) {
    Event e = box.packets[i].event;
    e.a = f_.allocate_packet();
    f_.packets[e.a] = box.packets[i].packet;
    if (f_.settings.lossless.telemetry) f_.telemetry[e.a].take(box.telemetry[i]);
    f_.partition.post(e);
  }
  for (const CrossingNotice& c : box.notices) {
    const std::uint32_t i = notices_.allocate();
    notices_[i] = c.notice;
    f_.partition.post(
        {c.at, c.order, f_.decomposition.local(c.notice.destination), i, 0, notice_});
  }
}

// From memory to memory, one message after the other.
void EthernetHosts::copy(std::uint32_t nic, const Message& m) {
  const Time now = f_.partition.now();
  Time& free = nodes_[nic / per_node_].copied;
  Time at = now;
  if (!(m.ways & (Message::kFromNic | Message::kForNic))) {
    at = free = later(free, now) + m.size / copy_rate_;
  }
  const std::uint32_t i = local_.allocate();
  local_[i] = {m, now};
  if (m.wants_sent) post(nic, later(at, now + Time{1}), i, left_);
  post(nic, later(at + copy_latency_, now + Time{1}), i, copied_);
}

bool EthernetHosts::left(const Event& e) {
  const Message m = local_[e.a].message;
  clients_[m.client]->on_sent(m);
  return true;
}

bool EthernetHosts::copied(const Event& e) {
  const Local l = local_[e.a];
  local_.free(e.a);
  delivered_[l.message.job].count_within_node(l.message);
  if (latencies_.counted()) {
    latencies_.add(flow_of(l.message), Latencies::local, f_.partition.now() - l.posted);
  }
  if (f_.observer) f_.observer->arrived(l.message, l.posted);
  clients_[l.message.client]->on_arrived(l.message);
  return true;
}

void EthernetHosts::answer(std::uint32_t nic, const EthernetPacket& p) {
  const std::uint32_t i = f_.allocate_packet();
  f_.packets[i] = p;
  f_.packets[i].next = kNone;
  if (f_.settings.lossless.telemetry && p.kind == EthernetPacket::Kind::acknowledgement)
    f_.telemetry[i].take(f_.heard);
  Port& port = ports_[nic];
  if (port.first == kNone) port.first = i;
  else f_.packets[port.last].next = i;
  port.last = i;
  look(nic);
}

void EthernetHosts::wake(std::uint32_t nic, Time when) {
  Port& port = ports_[nic];
  if (when >= port.wake) return;
  port.wake = when;
  f_.partition.post({when,
                     order_key(Phase::node, f_.sender_of(node_of(nic)), kInjectSequence + nic % per_node_),
                     nic, 0, 0, turn_});
}

bool EthernetHosts::turn(const Event& e) {
  if (ports_[e.target].wake != e.time) return false;
  ports_[e.target].wake = kNever;
  return look(e.target);
}

bool EthernetHosts::look(std::uint32_t nic) {
  Port& port = ports_[nic];
  if (port.first == kNone && !senders_.any(nic)) return false;
  if (port.free > f_.partition.now()) {
    wake(nic, port.free);
    return false;
  }
  const std::uint32_t packet = choose(nic);
  note_hold(nic, packet == kNone && senders_.held_back(nic));
  if (packet == kNone) return false;
  transmit(nic, packet);
  if (port.first != kNone || senders_.any(nic)) wake(nic, port.free);
  return true;
}

void EthernetHosts::note_hold(std::uint32_t nic, bool held_back) {
  Port& port = ports_[nic];
  const Time now = f_.partition.now();
  if (held_back) {
    if (port.since == Time{0}) port.since = now + Time{1};
  } else if (port.since > Time{0}) {
    port.held_back += now + Time{1} - port.since;
    port.since = Time{0};
  }
}

// Selects the next packet of a port.
std::uint32_t EthernetHosts::choose(std::uint32_t nic) {
  Port& port = ports_[nic];
  const std::uint32_t of_data = (1u << f_.settings.classes) - 1;
  const bool data_wait = senders_.any(nic) && (port.paused & of_data) != of_data;
  // The first one of a priority that does not pause.
  std::uint32_t control = port.first, before = kNone;
  while (port.paused && control != kNone && port.paused >> f_.priority(f_.packets[control]) & 1) {
    before = std::exchange(control, f_.packets[control].next);
  }
  if (data_wait && (control == kNone || port.turns >= turns())) {
    EthernetPacket p;
    if (senders_.next(nic, port.paused, p)) {
      port.turns = 0;
      if (port.was_paused) p.flags |= EthernetPacket::held;
      port.was_paused = false;
      const std::uint32_t i = f_.allocate_packet();
      f_.packets[i] = p;
      return i;
    }
  }
  if (control == kNone) return control;
  (before == kNone ? port.first : f_.packets[before].next) = f_.packets[control].next;
  if (port.last == control) port.last = before;
  port.turns = data_wait ? port.turns + 1 : 0;
  return control;
}

// Whose ways a packet goes: the one that is known, or, if that has none, the last one that had.
std::uint32_t EthernetHosts::epoch(const EthernetPacket& p) const {
  if (!f_.failures || f_.routing.epochs() == 1) [[likely]] return 0;
  const RouterId from = f_.topology.router_of(p.source), to = f_.topology.router_of(p.destination);
  std::uint32_t e = f_.failures->known_at(f_.partition.now());
  while (e > 0 && !f_.failures->connected(e, from, to)) --e;
  return e << Packet::kEpochShift;
}

void EthernetHosts::transmit(std::uint32_t nic, std::uint32_t packet) {
  EthernetPacket& p = f_.packets[packet];
  Port& port = ports_[nic];
  const Time now = f_.partition.now();
  const Time head = f_.power ? f_.power->wanted(EndpointId{nic}, port.free, now) : now;
  const Bytes size{p.bytes};
  port.free = head + f_.time_of(rate_, size);
  port.sent += size;
  const bool data = p.kind == EthernetPacket::Kind::data;
  if (f_.settings.balancer && p.kind != EthernetPacket::Kind::grant) {
    p.path = paths_.path(p.source, p.destination, epoch(p) | p.entropy,
                         mix(data ? kFlows : kAnswers, p.destination.v));
  } else {
    const std::uint32_t number = port.sequence++ & ((1u << Packet::kEpochShift) - 1);
    p.path = paths_.path(p.source, p.destination, epoch(p) | number, data ? 0 : kAnswers);
  }
  if (f_.power && f_.power->wants_uses()) f_.power->carried(EndpointId{nic}, head, port.free, size);
  if (f_.split) f_.split->injected(nic, head, port.free, size.n);
  if (f_.jobs) f_.jobs->injected_by(nic, p.job, head);
  const std::uint32_t router = f_.router_of_nic[nic];
  const RouterId id = f_.router(router);
  const std::uint32_t input = f_.topology.degree(id) + p.source.v - f_.topology.first_endpoint(id).v;
  const Time sent = cuts_through_ ? head + rate_(std::min(size, f_.settings.header)) : port.free;
  f_.partition.post({sent + f_.link_classes[f_.terminal_class()].cable,
                     order_key(Phase::arrival, f_.sender_of(node_of(nic)), nic % per_node_), router, packet,
                     input, f_.at_switch});
}

bool EthernetHosts::receive(const Event& e) {
  const EthernetPacket p = f_.packets[e.a];
  f_.packets.free(e.a);
  if (p.kind == EthernetPacket::Kind::pause) return hear_pause(e.target, p);
  if (f_.settings.lossless.telemetry) f_.heard.take(f_.telemetry[e.a]);
  ports_[e.target].received += Bytes{p.bytes};
  if (p.kind == EthernetPacket::Kind::data) receivers_.take(e.target, p);
  else if (p.kind == EthernetPacket::Kind::request) receivers_.take_request(e.target, p);
  else senders_.take_answer(p);
  return true;
}

bool EthernetHosts::hear_pause(std::uint32_t nic, const EthernetPacket& p) {
  Port& port = ports_[nic];
  if (!f_.hear_pause(port.paused, p) || p.entropy) return true;
  port.was_paused = true;
  look(nic);
  return true;
}

void EthernetHosts::count(const EthernetPacket& p, const Message& m, Time posted) {
  DeliveryStatistics& d = delivered_[m.job];
  const Time now = f_.partition.now();
  const Time injected{static_cast<std::int64_t>(p.word)};
  const Time latency = now - injected, queueing = injected - posted;
  d.count_packet(Bytes{p.bytes}, p.hops, latency, queueing, now);
  d.hash += mix(std::uint64_t{p.source.v} << 32 | p.number,
                mix(std::uint64_t{p.destination.v} << 32 | p.bytes, static_cast<std::uint64_t>(now.ps)));
  if (!latencies_.counted()) return;
  latencies_.add(flow_of(m), Latencies::packet, latency);
  latencies_.add(flow_of(m), Latencies::queueing, queueing);
}

void EthernetHosts::arrived(const Message& m, Time posted) {
  const Time latency = f_.partition.now() - posted;
  delivered_[m.job].count_message(latency);
  if (latencies_.counted()) latencies_.add(flow_of(m), Latencies::message, latency);
  if (f_.observer) f_.observer->arrived(m, posted);
  clients_[m.client]->on_arrived(m);
}

void EthernetHosts::completed(const Message& m, Time posted, Time alone) {
  const Time took = f_.partition.now() - posted;
  f_.counts.completed += 1;
  f_.counts.completion += took;
  f_.counts.completion_max = later(f_.counts.completion_max, took);
  // Events of a window come place by place, not in the order of time.
  f_.counts.completed_at = later(f_.counts.completed_at, f_.partition.now());
  const auto slower = static_cast<std::uint64_t>(took.ps * 1000 / std::max<std::int64_t>(alone.ps, 1));
  f_.counts.slower += slower;
  f_.counts.slower_max = std::max(f_.counts.slower_max, slower);
  const auto share = static_cast<std::uint64_t>(alone.ps * 100'000 / std::max<std::int64_t>(took.ps, 1));
  f_.counts.shares += share;
  f_.counts.squared_shares += share * share;
  if (latencies_.counted()) latencies_.add(flow_of(m), Latencies::completion, took);
  if (m.wants_sent) clients_[m.client]->on_sent(m);
}

void EthernetHosts::prefetch(const Event& e, Partition::Ahead stage) {
  if (stage != Partition::Ahead::far) return;
  fetch_ahead(&f_.packets[e.a]);
  if (f_.settings.lossless.telemetry) fetch_ahead(&f_.telemetry[e.a]);
}

}  // namespace kasuri
