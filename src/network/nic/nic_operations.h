// SPDX-License-Identifier: MIT
// What connections and recovery ask of the NICs that they belong to.
#pragma once

#include "network/net/fabric.h"
#include "network/net/transport.h"

namespace kasuri {

// Messages go by their records (network/nic/message_records.h).
class NicOperations : public Transport {
 public:
  virtual Message message(std::uint32_t record) const = 0;
  // Whether a message's NICs of some number have a way to and fro in an epoch.
  virtual bool connected(std::uint32_t epoch, const Message&) const = 0;
  // A message that waited for a repair goes on, if it can.
  virtual void resume(std::uint32_t record) = 0;
  // Messages of which packets are asked for again: they are complete, or lost.
  virtual void recovered(std::uint32_t record) = 0;
  virtual void give_up(std::uint32_t record) = 0;
  virtual void count_repeat(const Message&) = 0;
  virtual void count_recovery(const Message&, Time) = 0;
  // A NIC, by its local number, looks at its queue; whether it has sent something.
  virtual bool go_on_at(std::uint32_t nic_index) = 0;
  // To the node itself, in its phase.
  virtual void post_to_node(NodeId, Time when, std::uint32_t a, EventKind) = 0;
  virtual void post_to_local_node(std::uint32_t node, Time when, std::uint32_t a, EventKind) = 0;
};

}  // namespace kasuri
