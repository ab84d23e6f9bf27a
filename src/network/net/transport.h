// SPDX-License-Identifier: MIT
// The door between what computes (ranks, patterns, traces) and what carries (NICs, fabric).
#pragma once

#include <cstdint>

#include "network/net/message.h"

namespace kasuri {

// Both calls come in the partition's event loop, in the phase of nodes, at Partition::now().
class TransportClient {
 public:
  virtual ~TransportClient() = default;
  // The last byte has left the memory of the source node.
  virtual void on_sent(const Message&) = 0;
  // The last byte is in the memory of the destination node.
  virtual void on_arrived(const Message&) = 0;
  // on_arrived() will soon be called: fetches into the cache what it will need, first what the message
  // points to, later what that leads to.
  virtual void prefetch_arrival(const Message&, bool /*later*/) const {}
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::uint8_t add_client(TransportClient&) = 0;
  // Hands a message to its source node at the current instant. Within a node (source ==
  // destination) it takes the intra-node path. Never calls a client before it returns.
  virtual void send(const Message&) = 0;
  // A hint: a message between these nodes is about to come, links on its way may wake up.
  virtual void expect(NodeId /*source*/, NodeId /*destination*/) {}
  // What a message with Message::kEngine takes of its NIC's engine, besides the overhead.
  virtual void set_engine_time(Time) {}
  // What a message of this payload puts on the wire, headers included.
  virtual Bytes on_wire(Bytes payload) const = 0;
};

}  // namespace kasuri
