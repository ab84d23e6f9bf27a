// SPDX-License-Identifier: MIT
#include "network/nic/nic.h"

#include <algorithm>

#include "base/core/check.h"
#include "base/core/prefetch.h"
#include "network/net/slow_links.h"
#include "network/nic/connections.h"
#include "network/nic/recovery.h"

namespace kasuri {

Nics::Nics(const NicParams& params, Fabric& fabric, std::size_t jobs, FlitRoom flits)
    : p_(params),
      f_(fabric),
      loops_back_(p_.loopback == "router"),
      flits_(flits),
      payload_per_packet_(p_.packet.n - p_.header.n),
      table_(f_, static_cast<std::uint32_t>(p_.per_node)),
      bodies_(flits, f_),
      engines_(p_, f_.link_classes[f_.terminal_class()], f_.endpoint_count()),
      queues_(f_, records_),
      crossing_(f_, table_, records_, payload_per_packet_),
      reach_(f_, table_.per_node()),
      deliveries_(jobs),
      vcs_of_job_(jobs, static_cast<std::uint32_t>((std::uint64_t{1} << fabric.vcs) - 1)) {
  f_.at_nic = f_.partition.add_handler<&Nics::receive, &Nics::prefetch_receive>(this);
  inject_ = f_.partition.add_handler<&Nics::inject>(this);
  complete_ = f_.partition.add_handler<&Nics::complete>(this);
  sent_ = f_.partition.add_handler<&Nics::sent>(this);
  f_.nics = this;
  table_.place_nics(f_.at_nic);
  table_.place_nics(inject_);
  table_.place_nodes(complete_);
  table_.place_nodes(sent_);
  if (p_.sending()) {
    connections_ = std::make_unique<Connections>(*this, f_, table_, records_, reach_, p_);
    queues_.connections = connections_.get();
    crossing_.requests = &connections_->requests();
  }
  if (f_.failures && f_.failures->epochs() > 1) {
    recovery_ = std::make_unique<Recovery>(*this, f_, table_, records_, reach_, deliveries_);
  }
}

Nics::~Nics() = default;

NicUse Nics::use(std::uint32_t index) const {
  const Nic& n = table_[index];
  const Time slower = f_.slow ? f_.slow->of_nic(index) : Time{0};
  return {n.sent / engines_.send_rate() + slower, n.received / engines_.receive_rate(), n.sent,
          connections_ ? connections_->shut_for(index) : Time{0}, engines_.no_credit(index)};
}

std::uint64_t Nics::memory_bytes() const {
  return table_.memory_bytes() + bodies_.memory_bytes() + engines_.memory_bytes() + queues_.memory_bytes();
}

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

void Nics::send(const Message& m) {
  if (stays_within_node(m)) return copy_within_node(m);
  const std::uint32_t node = table_.local(m.source), per_node = table_.per_node();
  std::uint32_t k =
      m.nic != Message::kAnyNic ? m.nic : per_node == 1 ? 0 : table_.node(node).turn++ % per_node;
  debug_check(k < per_node, "a message names a NIC that its node has");
  const bool stuck = f_.failures && !reach_.choose(m, k);
  const std::uint32_t index = node * per_node + k;
  const Time now = f_.partition.now();
  const std::uint32_t i = records_.take(m, now, engines_.ready(index, m, now));
  records_[i].rail = static_cast<std::uint8_t>(k);
  if (stuck) [[unlikely]] return wait_or_drop(i);
  enqueue(index, i);
}

void Nics::enqueue(std::uint32_t index, std::uint32_t i) {
  Nic& n = table_[index];
  if (queues_.add(index, n, i)) pump(index, n);
}

void Nics::copy_within_node(const Message& m) {
  const std::uint32_t node = table_.local(m.source), first = node * table_.per_node();
  const Time now = f_.partition.now();
  const std::uint32_t i = records_.take(m, now, now);
  Time end;
  if (m.ways) [[unlikely]] {  // by the node's NIC itself: an engine's time, but no copy
    end = engines_.passed(first, m.ways, now);
  } else {
    Time& copied = table_.node(node).copied;
    const Time start = later(copied, now);
    end = copied = engines_.copied(first, start, m.size, start + m.size / p_.intra_node_rate);
    deliveries_.of(m.job).count_within_node(m);
  }
  if (m.wants_sent) table_.post(node, end, i, sent_);
  table_.post(node, end + p_.intra_node_latency, i, complete_);
}

// By any of the node's NICs, for which one it will be is not known yet.
void Nics::expect(NodeId source, NodeId destination) {
  if (!f_.power || !f_.power->heeds_hints() || source == destination) return;
  const std::uint32_t per_node = table_.per_node(), first = table_.local(source) * per_node;
  for (std::uint32_t k = 0; k < per_node; ++k) {
    f_.power->expected(EndpointId{first + k}, table_[first + k].id,
                       EndpointId{destination.v * per_node + k}, f_.partition.now());
  }
}

// Has the NIC look at its queue at `when`, unless it will do so earlier anyway.
void Nics::wake(std::uint32_t index, Nic& n, Time when) {
  if (when >= n.wake) return;
  n.wake = when;
  f_.partition.post({when,
                     order_key(Phase::node, f_.sender_of(table_.owner(n)),
                               kInjectSequence + table_.rail_of(index)),
                     index, 0, 0, inject_});
}

bool Nics::inject(const Event& e) {
  Nic& n = table_[e.target];
  if (n.wake != e.time) return false;  // superseded by an earlier wake-up
  n.wake = kNever;
  pump(e.target, n);
  return true;
}

// Sends the next packet if that is possible now; else, and for what follows, sets the wake-up.
void Nics::pump(std::uint32_t index, Nic& n) {
  const Time now = f_.partition.now();
  std::uint32_t i = queues_.next(index, n);
  while (f_.failures && i != kNone && gives_way(index, n, i)) i = queues_.next(index, n);
  if (connections_) [[unlikely]] i = next_permitted(index, n);
  if (i == kNone) [[unlikely]] return;
  const Record& first = records_[i];
  const Time ready = later(first.ready, n.free);
  if (ready > now) return wake(index, n, ready);
  if (f_.power) {
    const Time up = f_.power->wanted(EndpointId{index}, n.free, now);
    if (up > now) return wake(index, n, up);
  }

  const std::int64_t payload = std::min(first.unsent, payload_per_packet_);
  const auto bytes =
      static_cast<std::uint32_t>(std::max(payload + p_.header.n, p_.smallest_packet.n));
  f_.credits.settle(n.credits, NicTable::room(n), now);
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  const std::uint32_t vcs = vcs_of_job_[first.job()];
  const int vc = flits_.flit == 0 ? roomiest_vc(NicTable::room(n), vcs, bytes)
                                  : flits_.vc(NicTable::room(n), f_.vcs, vcs, link.buffer, bytes);
  if (vc < 0) {
    // Of flits also the packet before may be waiting, in any of them.
    const std::uint32_t awaited = flits_.flit == 0 ? vcs : UINT32_MAX;
    const Time credit = f_.credits.next(n.credits, awaited);
    if (credit != kNever) return wake(index, n, credit);
    n.awaited = awaited;
    return;
  }
  if (ready < now && !connections_) [[unlikely]] engines_.no_credit(index) += now - ready;
  inject_packet(index, n, i, static_cast<std::uint32_t>(vc), bytes, payload);
  const std::uint32_t next = queues_.next(index, n);
  if (next != kNone) wake(index, n, later(n.free, records_[next].ready));
}

void Nics::inject_packet(std::uint32_t index, Nic& n, std::uint32_t i, std::uint32_t vc,
                         std::uint32_t bytes, std::int64_t payload) {
  const Time now = f_.partition.now();
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  Record& m = records_[i];
  const bool from_nic = m.ways & Message::kFromNic;
  Time serialisation = engines_.serialisation(Bytes{bytes}, from_nic);
  if (f_.power && f_.power->scales_rate()) {
    const Time full = serialisation;
    serialisation = f_.power->slowed(EndpointId{index}, full, Bytes{bytes});
    if (f_.slow) f_.slow->injected(index, serialisation - full);
  }
  n.free = now + serialisation;
  if (!from_nic) n.free = engines_.read(index, now, Bytes{bytes}, n.free);
  n.sent += Bytes{bytes};
  NicTable::room(n)[vc] -= static_cast<std::int32_t>(bytes);
  if (flits_.flit > 0) [[unlikely]] {
    bodies_.begin(index, vc, bytes, now, n.free);
    send_bodies(index, n);
  }

  // The destination NIC is the one of the same rail.
  const EndpointId destination{m.destination.v * table_.per_node() + table_.rail_of(index)};
  const std::uint32_t sequence = f_.failures ? reach_.sequence(n.sequence++, table_.router_of(m.source),
                                                                     table_.router_of(m.destination))
                                                 : n.sequence++;
  if (m.unsent == m.size.n) m.number = sequence;
  crossing_.count_in(bytes);
  const std::uint32_t packet = f_.packets.allocate();
  f_.packets[packet] = {.next = kNone,
                        .message = {i},
                        .tail = n.free + link.cable,
                        .injected = now,
                        .request = {},
                        .source = n.id,
                        .destination = destination,
                        .origin = f_.router(n.peer),
                        .target = f_.topology.router_of(destination),
                        .bytes = bytes,
                        .sequence = sequence,
                        .hops = 0,
                        .route = 0,
                        .vc_mask = 0};
  f_.partition.post({now + link.cable + f_.request,
                     order_key(Phase::arrival, f_.sender_of(table_.owner(n)), table_.rail_of(index)),
                     n.peer, packet,
                     f_.input_vc(n.peer_port, vc), f_.at_router});
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used(EndpointId{index}, now, n.free, f_.packets[packet]);
  }
  if (f_.split) f_.split->injected(index, now, n.free, bytes);
  if (f_.jobs) f_.jobs->injected(index, packet, m.job(), now);
  if (f_.observer) f_.observer->injected({index, packet, now, n.free});
  m.unsent -= payload;
  if (connections_ && Connections::carry(m.ways)) [[unlikely]] connections_->sent(index, i, packet);
  if (m.unsent > 0) {
    const bool in_turn = p_.scheduler == SendOrder::round_robin && i == n.first_message;
    if (in_turn) [[unlikely]] queues_.rotate(index, n);
    return;
  }
  if (m.wants_sent) table_.post(table_.node_of(index), n.free, i, sent_);
  queues_.remove(index, n, i);
}

