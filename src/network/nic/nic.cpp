// SPDX-License-Identifier: MIT
#include "network/nic/nic.h"

#include <algorithm>

#include "base/core/check.h"
#include "base/core/hash.h"
#include "base/core/prefetch.h"
#include "network/net/slow_links.h"
#include "network/nic/connections.h"
#include "network/nic/recovery.h"

namespace kasuri {
namespace {
constexpr std::uint32_t kNone = UINT32_MAX;

std::uint64_t delivery_hash(const Packet& p, Time in_memory) {
  return mix(std::uint64_t{p.source.v} << 32 | p.sequence,
             mix(std::uint64_t{p.destination.v} << 32 | p.bytes,
                 static_cast<std::uint64_t>(in_memory.ps)));
}
}  // namespace

Nics::Nics(const NicParams& params, Fabric& fabric, std::size_t jobs, FlitRoom flits)
    : p_(params),
      f_(fabric),
      flits_(flits),
      memory_(params, fabric.endpoint_count()),
      delivered_(jobs),
      vcs_of_job_(jobs, static_cast<std::uint32_t>((std::uint64_t{1} << fabric.vcs) - 1)) {
  f_.at_nic = f_.partition.add_handler<&Nics::receive, &Nics::prefetch_receive>(this);
  inject_ = f_.partition.add_handler<&Nics::inject>(this);
  complete_ = f_.partition.add_handler<&Nics::complete>(this);
  sent_ = f_.partition.add_handler<&Nics::sent>(this);
  f_.nics = this;
  f_.messages = this;

  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  loops_back_ = p_.loopback == "router";
  whole_ = p_.forwarding == Forwarding::store_and_forward;
  link_ = Serialisation(link.rate);
  send_ = whole_ ? link_ : Serialisation(std::min(link.rate, p_.dma_read_rate));
  write_ = Serialisation(p_.dma_write_rate);
  receive_ = Serialisation(std::min(link.flow.rate(), p_.dma_write_rate));
  payload_per_packet_ = p_.packet.n - p_.header.n;
  per_node_ = static_cast<std::uint32_t>(p_.per_node);
  nodes_ = f_.endpoint_count() / per_node_;
  sends_take_time_ = p_.send_overhead > Time{0} || p_.peer_change_time > Time{0};
  writes_take_time_ = p_.dma_write_rate != kUnlimited || memory_.contended() || whole_;
  receives_take_time_ = writes_take_time_ || p_.receive_overhead > Time{0};
  stride_ = nic_stride(f_.vcs);
  urgent_.grow(f_.endpoint_count());
  peers_.grow(f_.endpoint_count());
  engines_.grow(f_.endpoint_count());
  nics_.grow(stride_ * f_.endpoint_count());
  node_.grow(nodes_);
  bool one_each = true;
  const std::int32_t buffer = f_.link_classes[f_.terminal_class()].buffer;
  for (std::uint32_t r = 0, index = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    one_each &= f_.topology.endpoints_at(id) == 1;
    for (std::uint32_t k = 0; k < f_.topology.endpoints_at(id); ++k, ++index) {
      Nic& n = nic(index);
      n = {};
      n.id = {f_.topology.first_endpoint(id).v + k};
      n.out.peer = r;
      n.out.peer_port = static_cast<std::uint16_t>(f_.topology.degree(id) + k);
      n.first_message = n.last_message = kNone;
      std::fill_n(room(n), f_.vcs, buffer);
    }
  }
  if (!one_each) {
    for (std::uint32_t i = 0; i < f_.endpoint_count(); ++i) {
      place_of_nic_.push_back(nic(i).out.peer);
      if (i % per_node_ == 0) place_of_node_.push_back(nic(i).out.peer);
    }
  }
  const std::uint32_t* const of_nic = one_each ? nullptr : place_of_nic_.data();
  const std::uint32_t* const of_node = one_each ? nullptr : place_of_node_.data();
  f_.partition.set_places(f_.at_nic, of_nic);
  f_.partition.set_places(inject_, of_nic);
  f_.partition.set_places(complete_, of_node);
  f_.partition.set_places(sent_, of_node);
  if (p_.sending()) connections_ = std::make_unique<Connections>(*this, f_, records_, p_, of_node);
  if (f_.failures && f_.failures->epochs() > 1) {
    recovery_ = std::make_unique<Recovery>(*this, f_, of_node);
  }
}

Nics::~Nics() = default;

DeliveryStatistics Nics::delivered() const {
  DeliveryStatistics sum;
  for (const DeliveryStatistics& d : delivered_) sum += d;
  return sum;
}

NicUse Nics::use(std::uint32_t index) const {
  const Nic& n = nic(index);
  const Time slower = f_.slow ? f_.slow->of_nic(index) : Time{0};
  return {n.sent / send_.rate() + slower, n.received / receive_.rate(), n.sent,
          connections_ ? connections_->shut_for(index) : Time{0}, engines_[index].no_credit};
}

std::size_t Nics::bytes_per_nic(std::uint32_t vcs) { return nic_stride(vcs) + sizeof(Node); }

std::uint64_t Nics::memory_bytes() const {
  return nics_.memory_bytes() + node_.memory_bytes() + engines_.memory_bytes() + urgent_.memory_bytes() +
         peers_.memory_bytes() + memory_.memory_bytes() +
         (place_of_nic_.capacity() + place_of_node_.capacity()) * sizeof(std::uint32_t);
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

void Nics::post_node_event(std::uint32_t node, Time when, std::uint32_t a, EventKind kind) {
  const std::uint32_t sequence = node_[node].events++ & (kInjectSequence - 1);
  f_.partition.post(
      {when, order_key(Phase::node, f_.sender_of(global(node)), sequence), node, a, 0, kind});
}

void Nics::send(const Message& m) {
  if (stays_within_node(m)) return copy_within_node(m);
  const std::uint32_t node = local(m.source);
  std::uint32_t k =
      m.nic != Message::kAnyNic ? m.nic : per_node_ == 1 ? 0 : node_[node].turn++ % per_node_;
  debug_check(k < per_node_, "a message names a NIC that its node has");
  const bool stuck = f_.failures && !choose_nic(m, k);
  const std::uint32_t index = node * per_node_ + k;
  Nic& n = nic(index);
  const Time now = f_.partition.now();
  Time ready = send_turn(index, m);
  if (!(m.ways & Message::kFromNic)) [[likely]] {
    ready += p_.fetch(m.size);
    if (whole_) [[unlikely]] ready = memory_.read_whole(index, ready, m.size);
  }

  const std::uint32_t i = records_.take(m, now, ready);
  records_[i].rail = static_cast<std::uint8_t>(k);
  if (stuck) [[unlikely]] return wait_or_drop(i);
  enqueue(index, n, i);
}

// When the NIC's engine is done with a message that it gets now.
Time Nics::send_turn(std::uint32_t index, const Message& m) {
  const Time now = f_.partition.now();
  if (!sends_take_time_) return now;
  Time& free = engines_[index].send;
  if (p_.peer_change_time > Time{0}) {
    std::uint32_t& peer = peers_[index];
    if (peer != 0 && peer != m.destination.v + 1) free += p_.peer_change_time;
    peer = m.destination.v + 1;
  }
  free = later(free, now) + p_.send_overhead;
  if (m.ways & Message::kEngine) free += engine_time_;
  return free;
}

void Nics::enqueue(std::uint32_t index, Nic& n, std::uint32_t i) {
  if (records_[i].ways & Message::kFirst) [[unlikely]] {
    put_first(index, i);
    pump(index, n);
    return;
  }
  const std::uint32_t before = n.first_message == kNone ? kNone : n.last_message;
  if (before == kNone) n.first_message = i;
  else records_[before].next = i;
  n.last_message = i;
  if (connections_) [[unlikely]] connections_->append(index, i, before);
  // With connections, those before it may wait for acknowledgements.
  if (before == kNone || connections_) pump(index, n);
}

void Nics::copy_within_node(const Message& m) {
  const std::uint32_t node = local(m.source);
  const Time now = f_.partition.now();
  const std::uint32_t i = records_.take(m, now, now);
  if (m.ways) [[unlikely]] return pass_within_node(node, i);
  Time& copied = node_[node].copied;
  const Time start = later(copied, now);
  copied = start + m.size / p_.intra_node_rate;
  if (memory_.contended()) [[unlikely]] {
    copied = later(copied, memory_.copy(node * per_node_, start, m.size));
  }
  delivered_[m.job].count_within_node(m);
  if (m.wants_sent) post_node_event(node, copied, i, sent_);
  post_node_event(node, copied + p_.intra_node_latency, i, complete_);
}

// By any of the node's NICs, for which one it will be is not known yet.
void Nics::expect(NodeId source, NodeId destination) {
  if (!f_.power || !f_.power->heeds_hints() || source == destination) return;
  const std::uint32_t first = local(source) * per_node_;
  for (std::uint32_t k = 0; k < per_node_; ++k) {
    f_.power->expected(EndpointId{first + k}, nic(first + k).id,
                       EndpointId{destination.v * per_node_ + k}, f_.partition.now());
  }
}

// Has the NIC look at its queue at `when`, unless it will do so earlier anyway.
void Nics::wake(std::uint32_t index, Nic& n, Time when) {
  if (when >= n.out.wake) return;
  n.out.wake = when;
  f_.partition.post({when,
                     order_key(Phase::node, f_.sender_of(NodeId{node_of(n.id.v)}),
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
  std::uint32_t i = next_message(index, n);
  while (f_.failures && i != kNone && gives_way(index, n, i)) i = next_message(index, n);
  if (connections_) [[unlikely]] i = next_permitted(index, n);
  if (i == kNone) [[unlikely]] return;
  const Record& first = records_[i];
  const Time ready = later(first.ready, n.out.free);
  if (ready > now) return wake(index, n, ready);
  if (f_.power) {
    const Time up = f_.power->wanted(EndpointId{index}, n.out.free, now);
    if (up > now) return wake(index, n, up);
  }

  const std::int64_t payload = std::min(first.unsent, payload_per_packet_);
  const auto bytes =
      static_cast<std::uint32_t>(std::max(payload + p_.header.n, p_.smallest_packet.n));
  f_.credits.settle(n.out.credits, room(n), now);
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  const std::uint32_t vcs = vcs_of_job_[first.job()];
  const int vc = flits_.flit == 0 ? roomiest_vc(room(n), vcs, bytes)
                                  : flits_.vc(room(n), f_.vcs, vcs, link.buffer, bytes);
  if (vc < 0) {
    // Of flits also the packet before may be waiting, in any of them.
    const std::uint32_t awaited = flits_.flit == 0 ? vcs : UINT32_MAX;
    const Time credit = f_.credits.next(n.out.credits, awaited);
    if (credit != kNever) return wake(index, n, credit);
    n.out.awaited = awaited;
    return;
  }
  if (ready < now && !connections_) [[unlikely]] engines_[index].no_credit += now - ready;
  inject_packet(index, n, i, static_cast<std::uint32_t>(vc), bytes, payload);
  const std::uint32_t next = next_message(index, n);
  if (next != kNone) wake(index, n, later(n.out.free, records_[next].ready));
}

void Nics::inject_packet(std::uint32_t index, Nic& n, std::uint32_t i, std::uint32_t vc,
                         std::uint32_t bytes, std::int64_t payload) {
  const Time now = f_.partition.now();
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  Record& m = records_[i];
  const bool from_nic = m.ways & Message::kFromNic;
  Time serialisation = from_nic ? link_(Bytes{bytes}) : send_(Bytes{bytes});
  if (f_.power && f_.power->scales_rate()) {
    const Time full = serialisation;
    serialisation = f_.power->slowed(EndpointId{index}, full, Bytes{bytes});
    if (f_.slow) f_.slow->injected(index, serialisation - full);
  }
  n.out.free = now + serialisation;
  if (memory_.contended() && !from_nic && !whole_) [[unlikely]] {
    n.out.free = later(n.out.free, memory_.read(index, now, Bytes{bytes}));
  }
  n.sent += Bytes{bytes};
  room(n)[vc] -= static_cast<std::int32_t>(bytes);

  // The destination NIC is the one of the same rail.
  const EndpointId destination{m.destination.v * per_node_ + index % per_node_};
  const std::uint32_t sequence = f_.failures ? next_sequence(n, m) : n.sequence++;
  if (m.unsent == m.size.n) m.number = sequence;
  count_in(bytes);
  const std::uint32_t packet = f_.packets.allocate();
  f_.packets[packet] = {.next = kNone,
                        .message = {i},
                        .tail = n.out.free + link.cable,
                        .injected = now,
                        .request = {},
                        .source = n.id,
                        .destination = destination,
                        .origin = f_.router(n.out.peer),
                        .target = f_.topology.router_of(destination),
                        .bytes = bytes,
                        .sequence = sequence,
                        .hops = 0,
                        .route = 0,
                        .vc_mask = 0};
  f_.partition.post({now + link.cable + f_.request,
                     order_key(Phase::arrival, f_.sender_of(NodeId{node_of(n.id.v)}), index % per_node_),
                     n.out.peer, packet,
                     f_.input_vc(n.out.peer_port, vc), f_.at_router});
  if (f_.power && f_.power->wants_uses()) {
    f_.power->used(EndpointId{index}, now, n.out.free, f_.packets[packet]);
  }
  if (f_.split) f_.split->injected(index, now, n.out.free, bytes);
  if (f_.jobs) f_.jobs->injected(index, packet, m.job(), now);
  if (f_.observer) f_.observer->injected({index, packet, now, n.out.free});
  m.unsent -= payload;
  if (connections_ && Connections::carry(m.ways)) [[unlikely]] connections_->sent(index, i, packet);
  if (m.unsent > 0) {
    if (p_.scheduler == SendOrder::round_robin && i == n.first_message) [[unlikely]] rotate(index, n, m);
    return;
  }
  if (m.wants_sent) post_node_event(node_of(index), n.out.free, i, sent_);
  dequeue(index, n, i);
}

// The message leaves the queue that it is the first of.
void Nics::dequeue(std::uint32_t index, Nic& n, std::uint32_t i) {
  if (i == n.first_message) [[likely]] {
    n.first_message = records_[i].next;
    if (connections_) [[unlikely]] connections_->leave(index, i, n.first_message);
  } else {
    urgent_[index].first = records_[i].next + 1;
    --all_urgent_;
  }
}

void Nics::take_credit(std::uint32_t index, std::uint32_t /*port*/, std::uint16_t vc,
                       std::int32_t bytes, Time at) {
  Nic& n = nic(index);
  f_.credits.post(n.out.credits, room(n), {vc, bytes}, at, f_.partition.past());
  if (n.out.awaited.has(vc)) {
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
  const bool damaged = p.hops & Packet::kDamaged;
  Time in_memory = e.time;
  if (writes_take_time_ && !damaged && !whole_ && !records_[p.message.v].for_nic()) {
    Time& drained = engines_[e.target].drained;
    const Time start = later(head, drained);
    in_memory = later(e.time, start + write_(bytes));
    if (memory_.contended()) [[unlikely]] {
      in_memory = later(in_memory, memory_.write(e.target, f_.partition.now(), start, bytes));
    }
    drained = in_memory;
  }
  n.received += bytes;
  const LinkClass& link = f_.link_classes[f_.terminal_class()];
  f_.routers->take_credit(n.out.peer, n.out.peer_port, 0, static_cast<std::int32_t>(p.bytes),
                          in_memory + link.cable + link.credit);

  DeliveryStatistics& d = delivered_[records_[p.message.v].job()];
  const Time latency = in_memory - p.injected;
  const Time queueing = p.injected - records_[p.message.v].posted;
  if (damaged) [[unlikely]] {
    d.damaged_packets += 1;
  } else {
    d.count_packet(bytes, p.hops, latency, queueing, in_memory);
    d.hash += delivery_hash(p, in_memory);
  }

  sizes_.remove(p.bytes);
  const std::uint32_t i = records_[p.message.v].foreign ? assemble(p) : p.message.v;
  Record& m = records_[i];
  m.missing -= std::min(m.missing, payload_per_packet_);
  if (damaged) [[unlikely]] recovery_->lost(i, Bytes{p.bytes} - p_.header);
  const std::uint64_t key = key_of(p.source, m.number);
  if (latencies_.counted() && !damaged) {
    latencies_.add(m.flow, Latencies::packet, latency);
    latencies_.add(m.flow, Latencies::queueing, queueing);
  }
  if (connections_) [[unlikely]] connections_->received(e.target, e.a, i, in_memory);
  f_.packets.free(e.a);
  return records_[i].missing > 0 || complete_message(e, i, key, in_memory);
}

// The last packet of a message is in memory.
bool Nics::complete_message(const Event& e, std::uint32_t i, std::uint64_t key, Time in_memory) {
  Record& m = records_[i];
  if (m.foreign && m.size.n > payload_per_packet_) assembling_.erase(key);
  if (recovery_ && recovery_->asks_again(i)) [[unlikely]] return true;
  if (whole_ && !m.for_nic()) [[unlikely]] {
    in_memory = memory_.write_whole(e.target, in_memory, m.size, engines_[e.target].drained);
  }
  Time done = in_memory;
  if (receives_take_time_) {
    Time& free = engines_[e.target].receive;
    done = free = later(in_memory, free) + p_.receive_overhead;
  }
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

void Nics::arrived(std::uint32_t i) {
  const Message m = records_.message(i);
  const bool through_fabric = !stays_within_node(m);
  const Time latency = f_.partition.now() - records_[i].posted;
  if (through_fabric) delivered_[m.job].count_message(latency);
  if (latencies_.counted()) {
    latencies_.add(records_[i].flow, through_fabric ? Latencies::message : Latencies::local, latency);
  }
  if (f_.observer) f_.observer->arrived(m, records_[i].posted);
  forget(i);
  clients_[m.client]->on_arrived(m);
}

bool Nics::sent(const Event& e) {
  Record& r = records_[e.a];
  const Message m = records_.message(e.a);
  r.sending = false;
  if (r.gone) forget(e.a);
  clients_[m.client]->on_sent(m);
  return true;
}

// The message is through; its record goes when nobody refers to it.
void Nics::forget(std::uint32_t i) {
  Record& r = records_[i];
  r.gone = true;
  if (!r.sending) records_.free(i);
}

void Nics::count_in(std::uint32_t bytes) {
  f_.meet_packet(bytes);
  sizes_.add(bytes);
}

void Nics::prefetch_receive(const Event& e, Partition::Ahead stage) {
  if (stage == Partition::Ahead::far) {
    fetch_ahead(&f_.packets[e.a]);
    fetch_ahead(&nic(e.target));
    fetch_ahead(&nic(e.target).received);
    if (receives_take_time_) fetch_ahead(&engines_[e.target]);
  } else if (stage == Partition::Ahead::near) {
    records_.prefetch(f_.packets[e.a].message.v);
  }
}

bool Nics::at_rest(std::string& why) {
  const std::int32_t buffer = f_.link_classes[f_.terminal_class()].buffer;
  for (std::uint32_t i = 0; i < f_.endpoint_count(); ++i) {
    Nic& n = nic(i);
    f_.credits.settle(n.out.credits, room(n), kNever);
    if (next_message(i, n) != kNone) {
      why = "NIC " + std::to_string(n.id.v) + " has messages to send";
      return false;
    }
    if (std::any_of(room(n), room(n) + f_.vcs, [&](std::int32_t r) { return r != buffer; })) {
      why = "missing credits at NIC " + std::to_string(n.id.v);
      return false;
    }
  }
  return true;
}

}  // namespace kasuri
