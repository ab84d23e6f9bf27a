// SPDX-License-Identifier: MIT
// What the sending and the receiving side of the hosts of an Ethernet ask of them. A NIC goes by its local
// number.
#pragma once

#include "network/ethernet/ethernet_packet.h"

namespace kasuri {

class HostOperations {
 public:
  // A control packet leaves as soon as its turn comes.
  virtual void answer(std::uint32_t nic, const EthernetPacket&) = 0;
  // The NIC looks at what it may send; whether something has left.
  virtual bool look(std::uint32_t nic) = 0;
  // To the NIC itself, in the phase of nodes, with the next number of its node.
  virtual void post(std::uint32_t nic, Time when, std::uint32_t a, EventKind) = 0;
  // All of a message has been acknowledged.
  virtual void completed(const Message&, Time posted) = 0;
  // A data packet has come for the first time; and the last one of its message.
  virtual void count(const EthernetPacket&, const Message&, Time posted) = 0;
  virtual void arrived(const Message&, Time posted) = 0;

 protected:
  ~HostOperations() = default;
};

}  // namespace kasuri
