// SPDX-License-Identifier: MIT
// The transport of one part of a machine whose network carries whole messages (message_model.h): an
// event for the arrival of a message's first byte, if ports are serial, one for that of its last, and one
// for its leaving where that is asked for. Routers and NICs stay idle. A message counts as one packet of
// its size.
#pragma once

#include <memory>
#include <vector>

#include "network/messages/message_model.h"
#include "network/net/boxes.h"
#include "network/net/delivery.h"
#include "network/net/latency.h"
#include "network/net/machine_part.h"
#include "network/net/payload.h"
#include "network/nic/params.h"
#include "network/net/transport.h"

namespace kasuri {

// A message for another part: its arrival there and that event's order.
struct CrossingMessage {
  Time arrival;
  std::uint64_t order;
  Time posted, began;
  Message message;
};

struct MessageBox {
  std::vector<CrossingMessage> messages;

  bool empty() const { return messages.empty(); }
  template <bool kToWrite>
  void fetch() const {
    fetch_lines<kToWrite>(messages);
  }
  void clear() { messages.clear(); }
  template <class Archive>
  friend void transfer(Archive& archive, MessageBox& box) {
    archive(box.messages);
    for (CrossingMessage& c : box.messages) transfer_payload(archive, c.message.payload);
  }
};

class MessageNetwork final : public Transport {
 public:
  // Of NicParams: how many NICs a node has, and the path within a node.
  MessageNetwork(const MessageModel&, const NicParams&, MachinePart&, std::size_t jobs);

  std::uint8_t add_client(TransportClient&) override;
  void send(const Message&) override;
  void set_engine_time(Time t) override { engine_time_ = t; }
  Bytes on_wire(Bytes payload) const override { return payload; }
  void take_in(const MessageBox&);
  Boxes<MessageBox>& boxes() { return boxes_; }

  Latencies& latencies() { return latencies_; }
  const std::vector<DeliveryStatistics>& delivered_by_job() const { return delivered_; }
  // Messages on their way that this part has to deliver.
  std::uint32_t in_flight() const { return records_.in_use(); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint64_t node_bytes() const {
    return nodes_.memory_bytes() + ports_.memory_bytes() + in_ports_.memory_bytes() +
           place_of_node_.capacity() * sizeof(std::uint32_t);
  }
  static std::size_t bytes_per_nic() { return sizeof(Node) + 2 * sizeof(Time) + sizeof(std::uint32_t); }
  std::uint64_t message_bytes() const { return records_.memory_bytes(); }
  void release_memory() { records_.release_memory(); }

 private:
  struct Record {
    Time posted, began;
    Message message;
  };
  struct Node {
    std::uint32_t events;  // sequence of what it posts
    std::uint32_t turn;    // NIC of the next message that may take any
    Time copied;           // when the path within the node is free
  };

  bool reach(const Event&);
  bool arrive(const Event&);
  bool sent(const Event&);
  void prefetch(const Event&, Partition::Ahead);
  void prefetch_record(const Event&, Partition::Ahead);
  void send_within(std::uint32_t node, const Message&);
  void count(const Message&, Time posted, Time began);
  std::uint64_t next_order(NodeId, Node&);
  void post(Time when, std::uint64_t order, std::uint32_t node, Time posted, Time began,
            const Message&, EventKind);
  EndpointId first_of(NodeId n) const { return {n.v * per_node_}; }
  RouterId router_of(NodeId n) const { return f_.topology.router_of(first_of(n)); }
  std::uint32_t local(NodeId n) const { return f_.decomposition.local(first_of(n)) / per_node_; }

  const MessageModel& model_;
  MachinePart& f_;
  Boxes<MessageBox> boxes_;
  bool serial_;
  BytesPerSecond copy_rate_;
  Time copy_latency_, engine_time_{0};
  std::uint32_t per_node_;
  EventKind reach_, arrive_, sent_;
  std::vector<std::uint32_t> place_of_node_;  // the routers, for the event queue
  LazyArray<Node> nodes_;
  LazyArray<Time> ports_;     // when each NIC may send again
  LazyArray<Time> in_ports_;  // and receive
  Pool<Record> records_;
  std::vector<TransportClient*> clients_;
  std::vector<DeliveryStatistics> delivered_;  // by job
  Latencies latencies_;
};

}  // namespace kasuri