// The next message that may send a packet, where messages have connections.
std::uint32_t Nics::next_permitted(std::uint32_t index, Nic& n) {
  std::uint32_t next = queues_.next_permitted(index, n);
  while (f_.failures && next != kNone && gives_way(index, n, next)) next = queues_.next_permitted(index, n);
  const Time now = f_.partition.now();
  if (next != kNone || n.first_message == kNone) {
    connections_->open(index, now);
    return next;
  }
  connections_->shut(index, now);
  if (f_.failures && reach_.known() + 1 < reach_.epochs()) {
    connections_->look_again(index, reach_.known() + 1);
  }
  return next;
}

bool Nics::go_on_at(std::uint32_t index) {
  Nic& n = table_[index];
  const std::uint32_t before = n.sequence;
  pump(index, n);
  return n.sequence != before;
}

void Nics::send_bodies(std::uint32_t index, Nic& n) {
  const FlitBodies::Sent sent = bodies_.go_on(n, index);
  n.free = later(n.free, sent.next);
  engines_.no_credit(index) += sent.waited;
}

void Nics::take_credit(std::uint32_t index, std::uint32_t /*port*/, std::uint16_t vc,
                       std::int32_t bytes, Time at) {
  Nic& n = table_[index];
  f_.credits.post(n.credits, NicTable::room(n), {vc, bytes}, at, f_.partition.past());
  if (bodies_.waits(index)) [[unlikely]] send_bodies(index, n);
  if (n.awaited.has(vc)) {
    n.awaited = 0;
    wake(index, n, at);
  }
}

