// SPDX-License-Identifier: MIT
// The door between what computes (ranks, patterns, traces) and what carries (NICs, fabric).
#pragma once

#include <array>
#include <cstdint>

#include "core/ids.h"
#include "core/units.h"

namespace kasuri {

// A message between two nodes; plain data, so that it can move between partitions. `user` belongs
// to the client and travels untouched (an MPI envelope, a request, …).
struct Message {
  NodeId source;
  NodeId destination;
  Bytes size;                    // payload; the NIC adds headers. 0 is legal: a header alone
  std::uint8_t client = 0;       // from Transport::add_client
  bool wants_sent = false;       // whether the client asks for on_sent
  std::uint8_t nic = kAnyNic;    // which NIC of the source node
  std::array<std::uint64_t, 4> user{};

  static constexpr std::uint8_t kAnyNic = UINT8_MAX;
};

// Both calls come in the partition's event loop, in the phase of nodes, at Partition::now().
class TransportClient {
 public:
  virtual ~TransportClient() = default;
  // The last byte has left the memory of the source node.
  virtual void on_sent(const Message&) = 0;
  // The last byte is in the memory of the destination node.
  virtual void on_arrived(const Message&) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::uint8_t add_client(TransportClient&) = 0;
  // Hands a message to its source node at the current instant. Within a node (source ==
  // destination) it takes the intra-node path. Never calls a client before it returns.
  virtual void send(const Message&) = 0;
  // What a message of this payload puts on the wire, headers included.
  virtual Bytes on_wire(Bytes payload) const = 0;
};

}  // namespace kasuri
