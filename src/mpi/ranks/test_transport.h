// SPDX-License-Identifier: MIT
// A network of one formula, for tests of what stands on a transport: each NIC of a node sends its
// messages one after the other at `rate`, and each arrives `latency` after its last byte has left,
// or, to let messages overtake each other, up to `jitter` later.
#pragma once

#include <algorithm>
#include <vector>

#include "base/core/hash.h"
#include "base/core/pool.h"
#include "base/engine/partition.h"
#include "network/net/transport.h"

namespace kasuri {

class TestTransport final : public Transport {
 public:
  TestTransport(Partition& partition, std::uint32_t nodes, Time latency, BytesPerSecond rate,
                Time jitter = {0}, std::uint32_t nics = 1)
      : partition_(partition),
        latency_(latency),
        jitter_(jitter),
        rate_(rate),
        nics_(nics),
        nodes_(nodes * nics),
        sent_(partition.add_handler<&TestTransport::sent>(this)),
        arrived_(partition.add_handler<&TestTransport::arrived>(this)) {}

  std::uint8_t add_client(TransportClient& client) override {
    clients_.push_back(&client);
    return static_cast<std::uint8_t>(clients_.size() - 1);
  }

  void send(const Message& m) override {
    ++messages;
    bytes += m.size;
    if (m.source != m.destination) between_nodes += m.size;
    by_nic.resize(nics_);
    const std::uint32_t nic = m.nic == Message::kAnyNic ? 0 : m.nic;
    by_nic[nic] += m.size;
    Node& node = nodes_[m.source.v * nics_ + nic];
    node.free = std::max(node.free, partition_.now()) + m.size / rate_;
    const std::uint32_t i = flying_.allocate();
    flying_[i] = m;
    if (m.wants_sent) post(m.source, node.free, i, sent_);
    const Time extra{static_cast<std::int64_t>(mix(messages) % (jitter_.ps + 1u))};
    post(m.source, node.free + latency_ + extra, i, arrived_);
  }

  Bytes on_wire(Bytes payload) const override { return payload; }

  std::uint64_t messages = 0;
  Bytes bytes{0}, between_nodes{0};
  std::vector<Bytes> by_nic;

 private:
  struct Node {
    Time free;
    std::uint32_t events;
  };

  void post(NodeId node, Time at, std::uint32_t message, EventKind kind) {
    const SenderId sender{node.v};
    const std::uint64_t order = order_key(Phase::node, sender, nodes_[node.v * nics_].events++);
    partition_.post({at, order, message, 0, 0, kind});
  }
  bool sent(const Event& e) {
    const Message m = flying_[e.target];
    clients_[m.client]->on_sent(m);
    return true;
  }
  bool arrived(const Event& e) {
    const Message m = flying_[e.target];
    flying_.free(e.target);
    clients_[m.client]->on_arrived(m);
    return true;
  }

  Partition& partition_;
  Time latency_;
  Time jitter_;
  BytesPerSecond rate_;
  std::uint32_t nics_;
  LazyArray<Node> nodes_;
  Pool<Message> flying_;
  EventKind sent_, arrived_;
  std::vector<TransportClient*> clients_;
};

}  // namespace kasuri
