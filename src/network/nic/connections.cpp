// SPDX-License-Identifier: MIT
#include "network/nic/connections.h"

#include <algorithm>

#include "base/core/check.h"

namespace kasuri {

Connections::Connections(NicOperations& nics, Fabric& f, NicTable& table, const MessageRecords& records,
                         const Reach& reach, const NicParams& p)
    : turns(f.endpoint_count()),
      nics_(nics),
      f_(f),
      table_(table),
      records_(records),
      reach_(reach),
      controls_(Controls{*p.sending(), p.sender(f.link_classes[f.terminal_class()].rate)}),
      scope_(controls_.take()->scope()),
      begins_unasked_(by_message() && controls_.take()->window().value_or(Bytes{0}) >= p.packet),
      smallest_packet_(p.smallest_packet),
      wake_(f.partition.add_handler<&Connections::wake>(this)),
      look_(f.partition.add_handler<&Connections::look>(this)),
      receivers_(nics, f, table, p, *controls_.take(), controls_.context, nics.add_client(*this)),
      waits_(f.endpoint_count()) {
  table.place_nodes(wake_);
  table.place_nodes(look_);
}

// After its send control has been asked or told something.
inline void Connections::set_wake(std::uint32_t number) {
  const Connection& c = connections_[number];
  const Time timer = c.control->timer(), now = f_.partition.now();
  const Time when = later(earlier(c.shut_until > now ? c.shut_until : kNever, timer), now);
  if (when < c.wake) post_wake(number, when);
}

void Connections::post_wake(std::uint32_t number, Time when) {
  Connection& c = connections_[number];
  c.wake = when;
  ++c.events;
  table_.post(table_.node_of(c.nic), when, number, wake_);
}

void Connections::append(std::uint32_t nic, std::uint32_t i, std::uint32_t before) {
  turns.append(nic, i, before);
  if (of_message_.size() <= i) of_message_.resize(i + std::size_t{1});
  of_message_[i] = kNone;
  const MessageRecord& r = records_[i];
  if (by_message() || !carry(r.ways)) return;
  of_message_[i] = connect_pair(nic, r);
  connections_[of_message_[i]].state.backlog += nics_.on_wire(r.size);
}

void Connections::rotate(std::uint32_t nic, std::uint32_t i, std::uint32_t next, std::uint32_t last) {
  turns.leave(nic, i, next);
  turns.append(nic, i, last);
  if (of_message_[i] != kNone) bring_back(connections_[of_message_[i]]);
}

void Connections::leave(std::uint32_t nic, std::uint32_t i, std::uint32_t next) {
  turns.leave(nic, i, next);
  const std::uint32_t c = of_message_[i];
  if (c == kNone) return;
  if (by_message()) disconnect(c);
  else bring_back(connections_[c]);
}

void Connections::withdraw(std::uint32_t i) {
  if (of_message_[i] == kNone) return;
  connections_[of_message_[i]].state.backlog -= nics_.on_wire(records_[i].size);
}

std::uint32_t Connections::first_to_send(std::uint32_t nic) {
  const SendTurns::Messages& open = turns.open(nic);
  while (!open.empty()) {
    const std::uint32_t i = open.begin()->second;
    if (!waits(nic, i)) return i;
  }
  return kNone;
}

// Whether a message may not send its next packet; then it has left the NIC's turns.
bool Connections::waits(std::uint32_t nic, std::uint32_t i) {
  const MessageRecord& r = records_[i];
  if (!carry(r.ways)) return false;
  if (of_message_[i] == kNone) {
    if (begins_unasked_) return false;
    of_message_[i] = connect_message(nic, r);
  }
  const std::uint32_t number = of_message_[i];
  Connection& c = connections_[number];
  const Time now = f_.partition.now();
  if (c.shut_until <= now) {
    const Time may = c.control->may_send(c.state, next_packet(r), now);
    c.shut_until = may > now ? may : Time{0};
    set_wake(number);
    if (may <= now) return false;
  }
  if (is_cut_off(i)) return false;
  turns.wait(nic, c.waiting);
  return true;
}

Bytes Connections::next_packet(const MessageRecord& r) const {
  const SendControlContext& c = controls_.context;
  return std::max(std::min(Bytes{r.unsent} + c.header, c.packet), smallest_packet_);
}

// Whether nothing will come back from a message's receiver any more.
bool Connections::is_cut_off(std::uint32_t i) const {
  if (!f_.failures) return false;
  return reach_.first_connected(reach_.known(), records_.message(i)) == reach_.epochs();
}

// For the message, `unsent` is without this packet.
void Connections::sent(std::uint32_t nic, std::uint32_t i, std::uint32_t packet) {
  const MessageRecord& r = records_[i];
  if (by_message() && r.unsent <= 0) return requests_.set(packet, 0);  // the connection ends with it
  if (of_message_[i] == kNone) of_message_[i] = connect_message(nic, r);
  const Packet& p = f_.packets[packet];
  const std::uint32_t number = of_message_[i];
  Connection& c = connections_[number];
  const Bytes bytes{p.bytes};
  c.state.in_flight += bytes;
  c.state.backlog -= bytes;
  c.control->sent(c.state, bytes, f_.partition.now());
  bool asks = false;
  if (receivers_.need_asking()) {
    const bool ends = !by_message() && c.state.backlog == Bytes{0};
    asks = ends || c.control->wants_answer(c.state, bytes);
  }
  requests_.set(packet, PacketRequests::request(asks, c.control->demand(c.state)));
  set_wake(number);
  if (c.keyed) return;
  c.keyed = true;
  c.key = std::uint64_t{p.source.v} << 32 | r.number;
  by_key_.emplace(c.key, number);
}

void Connections::received(std::uint32_t nic, std::uint32_t packet, std::uint32_t i, Time in_memory) {
  const MessageRecord& r = records_[i];
  if (!carry(r.ways)) return;
  const Packet& p = f_.packets[packet];
  const std::uint64_t request = requests_.of(packet);
  receivers_.received(std::uint64_t{p.source.v} << 32 | (by_message() ? r.number : p.destination.v), r,
                      {.nic = nic,
                       .id = p.destination,
                       .bytes = Bytes{p.bytes},
                       .injected = p.injected,
                       .in_memory = in_memory,
                       .last = r.missing <= 0,
                       .asks = PacketRequests::asks(request),
                       .demand = PacketRequests::demand(request)});
}

void Connections::on_arrived(const Message& m) {
  const Receivers::Answer a = Receivers::answer(m);
  const auto found = by_key_.find(a.connection);
  if (found == by_key_.end()) return;  // all of its message has left
  Connection& c = connections_[found->second];
  const Time now = f_.partition.now();
  if (a.kind == Receivers::Kind::grant) {
    c.control->granted(a.bytes, now);
  } else {
    c.state.in_flight -= a.bytes;
    c.control->acknowledged(
        c.state,
        {.bytes = a.bytes, .marked = a.marked, .round_trip = now - a.injected, .hops = {},
         .senders = a.senders},
        now);
  }
  c.shut_until = Time{0};
  bring_back(c);
  set_wake(found->second);
  nics_.go_on_at(c.nic);
}

// Of a message that is about to send its first packet.
std::uint32_t Connections::connect_message(std::uint32_t nic, const MessageRecord& r) {
  const std::uint32_t number = connect(nic);
  connections_[number].state.backlog = nics_.on_wire(r.size);
  return number;
}

std::uint32_t Connections::connect(std::uint32_t nic) {
  std::uint32_t number = static_cast<std::uint32_t>(connections_.size());
  if (free_.empty()) {
    connections_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Connection& c = connections_[number];
  c.control = controls_.take();
  c.nic = nic;
  return number;
}

// Of a NIC with that of the same number where the message goes.
std::uint32_t Connections::connect_pair(std::uint32_t nic, const MessageRecord& r) {
  const std::uint32_t k = table_.rail_of(nic), per_node = table_.per_node();
  const std::uint64_t key =
      std::uint64_t{r.source.v * per_node + k} << 32 | (r.destination.v * per_node + k);
  const auto [at, is_new] = by_key_.try_emplace(key, 0);
  if (!is_new) return at->second;
  at->second = connect(nic);
  connections_[at->second].key = key;
  connections_[at->second].keyed = true;
  return at->second;
}

void Connections::disconnect(std::uint32_t number) {
  Connection& c = connections_[number];
  if (c.keyed) by_key_.erase(c.key);
  if (c.control->reset()) controls_.spare.push_back(std::move(c.control));
  c.control = nullptr;
  if (c.events == 0) release(number);
}

// Nothing refers to it any more.
void Connections::release(std::uint32_t number) {
  Connection& c = connections_[number];
  c.state = {};
  c.keyed = false;
  c.shut_until = Time{0};
  c.wake = kNever;
  free_.push_back(number);
}

// The next of its messages has its turn, if there is one and it might send.
void Connections::bring_back(Connection& c) {
  if (c.waiting.empty() || c.shut_until > f_.partition.now()) return;
  turns.go_on(c.nic, c.waiting);
}

void Connections::reopen(std::uint32_t nic, std::uint32_t i) {
  if (of_message_[i] != kNone) connections_[of_message_[i]].waiting.clear();
  turns.reopen(nic, i);
}

bool Connections::wake(const Event& e) {
  Connection& c = connections_[e.a];
  --c.events;
  if (!c.control) {  // its message has left
    if (c.events == 0) release(e.a);
    return false;
  }
  if (c.wake != e.time) return false;
  c.wake = kNever;
  if (c.control->timer() <= e.time) {
    c.control->tick(c.state, e.time);
    c.shut_until = Time{0};
  }
  bring_back(c);
  set_wake(e.a);
  return nics_.go_on_at(c.nic);
}

void Connections::look_again(std::uint32_t nic, std::uint32_t epoch) {
  if (waits_[nic].looks_at >= epoch) return;
  waits_[nic].looks_at = epoch;
  table_.post(table_.node_of(nic), reach_.known_from(epoch), nic, look_);
}

bool Connections::look(const Event& e) { return nics_.go_on_at(e.a); }

}  // namespace kasuri
