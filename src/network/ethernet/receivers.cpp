// SPDX-License-Identifier: MIT
#include "network/ethernet/receivers.h"

#include <algorithm>
#include <utility>

#include "base/core/check.h"
#include "base/core/hash.h"
#include "network/control/reliability.h"

namespace kasuri {
namespace {

std::unique_ptr<SendControl> sender(const EthernetSettings& s, const NicParams& p) {
  SendControlContext context = send_control_context(s);
  return send_control_of(s.preset, p).make(context);
}

config::Choice<ReceiveControl> chosen(const EthernetSettings& s, const NicParams& p) {
  if (p.receive_control) return *p.receive_control;
  const std::string_view needed = sender(s, p)->receiver();
  return config::Choice<ReceiveControl>(needed.empty() ? "coalesced" : needed);
}

ReceiveControlContext context(const EthernetSettings& s, const NicParams& p, std::size_t kind) {
  const std::optional<Bytes> window = sender(s, p)->window();
  return {.rate = s.ways[kind].rate,
          .packet = s.packet,
          .window = window.value_or(Bytes{0}),
          .round_trip = s.ways[kind].round_trip,
          .bandwidth_delay = send_control_context(s, kind).bandwidth_delay(),
          .rules = s.rules(),
          // Senders with a window slow down by themselves.
          .oversubscription = window ? 1 : s.oversubscription};
}

bool in_any_order(const EthernetSettings& s, const NicParams& p) {
  ReliabilityContext context{s.ways[0].rate, s.queue};
  return reliability_of(s.preset, p).make(context)->takes_any_order();
}

// Of the last packet asked for, a receiver that takes packets in order only repeats its refusal after this
// time (HPCC's ns-3 code).
constexpr Time kBetweenRefusals{500'000'000};

}  // namespace

EthernetReceivers::EthernetReceivers(HostOperations& hosts, EthernetFabric& f, const NicParams& p)
    : hosts_(hosts),
      f_(f),
      tick_(f.partition.add_handler<&EthernetReceivers::tick>(this)),
      control_(chosen(f.settings, p)),
      nic_params_(p),
      in_order_(!in_any_order(f.settings, p)),
      kinds_(static_cast<std::uint32_t>(f.settings.ways.size())),
      nics_(f.endpoint_count() * kinds_) {
  f.partition.set_places(tick_, f.router_of_nic.data());
}

// The sender's number is unique in its partition, which follows from its NIC.
std::uint32_t EthernetReceivers::connection(std::uint32_t nic, EndpointId source, std::uint32_t sender) {
  const auto hash = [](EndpointId from, std::uint32_t s) { return mix(std::uint64_t{from.v} << 32 | s); };
  const std::uint32_t found = found_.find(hash(source, sender), [&](std::uint32_t i) {
    return connections_[i].source == source && connections_[i].sender == sender;
  });
  if (found != kNone) return found;
  std::uint8_t kind = 0;
  if (kinds_ > 1) {
    const Way way = way_between(f_.topology, f_.routing, f_.link_classes, source, f_.nics[nic]);
    kind = static_cast<std::uint8_t>(f_.settings.kind_of(way.rate));
  }
  Nic& n = nics_[nic * kinds_ + kind];
  if (!n.control) {
    ReceiveControlContext control = context(f_.settings, nic_params_, kind);
    control.seed = mix(f_.seed, f_.nics[nic].v);
    n.control = control_.make(control);
  }
  const auto slot = static_cast<std::uint32_t>(n.connections.size());
  const auto index = static_cast<std::uint32_t>(connections_.size());
  n.connections.push_back(index);
  connections_.push_back({.source = source, .sender = sender, .slot = slot, .kind = kind});
  found_.add(index, [&](std::uint32_t i) { return hash(connections_[i].source, connections_[i].sender); });
  return index;
}

void EthernetReceivers::expect(std::uint32_t nic, const MessageNotice& notice) {
  Connection& c = connections_[connection(nic, notice.source, notice.connection)];
  const std::uint32_t i = messages_.allocate();
  messages_[i] = {.message = notice.message,
                  .posted = notice.posted,
                  .next = kNone,
                  .first = notice.first,
                  .packets = notice.packets,
                  .missing = notice.packets};
  if (c.last == kNone) {
    messages_[i].next = i;
    c.heard &= !f_.settings.connections.by_message;
  } else {
    messages_[i].next = std::exchange(messages_[c.last].next, i);
  }
  c.last = i;
  ++part_of(nic, c).messages;
}

void EthernetReceivers::take(std::uint32_t nic, const EthernetPacket& p) {
  const std::uint32_t index = p.peer ? p.peer - 1 : connection(nic, p.source, p.connection);
  Connection& c = connections_[index];
  nic_ = nic;
  const bool cut = p.is(EthernetPacket::cut);
  if (in_order_ && rejects(index, p)) return;
  if (cut && !c.packets.has(p.number)) return refuse(index, p);
  const bool again = cut || !c.packets.put(p.number);
  const Arrival a = arrival(c, p, again);
  control_of_ = &part_of(nic, c);
  packet_ = &p;
  control_of_->control->arrived(a, *this, f_.partition.now());
  packet_ = nullptr;
  if (!again) deliver(nic, connections_[index], p);
}

// Whether a packet is behind one that is missing; that is asked for.
bool EthernetReceivers::rejects(std::uint32_t index, const EthernetPacket& p) {
  Connection& c = connections_[index];
  const std::uint32_t expected = c.packets.expected();
  if (static_cast<std::int32_t>(p.number - expected) <= 0) return false;
  const Time now = f_.partition.now();
  if (c.rejected == expected && now < c.rejected_at + kBetweenRefusals) return true;
  c.rejected = expected;
  c.rejected_at = now;
  EthernetPacket missing = p;
  missing.number = expected;
  refuse(index, missing);
  return true;
}

// The sender does not know what has come. The control decides as for an empty packet that asks.
void EthernetReceivers::take_request(std::uint32_t nic, const EthernetPacket& p) {
  const std::uint32_t index = p.peer ? p.peer - 1 : connection(nic, p.source, p.connection);
  Connection& c = connections_[index];
  nic_ = nic;
  control_of_ = &part_of(nic, c);
  packet_ = &p;
  control_of_->control->arrived({.connection = c.slot,
                               .bytes = {},
                               .unanswered = Bytes{c.unanswered},
                               .marked = false,
                               .asks = true,
                               .first = !std::exchange(c.heard, true),
                               .again = false,
                               .closes_gap = false,
                               .cut = false,
                               .demand = p.total},
                              *this, f_.partition.now());
  packet_ = nullptr;
}

Arrival EthernetReceivers::arrival(Connection& c, const EthernetPacket& p, bool again) {
  const Bytes size{p.bytes};
  const bool cut = p.is(EthernetPacket::cut);
  if (!cut) c.unanswered += p.bytes;
  if (!again) c.received += size;
  const bool closes = c.asked && !c.packets.gaps();
  c.asked = c.packets.gaps() && (c.asked || p.is(EthernetPacket::asks));
  return {.connection = c.slot,
          .bytes = size,
          .unanswered = Bytes{c.unanswered},
          .marked = p.is(EthernetPacket::marked),
          .asks = p.is(EthernetPacket::asks),
          .first = !std::exchange(c.heard, true),
          .again = again,
          .closes_gap = closes,
          .cut = cut,
          .demand = p.total,
          .at_last_hop = p.is(EthernetPacket::cut_last)};
}

// Counts a new packet for its message.
void EthernetReceivers::deliver(std::uint32_t nic, Connection& c, const EthernetPacket& p) {
  std::uint32_t before = c.last, i = messages_[before].next;
  while (p.number - messages_[i].first >= messages_[i].packets) {
    check(i != c.last, "messages are announced before their packets come");
    before = i;
    i = messages_[i].next;
  }
  Incoming& m = messages_[i];
  hosts_.count(p, m.message, m.posted);
  if (--m.missing > 0) return;
  const Incoming done = m;
  messages_[before].next = done.next;
  if (c.last == i) c.last = before == i ? kNone : before;
  if (c.last == kNone) c.packets.release_memory();
  messages_.free(i);
  --part_of(nic, c).messages;
  hosts_.arrived(done.message, done.posted);
}

EthernetPacket EthernetReceivers::answer(std::uint32_t index, EthernetPacket::Kind kind) const {
  const Connection& c = connections_[index];
  return {.connection = c.sender,
          .peer = index + 1,
          .source = f_.nics[nic_],
          .destination = c.source,
          .bytes = static_cast<std::uint32_t>(f_.settings.control.n),
          .expected = c.packets.expected(),
          .kind = kind,
          .total = c.received};
}

// A trimmed packet: its sender is told at once.
void EthernetReceivers::refuse(std::uint32_t index, const EthernetPacket& p) {
  EthernetPacket a = answer(index, EthernetPacket::Kind::refusal);
  a.number = p.number;
  a.job = p.job;
  a.flags = p.flags;
  a.entropy = p.entropy;
  hosts_.answer(nic_, a);
  control_of_ = &part_of(nic_, connections_[index]);
  control_of_->control->refused({.connection = connections_[index].slot,
                               .bytes = Bytes{p.bytes},
                               .unanswered = Bytes{connections_[index].unanswered},
                               .marked = p.is(EthernetPacket::marked),
                               .asks = false,
                               .first = false,
                               .again = false,
                               .closes_gap = false,
                               .cut = true,
                               .demand = p.total,
                               .at_last_hop = p.is(EthernetPacket::cut_last)},
                              *this, f_.partition.now());
}

void EthernetReceivers::acknowledge(const Arrival& a) {
  const std::uint32_t index = control_of_->connections[a.connection];
  EthernetPacket p = answer(index, EthernetPacket::Kind::acknowledgement);
  p.number = packet_->number;
  p.job = packet_->job;
  p.flags = packet_->flags;
  p.entropy = packet_->entropy;
  if (p.is(EthernetPacket::request_bit)) {
    p.word = packet_->word;
  } else if (const ArrivedPackets& all = connections_[index].packets; all.gaps()) {
    p.word = all.from(p.first_present());
  }
  connections_[index].unanswered = 0;
  f_.counts.acknowledgements += 1;
  hosts_.answer(nic_, p);
}

void EthernetReceivers::grant(std::uint32_t slot, Bytes total) {
  EthernetPacket p = answer(control_of_->connections[slot], EthernetPacket::Kind::grant);
  p.total = total;
  f_.counts.grants += 1;
  hosts_.answer(nic_, p);
}

std::uint64_t EthernetReceivers::memory_bytes() const {
  std::uint64_t bytes = messages_.memory_bytes() + found_.memory_bytes() +
                        connections_.size() * (sizeof(Connection) + sizeof(std::uint32_t));
  for (const Connection& c : connections_) bytes += c.packets.memory_bytes();
  return bytes;
}

bool EthernetReceivers::expecting() const { return control_of_->messages > 0; }

void EthernetReceivers::wake(Time when) {
  if (when >= control_of_->wake) return;
  control_of_->wake = when;
  hosts_.post(nic_, when, static_cast<std::uint32_t>(control_of_ - &nics_[nic_ * kinds_]), tick_);
}

bool EthernetReceivers::tick(const Event& e) {
  Nic& n = nics_[e.target * kinds_ + e.a];
  if (n.wake != e.time) return false;
  n.wake = kNever;
  nic_ = e.target;
  control_of_ = &n;
  n.control->tick(*this, e.time);
  return true;
}

}  // namespace kasuri
