// SPDX-License-Identifier: MIT
// The receiving side of Ethernet hosts. A connection reassembles messages from packets that arrive in any
// order, possibly more than once. The ReceiveControl of a NIC decides when to acknowledge and to grant.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "network/control/receive_control.h"
#include "network/control/send_control.h"
#include "network/ethernet/arrived_packets.h"
#include "network/ethernet/ethernet_fabric.h"
#include "network/ethernet/host_operations.h"
#include "network/ethernet/record_index.h"
#include "network/nic/params.h"

namespace kasuri {

class EthernetReceivers final : private Answers {
 public:
  EthernetReceivers(HostOperations&, EthernetFabric&, const NicParams&);

  // Announces a message to NIC `nic`, before its first packet.
  void expect(std::uint32_t nic, const MessageNotice&);
  void take(std::uint32_t nic, const EthernetPacket&);
  void take_request(std::uint32_t nic, const EthernetPacket&);

  // Messages that have not arrived completely.
  std::uint32_t in_flight() const { return messages_.in_use(); }
  std::uint64_t memory_bytes() const;
  // Of a connection without messages: its record, and where to find it.
  static constexpr std::size_t kBytesPerPair = 48 + 4 + 7;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Incoming {
    Message message;
    Time posted;
    std::uint32_t next;             // of the connection; behind the last one comes the first
    std::uint32_t first, packets;   // numbers of its packets
    std::uint32_t missing;
  };
  struct Connection {
    EndpointId source;
    std::uint32_t sender;  // EthernetPacket::connection
    std::uint32_t slot;    // among those of its NIC
    std::uint32_t last = kNone;  // message
    ArrivedPackets packets{};
    Bytes received{0};
    std::uint32_t unanswered = 0;  // bytes
    std::uint32_t rejected = UINT32_MAX;  // the packet that was missing at the last refusal
    Time rejected_at{0};
    std::uint8_t kind = 0;  // of ways
    bool heard = false;
    bool asked = false;  // an acknowledgement is requested and packets are missing
  };
  static_assert(sizeof(Connection) <= 64);
  // For connections over ways of one kind.
  struct Nic {
    std::unique_ptr<ReceiveControl> control;
    std::vector<std::uint32_t> connections;  // by slot
    Time wake = kNever;                      // the pending event
    std::uint32_t messages = 0;              // that have not arrived completely
  };

  std::uint32_t connection(std::uint32_t nic, EndpointId source, std::uint32_t sender);
  Nic& part_of(std::uint32_t nic, const Connection& c) { return nics_[nic * kinds_ + c.kind]; }
  void deliver(std::uint32_t nic, Connection&, const EthernetPacket&);
  Arrival arrival(Connection&, const EthernetPacket&, bool again);
  EthernetPacket answer(std::uint32_t index, EthernetPacket::Kind) const;
  bool rejects(std::uint32_t index, const EthernetPacket&);
  void refuse(std::uint32_t index, const EthernetPacket&);
  void acknowledge(const Arrival&) override;
  void grant(std::uint32_t slot, Bytes total) override;
  void wake(Time) override;
  bool expecting() const override;
  bool tick(const Event&);

  HostOperations& hosts_;
  EthernetFabric& f_;
  EventKind tick_;
  config::Choice<ReceiveControl> control_;
  NicParams nic_params_;
  bool in_order_;  // packets behind a gap are rejected
  std::deque<Connection> connections_;
  RecordIndex found_;  // by sender
  std::uint32_t kinds_;
  std::vector<Nic> nics_;  // by NIC and kind
  Pool<Incoming> messages_;
  std::uint32_t nic_ = 0;                   // whose packet or control it is
  Nic* control_of_ = nullptr;               // whose control is running
  const EthernetPacket* packet_ = nullptr;  // the packet that it handles
};

}  // namespace kasuri
