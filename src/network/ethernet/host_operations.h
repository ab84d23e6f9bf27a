// SPDX-License-Identifier: MIT
// What senders and receivers call on the hosts. NICs go by local numbers.
#pragma once

#include "network/ethernet/ethernet_packet.h"

namespace kasuri {

class HostOperations {
 public:
  // Queues a control packet.
  virtual void answer(std::uint32_t nic, const EthernetPacket&) = 0;
  // Sends the next packet of a NIC, if possible; returns whether one was sent.
  virtual bool look(std::uint32_t nic) = 0;
  // Posts an event of the NIC, in the phase of nodes, with its node's next sequence number.
  virtual void post(std::uint32_t nic, Time when, std::uint32_t a, EventKind) = 0;
  // A message is completely acknowledged, which takes `alone` in an empty network.
  virtual void completed(const Message&, Time posted, Time alone) = 0;
  // A new data packet arrived; the last packet of a message arrived.
  virtual void count(const EthernetPacket&, const Message&, Time posted) = 0;
  virtual void arrived(const Message&, Time posted) = 0;

 protected:
  ~HostOperations() = default;
};

}  // namespace kasuri
