// SPDX-License-Identifier: MIT
// The sending side of an Ethernet's hosts: connections, each from a NIC to another one for a job, number
// the packets of their messages, send when their control lets them, and again what was lost. Those of a
// NIC that may have something to send stand in a ring and take turns by packet; who may not send leaves
// the ring until its answer can have changed.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "network/control/reliability.h"
#include "network/control/send_control.h"
#include "network/ethernet/ethernet_fabric.h"
#include "network/ethernet/host_operations.h"
#include "network/nic/params.h"

namespace kasuri {

class EthernetSenders {
 public:
  EthernetSenders(HostOperations&, EthernetFabric&, const NicParams&);

  // A message from NIC `nic` to another; returns what its receiver has to know.
  MessageNotice add(std::uint32_t nic, EndpointId to, const Message&);
  // Whether a NIC has connections in its ring.
  bool any(std::uint32_t nic) const { return last_[nic] != kNone; }
  // The data packet that a NIC sends now; false if none may leave.
  bool next(std::uint32_t nic, EthernetPacket&);
  // An acknowledgement or a grant has come to the NIC.
  void take_answer(const EthernetPacket&);

  // Messages of which something is not acknowledged.
  std::uint32_t in_flight() const { return messages_.in_use(); }
  // Timers to come, where they will find nothing to do.
  std::uint64_t idle_timers() const { return in_flight() == 0 ? timers_ : 0; }
  std::uint64_t memory_bytes() const {
    return messages_.memory_bytes() + connections_.size() * sizeof(Connection);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Outgoing {
    Message message;
    Time posted;
    std::uint32_t next;            // of the connection
    std::uint32_t first, packets;  // numbers of its packets
    Bytes unsent;                  // payload
  };
  struct Connection {
    EndpointId source, destination;
    std::uint32_t nic;
    std::uint16_t job;
    bool urgent;
    bool in_ring = false;
    std::uint32_t next_in_ring = kNone;
    std::uint32_t peer = 0;                                       // EthernetPacket::peer
    std::uint32_t numbered = 0;                                   // packets of all messages so far
    std::uint32_t oldest = kNone, current = kNone, last = kNone;  // messages: unacknowledged, unsent
    Bytes unsent{0};                                              // on the wire, for the first time
    Bytes received{0};                                            // as the receiver has said
    Time wake = kNever;  // the pending event; one of another time has been superseded
    Outstanding sent{};
    std::unique_ptr<SendControl> control{};
    std::unique_ptr<Reliability> reliability{};

    // An idle connection has no timers: so a run ends when all is done.
    bool is_idle() const { return oldest == kNone; }
    bool has_more() const { return sent.any_waiting() || unsent.n > 0; }
    SendState state() const { return {sent.in_flight(), unsent + sent.to_resend()}; }
  };

  std::uint32_t connection(std::uint32_t nic, EndpointId to, const Message&);
  void join(std::uint32_t c);
  void leave_ring(std::uint32_t nic);
  std::uint32_t bytes_next(const Connection&) const;
  void fill(std::uint32_t c, EthernetPacket&);
  void acknowledge(Connection&, const EthernetPacket&);
  void complete(Connection&);
  void wake_at(std::uint32_t c, Time);
  void set_timers(std::uint32_t c);
  bool tick(Connection&);
  bool wake(const Event&);

  HostOperations& hosts_;
  EthernetFabric& f_;
  EventKind wake_;
  config::Choice<SendControl> control_;
  config::Choice<Reliability> reliability_;
  SendControlContext control_context_;
  ReliabilityContext reliability_context_;
  std::deque<Connection> connections_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> found_;  // by NIC and destination
  std::vector<std::uint32_t> last_;  // by NIC: the last of its ring, whose next one is the first
  Pool<Outgoing> messages_;
  std::uint64_t timers_ = 0;  // events to come
};

}  // namespace kasuri
