// SPDX-License-Identifier: MIT
#include "nic/nic.h"

#include <algorithm>

#include "core/check.h"
#include "core/hash.h"

namespace kasuri {
namespace {
constexpr std::uint32_t kNone = UINT32_MAX;
}  // namespace

config::Fields<NicParams> NicParams::fields() {
  using P = NicParams;
  using namespace literals;
  return {
      config::field("per_node", &P::per_node, "NICs of each node").range(1, 64),
      config::field("packet", &P::packet, "largest packet on the wire, header included (MTU)")
          .range(1_B, 8'388'608_B),
      config::field("header", &P::header, "header of each packet").range(0_B, 65'536_B),
      config::field("smallest_packet", &P::smallest_packet, "smallest packet on the wire")
          .range(1_B, 65'536_B),
      config::field("link_rate", &P::link_rate, "rate of the link to the router; default: link.rate")
          .range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency,
                    "latency of the cable to the router; default: link.cable_latency")
          .range(0_ps, 1_ms),
      config::field("dma_read_rate", &P::dma_read_rate, "memory to NIC")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("dma_write_rate", &P::dma_write_rate, "NIC to memory")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("send_overhead", &P::send_overhead, "time of the NIC for each message sent")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "time of the NIC for each message received")
          .range(0_ps, 1000_ms),
      config::field("receive_buffer", &P::receive_buffer, "buffer between the fabric and the DMA")
          .range(1_B, Bytes{1 << 30}),
      config::field("intra_node_rate", &P::intra_node_rate, "copies within a node, one at a time")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("intra_node_latency", &P::intra_node_latency, "latency within a node")
          .range(0_ps, 1000_ms),
  };
}

void NicParams::validate(const NicParams& p, config::Section& section) {
  if (p.header >= p.packet) {
    section.error("header", "the header (" + to_string(p.header) +
                                ") must be smaller than the packet (" + to_string(p.packet) + ")");
  }
  if (p.smallest_packet > p.packet) {
    section.error("smallest_packet", "must not exceed the packet size (" + to_string(p.packet) +
                                         ")");
  }
  if (p.receive_buffer < p.packet) {
    section.error("receive_buffer",
                  "must hold a whole packet, at least " + to_string(p.packet));
  }
}

Nics::Nics(const NicParams& params, Fabric& fabric) : p_(params), f_(fabric) {
  f_.at_nic = f_.partition.add_handler<&Nics::receive, &Nics::prefetch_receive>(this);
  inject_ = f_.partition.add_handler<&Nics::inject>(this);
  complete_ = f_.partition.add_handler<&Nics::complete>(this);
  sent_ = f_.partition.add_handler<&Nics::sent>(this);
  f_.nics = this;

  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  send_ = Serialisation(std::min(link.rate, p_.dma_read_rate));
  write_ = Serialisation(p_.dma_write_rate);
  receive_ = Serialisation(std::min(link.flow.rate(), p_.dma_write_rate));
  payload_per_packet_ = p_.packet.n - p_.header.n;
  per_node_ = static_cast<std::uint32_t>(p_.per_node);
  nodes_ = f_.topology.endpoints() / per_node_;
  stride_ = nic_stride(f_.vcs);
  nics_.grow(stride_ * f_.topology.endpoints());
  node_.grow(nodes_);
  for (std::uint32_t r = 0; r < f_.topology.routers(); ++r) {
    const std::uint32_t first = f_.topology.first_endpoint({r}).v;
    for (std::uint32_t k = 0; k < f_.topology.endpoints_at({r}); ++k) {
      Nic& n = nic(first + k);
      n = {};
      n.out.peer = r;
      n.out.peer_port = static_cast<std::uint16_t>(f_.topology.degree({r}) + k);
      n.out.link_class = f_.terminal_class();
      n.first_message = n.last_message = kNone;
      std::fill_n(room(n), f_.vcs, f_.vc_buffer);
    }
  }
}

std::size_t Nics::bytes_per_nic(std::uint32_t vcs) { return nic_stride(vcs) + sizeof(Node); }

Bytes Nics::on_wire(Bytes payload) const {
  const std::int64_t full = payload.n / payload_per_packet_;
  const std::int64_t rest = payload.n % payload_per_packet_;
  Bytes total = std::max(p_.packet, p_.smallest_packet) * full;
  if (rest > 0 || full == 0) total += std::max(Bytes{rest} + p_.header, p_.smallest_packet);
  return total;
}

std::uint8_t Nics::add_client(TransportClient& client) {
  clients_.push_back(&client);
  return static_cast<std::uint8_t>(clients_.size() - 1);
}

void Nics::post_node_event(std::uint32_t node, Time when, std::uint32_t a, EventKind kind) {
  const std::uint32_t sequence = node_[node].events++ & (kInjectSequence - 1);
  f_.partition.post(
      {when, order_key(Phase::node, f_.sender_of(NodeId{node}), sequence), node, a, 0, kind});
}

void Nics::send(const Message& m) {
  if (m.source == m.destination) return copy_within_node(m);
  const std::uint32_t node = m.source.v;
  const std::uint32_t k =
      m.nic != Message::kAnyNic ? m.nic : per_node_ == 1 ? 0 : node_[node].turn++ % per_node_;
  debug_check(k < per_node_, "a message names a NIC that its node has");
  const std::uint32_t index = node * per_node_ + k;
  Nic& n = nic(index);
  const Time now = f_.partition.now();
  n.engine_free = later(n.engine_free, now) + p_.send_overhead;

  const std::uint32_t i = outgoing_.take();
  outgoing_[i] = {kNone, index, now, n.engine_free, m.size.n, m.size.n, m};
  if (n.first_message == kNone) {
    n.first_message = n.last_message = i;
    pump(index, n);
  } else {
    outgoing_[n.last_message].next = i;
    n.last_message = i;
  }
}

void Nics::copy_within_node(const Message& m) {
  const std::uint32_t node = m.source.v;
  const std::uint32_t i = outgoing_.take();
  const Time now = f_.partition.now();
  outgoing_[i] = {kNone, node * per_node_, now, now, 0, 0, m};
  Time& copied = node_[node].copied;
  copied = std::max(copied, now) + m.size / p_.intra_node_rate;
  delivered_.intra_node_messages += 1;
  delivered_.intra_node_bytes += m.size;
  if (m.wants_sent) post_node_event(node, copied, i, sent_);
  post_node_event(node, copied + p_.intra_node_latency, i, complete_);
}

// Has the NIC look at its queue at `when`, unless it will do so earlier anyway.
void Nics::wake(std::uint32_t index, Nic& n, Time when) {
  if (when >= n.out.wake) return;
  n.out.wake = when;
  f_.partition.post({when,
                     order_key(Phase::node, f_.sender_of(NodeId{node_of(index)}),
                               kInjectSequence + index % per_node_),
                     index, 0, 0, inject_});
}

bool Nics::inject(const Event& e) {
  Nic& n = nic(e.target);
  if (n.out.wake != e.time) return false;  // superseded by an earlier wake-up
  n.out.wake = kNever;
  pump(e.target, n);
  return true;
}

// Sends the next packet if that is possible now; else, and for what follows, sets the wake-up.
void Nics::pump(std::uint32_t index, Nic& n) {
  const Time now = f_.partition.now();
  const Outgoing& first = outgoing_[n.first_message];
  const Time ready = later(first.ready, n.out.free);
  if (ready > now) return wake(index, n, ready);
  if (f_.power) {
    const Time up = f_.power->wanted(EndpointId{index}, now);
    if (up > now) return wake(index, n, up);
  }

  const std::int64_t payload = std::min(first.unsent, payload_per_packet_);
  const auto bytes =
      static_cast<std::uint32_t>(std::max(payload + p_.header.n, p_.smallest_packet.n));
  f_.credits.settle(n.out, room(n), now);
  const std::uint32_t all = f_.vcs == 32 ? ~0u : (1u << f_.vcs) - 1;
  const int vc = roomiest_vc(room(n), all, bytes);
  if (vc < 0) {
    const Time credit = f_.credits.next(n.out, all);
    if (credit != kNever) return wake(index, n, credit);
    n.out.awaited = all;
    return;
  }
  inject_packet(index, n, static_cast<std::uint32_t>(vc), bytes, payload);
  if (n.first_message != kNone) {
    wake(index, n, later(n.out.free, outgoing_[n.first_message].ready));
  }
}

void Nics::inject_packet(std::uint32_t index, Nic& n, std::uint32_t vc, std::uint32_t bytes,
                         std::int64_t payload) {
  const Time now = f_.partition.now();
  const LinkClass& link = f_.link_classes[n.out.link_class];
  const std::uint32_t i = n.first_message;
  Outgoing& m = outgoing_[i];
  Time serialisation = send_(Bytes{bytes});
  if (f_.power && f_.power->scales_rate()) {
    serialisation = f_.power->slowed(EndpointId{index}, serialisation);
  }
  n.out.free = now + serialisation;
  n.out.packets += 1;
  n.out.bytes += Bytes{bytes};
  room(n)[vc] -= static_cast<std::int32_t>(bytes);

  // The destination NIC is the one of the same rail.
  const EndpointId destination{m.message.destination.v * per_node_ + index % per_node_};
  const std::uint32_t packet = f_.packets.take();
  f_.packets[packet] = {.next = kNone,
                        .message = {i},
                        .tail = n.out.free + link.cable,
                        .injected = now,
                        .created = m.posted,
                        .source = {index},
                        .destination = destination,
                        .origin = {n.out.peer},
                        .target = f_.topology.router_of(destination),
                        .bytes = bytes,
                        .sequence = n.sequence++,
                        .hops = 0,
                        .route = 0,
                        .vc_mask = 0};
  f_.partition.post({now + link.cable + f_.request,
                     order_key(Phase::arrival, f_.sender_of(NodeId{node_of(index)}), index % per_node_),
                     n.out.peer, packet,
                     f_.input_vc(n.out.peer_port, vc), f_.at_router});
  if (f_.power) f_.power->used(EndpointId{index}, now, n.out.free, f_.packets[packet]);
  m.unsent -= payload;
  if (m.unsent > 0) return;
  if (m.message.wants_sent) post_node_event(node_of(index), n.out.free, i, sent_);
  n.first_message = m.next;
}

void Nics::take_credit(std::uint32_t index, std::uint32_t /*port*/, std::uint16_t vc,
                       std::int32_t bytes, Time at) {
  Nic& n = nic(index);
  f_.credits.post(n.out, room(n), vc, bytes, at, f_.partition.now());
  if (n.out.awaited >> vc & 1) {
    n.out.awaited = 0;
    wake(index, n, at);
  }
}

// The tail of a packet has arrived.
bool Nics::receive(const Event& e) {
  const Packet& p = f_.packets[e.a];
  Nic& n = nic(e.target);
  const Bytes bytes{p.bytes};
  const Time head = p.tail;  // see Packet::tail
  const Time in_memory = later(e.time, later(head, n.drained) + write_(bytes));
  n.drained = in_memory;
  n.received += bytes;
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  f_.routers->take_credit(n.out.peer, n.out.peer_port, 0, static_cast<std::int32_t>(p.bytes),
                          in_memory + link.cable + link.credit);

  DeliveryStatistics& d = delivered_;
  const Time latency = in_memory - p.injected;
  d.packets += 1;
  d.bytes += bytes;
  d.hops += p.hops;
  d.transfer += bytes * p.hops;
  d.latency += latency;
  d.latency_max = later(d.latency_max, latency);
  d.queueing += p.injected - p.created;
  d.last = later(d.last, in_memory);
  d.hash += mix(std::uint64_t{p.source.v} << 32 | p.sequence,
                mix(std::uint64_t{p.destination.v} << 32 | p.bytes,
                    static_cast<std::uint64_t>(in_memory.ps)));

  const std::uint32_t i = p.message.v;
  Outgoing& m = outgoing_[i];
  m.missing -= std::min(m.missing, payload_per_packet_);
  f_.packets.give_back(e.a);
  if (m.missing > 0) return true;
  const Time done = later(in_memory, n.receive_engine_free) + p_.receive_overhead;
  n.receive_engine_free = done;
  if (done == e.time) {
    arrived(i);
  } else {
    post_node_event(node_of(e.target), done, i, complete_);
  }
  return true;
}

bool Nics::complete(const Event& e) {
  arrived(e.a);
  return true;
}

void Nics::arrived(std::uint32_t outgoing) {
  const Message m = outgoing_[outgoing].message;
  if (m.source != m.destination) delivered_.messages += 1;
  outgoing_.give_back(outgoing);
  clients_[m.client]->on_arrived(m);
}

bool Nics::sent(const Event& e) {
  const Message m = outgoing_[e.a].message;
  clients_[m.client]->on_sent(m);
  return true;
}

void Nics::prefetch_receive(const Event& e, bool near) {
  if (!near) {
    __builtin_prefetch(&f_.packets[e.a]);
    __builtin_prefetch(&nic(e.target), 1);
    __builtin_prefetch(&nic(e.target).received, 1);
  } else {
    __builtin_prefetch(&outgoing_[f_.packets[e.a].message.v], 1);
  }
}

NicUse Nics::use(EndpointId e) const {
  const Nic& n = nic(e.v);
  return {n.out.bytes / send_.rate(), n.received / receive_.rate(), n.out.bytes};
}

bool Nics::at_rest(std::string& why) {
  for (std::uint32_t i = 0; i < f_.topology.endpoints(); ++i) {
    Nic& n = nic(i);
    f_.credits.settle(n.out, room(n), kNever);
    if (n.first_message != kNone) {
      why = "NIC " + std::to_string(i) + " has messages to send";
      return false;
    }
    if (std::any_of(room(n), room(n) + f_.vcs, [&](std::int32_t r) { return r != f_.vc_buffer; })) {
      why = "credits are missing at NIC " + std::to_string(i);
      return false;
    }
  }
  return true;
}

}  // namespace kasuri