// The tail of a packet has arrived.
bool Nics::receive(const Event& e) {
  const Packet& p = f_.packets[e.a];
  Nic& n = table_[e.target];
  const Bytes bytes{p.bytes};
  const bool damaged = p.hops & Packet::kDamaged;
  Time in_memory = e.time;
  if (!damaged && !records_[p.message.v].for_nic()) {
    in_memory = engines_.written(e.target, p.tail, e.time, bytes);  // see Packet::tail
  }
  n.received += bytes;
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  f_.routers->take_credit(n.peer, n.peer_port, 0, static_cast<std::int32_t>(p.bytes),
                          in_memory + link.cable + link.credit);

  if (damaged) [[unlikely]] deliveries_.of(records_[p.message.v].job()).damaged_packets += 1;
  else deliveries_.count_packet(p, records_[p.message.v], in_memory);

  crossing_.sizes.remove(p.bytes);
  const std::uint32_t i = crossing_.assemble(p);
  Record& m = records_[i];
  m.missing -= std::min(m.missing, payload_per_packet_);
  if (damaged) [[unlikely]] recovery_->lost(i, Bytes{p.bytes} - p_.header);
  const EndpointId source = p.source;
  if (connections_) [[unlikely]] connections_->received(e.target, e.a, i, in_memory);
  f_.packets.free(e.a);
  return records_[i].missing > 0 || complete_message(e, i, source, in_memory);
}

