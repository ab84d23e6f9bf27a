// SPDX-License-Identifier: MIT
#include "network/messages/message_network.h"

#include "base/core/hash.h"

namespace kasuri {

MessageNetwork::MessageNetwork(const MessageModel& model, const NicParams& p, MachinePart& f,
                               std::size_t jobs)
    : model_(model),
      f_(f),
      boxes_(f.decomposition.parts()),
      serial_(model.serial()),
      copy_rate_(p.intra_node_rate),
      copy_latency_(p.intra_node_latency),
      per_node_(static_cast<std::uint32_t>(p.per_node)),
      reach_(f.partition.add_handler<&MessageNetwork::reach, &MessageNetwork::prefetch_record>(this)),
      arrive_(f.partition.add_handler<&MessageNetwork::arrive, &MessageNetwork::prefetch>(this)),
      sent_(f.partition.add_handler<&MessageNetwork::sent>(this)),
      nodes_(f.endpoint_count() / per_node_),
      ports_(f.endpoint_count()),
      in_ports_(f.endpoint_count()),
      delivered_(jobs) {
  f_.partition.set_large(true);
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    place_of_node_.insert(place_of_node_.end(), f_.topology.endpoints_at(f_.router(r)) / per_node_, r);
  }
  f_.partition.set_places(reach_, place_of_node_.data());
  f_.partition.set_places(arrive_, place_of_node_.data());
  f_.partition.set_places(sent_, place_of_node_.data());
}

std::uint8_t MessageNetwork::add_client(TransportClient& client) {
  clients_.push_back(&client);
  return static_cast<std::uint8_t>(clients_.size() - 1);
}

// What a node posts is ordered by its own counter, whatever part the event is for.
std::uint64_t MessageNetwork::next_order(NodeId id, Node& node) {
  return order_key(Phase::node, f_.sender_of(id), node.events++ & (kInjectSequence - 1));
}

void MessageNetwork::post(Time when, std::uint64_t order, std::uint32_t node, Time posted,
                          Time began, const Message& m, EventKind kind) {
  const std::uint32_t i = records_.allocate();
  records_[i] = {posted, began, m};
  f_.partition.post({when, order, node, i, 0, kind});
}

void MessageNetwork::send(const Message& handed_over) {
  Message m = handed_over;
  const std::uint32_t at = local(m.source);
  if (m.source == m.destination) return send_within(at, m);
  Node& node = nodes_[at];
  const Time now = f_.partition.now();
  const std::uint32_t k =
      m.nic != Message::kAnyNic ? m.nic : per_node_ == 1 ? 0 : node.turn++ % per_node_;
  m.nic = static_cast<std::uint8_t>(k);  // at its destination, too: that of the same rail
  Time& port = ports_[at * per_node_ + k];
  Time began = now;
  if (m.ways & Message::kEngine) [[unlikely]] began += engine_time_;
  if (serial_) {
    began = later(began, port);
    port = began + model_.port_time(m.size);
  }
  const Time left = began + model_.transmission(m.size);
  const RouterId from = router_of(m.source), to = router_of(m.destination);
  const Time arrival = (serial_ ? began : left) + model_.latency(from, to);  // of its first byte
  if (m.wants_sent) {
    post(later(left, now + Time{1}), next_order(m.source, node), at, now, began, m, sent_);
  }
  const std::uint64_t order = next_order(m.source, node);
  const std::uint16_t owner = f_.decomposition.owner(to);
  if (owner == f_.part) {
    return post(arrival, order, local(m.destination), now, began, m, serial_ ? reach_ : arrive_);
  }
  boxes_.to(owner, arrival).messages.push_back({arrival, order, now, began, m});
}

// From memory to memory, one message after the other if ports are serial.
void MessageNetwork::send_within(std::uint32_t at, const Message& m) {
  Node& node = nodes_[at];
  const Time now = f_.partition.now();
  const bool copies = !(m.ways & (Message::kFromNic | Message::kForNic));
  const bool waits = copies && serial_;
  const Time began = waits ? later(node.copied, now) : now;
  Time left = began;
  if (copies) left += m.size / copy_rate_;
  if (m.ways & Message::kEngine) [[unlikely]] left += engine_time_;
  if (waits) node.copied = left;
  const auto after = [&](Time t) { return later(t, now + Time{1}); };
  if (m.wants_sent) post(after(left), next_order(m.source, node), at, now, began, m, sent_);
  post(after(left + copy_latency_), next_order(m.source, node), at, now, began, m, arrive_);
}

void MessageNetwork::take_in(const MessageBox& box) {
  for (const CrossingMessage& c : box.messages) {
    post(c.arrival, c.order, local(c.message.destination), c.posted, c.began, c.message,
         serial_ ? reach_ : arrive_);
  }
}

// The first byte is there. The port takes one message after the other, in this order.
bool MessageNetwork::reach(const Event& e) {
  const Message& m = records_[e.a].message;
  Time& port = in_ports_[e.target * per_node_ + m.nic];
  const Time now = f_.partition.now(), begins = later(now, port);
  port = begins + model_.receive_port_time(m.size);
  const Time end = begins + model_.transmission(m.size);
  if (end == now) return arrive(e);
  f_.partition.post({end, e.order, e.target, e.a, 0, arrive_});
  return true;
}

void MessageNetwork::count(const Message& m, Time posted, Time began) {
  DeliveryStatistics& d = delivered_[m.job];
  const Time now = f_.partition.now(), latency = now - posted;
  const bool within = m.source == m.destination;
  if (within) {
    d.count_within_node(m);
  } else {
    d.count_packet(m.size, 0, now - began, began - posted, now);
    d.count_message(latency);
  }
  d.hash += mix(std::uint64_t{m.source.v} << 32 | m.destination.v,
                mix(static_cast<std::uint64_t>(m.size.n), static_cast<std::uint64_t>(now.ps)));
  if (!latencies_.counted()) return;
  const std::uint16_t flow = flow_of(m);
  latencies_.add(flow, within ? Latencies::local : Latencies::message, latency);
  if (within) return;
  latencies_.add(flow, Latencies::packet, now - began);
  latencies_.add(flow, Latencies::queueing, began - posted);
}

bool MessageNetwork::arrive(const Event& e) {
  const Record r = records_[e.a];
  records_.free(e.a);
  count(r.message, r.posted, r.began);
  if (f_.observer) f_.observer->arrived(r.message, r.posted);
  clients_[r.message.client]->on_arrived(r.message);
  return true;
}

bool MessageNetwork::sent(const Event& e) {
  const Message m = records_[e.a].message;
  records_.free(e.a);
  clients_[m.client]->on_sent(m);
  return true;
}

void MessageNetwork::prefetch_record(const Event& e, Partition::Ahead stage) {
  if (stage == Partition::Ahead::far) __builtin_prefetch(&records_[e.a]);
}

void MessageNetwork::prefetch(const Event& e, Partition::Ahead stage) {
  const Record& r = records_[e.a];
  if (stage == Partition::Ahead::far) {
    __builtin_prefetch(&r);
    __builtin_prefetch(reinterpret_cast<const std::byte*>(&r + 1) - 1);
  } else {
    clients_[r.message.client]->prefetch_arrival(r.message, stage == Partition::Ahead::next);
  }
}

}  // namespace kasuri
