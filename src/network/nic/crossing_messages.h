// SPDX-License-Identifier: MIT
// Messages between parts of the machine: what leaves with a packet, and what is put together of those that
// come (network/net/packet_box.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "network/net/fabric.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_table.h"
#include "network/nic/packet_requests.h"
#include "network/nic/packet_sizes.h"

namespace kasuri {

class CrossingMessages final : public MessageKeeper {
 public:
  CrossingMessages(Fabric& f, const NicTable& nics, MessageRecords& records, std::int64_t packet_payload)
      : f_(f), nics_(nics), records_(records), payload_per_packet_(packet_payload) {
    f.messages = this;
  }

  void leave(Crossing&, std::uint32_t packet) override;
  MessageId enter(const Crossing&, std::uint32_t packet) override;

  // The record in which the message of a packet that has arrived is put together.
  std::uint32_t assemble(const Packet& p) {
    return records_[p.message.v].foreign ? assemble_foreign(p) : p.message.v;
  }
  // All packets of a message, of which one is from this NIC, are there.
  void assembled(EndpointId source, const MessageRecord& m) {
    if (m.foreign && m.size.n > payload_per_packet_) assembling_.erase(key_of(source, m.number));
  }
  // A packet comes into this part.
  void count_in(std::uint32_t bytes) {
    f_.meet_packet(bytes);
    sizes.add(bytes);
  }

  PacketSizes sizes;  // of the packets in this part
  PacketRequests* requests = nullptr;

 private:
  // Foreign messages of several packets go by their sender and first packet.
  static std::uint64_t key_of(EndpointId nic, std::uint32_t number) {
    return std::uint64_t{nic.v} << 32 | number;
  }
  std::uint32_t assemble_foreign(const Packet&);

  Fabric& f_;
  const NicTable& nics_;
  MessageRecords& records_;
  std::int64_t payload_per_packet_;
  std::unordered_map<std::uint64_t, std::uint32_t> assembling_;  // foreign messages of many packets
};

}  // namespace kasuri