// The last packet of a message is in memory.
bool Nics::complete_message(const Event& e, std::uint32_t i, EndpointId source, Time in_memory) {
  const Record& m = records_[i];
  crossing_.assembled(source, m);
  if (recovery_ && recovery_->asks_again(i)) [[unlikely]] return true;
  const Time done = engines_.received(e.target, in_memory, m.size, m.for_nic());
  if (done == e.time) arrived(i);
  else table_.post(table_.node_of(e.target), done, i, complete_);
  return true;
}

bool Nics::complete(const Event& e) {
  arrived(e.a);
  return true;
}

void Nics::arrived(std::uint32_t i) {
  const Message m = records_.message(i);
  deliveries_.count_message(records_[i], !stays_within_node(m), f_.partition.now());
  if (f_.observer) f_.observer->arrived(m, records_[i].posted);
  records_.forget(i);
  clients_[m.client]->on_arrived(m);
}

bool Nics::sent(const Event& e) {
  const Message m = records_.message(e.a);
  records_.has_left(e.a);
  clients_[m.client]->on_sent(m);
  return true;
}

void Nics::prefetch_receive(const Event& e, Partition::Ahead stage) {
  if (stage == Partition::Ahead::far) {
    fetch_ahead(&f_.packets[e.a]);
    fetch_ahead(&table_[e.target]);
    fetch_ahead(&table_[e.target].received);
    engines_.prefetch(e.target);
  } else if (stage == Partition::Ahead::near) {
    records_.prefetch(f_.packets[e.a].message.v);
  }
}

bool Nics::at_rest(std::string& why) {
  const std::int32_t buffer = f_.link_classes[f_.terminal_class()].buffer;
  for (std::uint32_t i = 0; i < f_.endpoint_count(); ++i) {
    Nic& n = table_[i];
    f_.credits.settle(n.credits, NicTable::room(n), kNever);
    if (queues_.next(i, n) != kNone) {
      why = "NIC " + std::to_string(n.id.v) + " has messages to send";
      return false;
    }
    if (std::any_of(NicTable::room(n), NicTable::room(n) + f_.vcs,
                    [&](std::int32_t r) { return r != buffer; })) {
      why = "missing credits at NIC " + std::to_string(n.id.v);
      return false;
    }
  }
  return true;
}

}  // namespace kasuri
