// SPDX-License-Identifier: MIT
// What connections and recovery ask of the NICs that they belong to.
#pragma once

#include "network/net/transport.h"

namespace kasuri {

// Messages go by their records (network/nic/message_records.h).
class NicOperations : public Transport {
 public:
  // A message that waited for a repair goes on, if it can.
  virtual void resume(std::uint32_t record) = 0;
  // Messages of which packets are asked for again: they are complete, or lost.
  virtual void recovered(std::uint32_t record) = 0;
  virtual void give_up(std::uint32_t record) = 0;
  // A NIC, by its local number, looks at its queue; whether it has sent something.
  virtual bool go_on_at(std::uint32_t nic_index) = 0;
};

}  // namespace kasuri
