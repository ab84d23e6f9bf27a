// SPDX-License-Identifier: MIT
// In which order the messages of NICs leave: first come, first served, packets of several messages in turn,
// messages that go first, and, with connections, as those permit (connections.h).
#pragma once

#include <cstdint>

#include "base/core/pool.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_table.h"

namespace kasuri {

class Connections;

class SendQueues {
 public:
  using Nic = NicTable::Nic;

  SendQueues(const Fabric& f, MessageRecords& records) : f_(f), records_(records) {
    urgent_.grow(f.endpoint_count());
  }

  // The message whose packet leaves next; kNone if there is none.
  std::uint32_t next(std::uint32_t index, const Nic& n) const {
    return all_urgent_ == 0 ? n.first_message : most_urgent(index, n);
  }
  // Of those in the queue the first whose connection lets it send, which comes to its head; kNone if there
  // is none until an acknowledgement comes or time has passed. What it passes keeps its turn and goes as
  // soon as it may, so messages to a busy receiver have their whole windows under way, and equal shares of
  // it, whatever else their senders have to send.
  std::uint32_t next_permitted(std::uint32_t index, Nic&);
  // Puts a message in its queue; whether the NIC should look at it.
  bool add(std::uint32_t index, Nic&, std::uint32_t message);
  // The message leaves the queue that it is the first of.
  void remove(std::uint32_t index, Nic&, std::uint32_t message);
  // The first message has sent a packet and goes behind the others, if the next one is ready.
  void rotate(std::uint32_t index, Nic&);

  std::uint64_t memory_bytes() const { return urgent_.memory_bytes(); }

  Connections* connections = nullptr;  // with a send control

 private:
  static constexpr std::uint32_t kNone = NicTable::kNone;
  // Messages that leave before those in the queue, counted from one.
  struct Urgent {
    std::uint32_t first, last;
  };
  std::uint32_t most_urgent(std::uint32_t index, const Nic&) const;
  void put_first(std::uint32_t index, std::uint32_t message);

  const Fabric& f_;
  MessageRecords& records_;
  LazyArray<Urgent> urgent_;  // by NIC
  std::uint32_t all_urgent_ = 0;  // messages in all of them
};

}  // namespace kasuri
