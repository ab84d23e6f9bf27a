// SPDX-License-Identifier: MIT
// The sending side of Ethernet hosts. A connection leads from one NIC to another, for one job. It numbers
// the packets of its messages, sends when its SendControl allows, and retransmits lost packets. The
// connections of a NIC that may send form a ring and take turns by packet. A connection that may not send
// leaves the ring; an acknowledgement, a grant or a timer puts it back.
//
// Of a pair that has nothing to send, only counters stay (Pair): of packets, of bytes received and granted.
// Its window, entropies and what it learnt of round trips are given back, but for the pairs of a NIC that
// became idle last, and begin anew with the next message.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "network/control/balancer.h"
#include "network/control/reliability.h"
#include "network/control/send_control.h"
#include "network/ethernet/ethernet_fabric.h"
#include "network/ethernet/host_operations.h"
#include "network/ethernet/record_index.h"
#include "network/nic/params.h"

namespace kasuri {

class EthernetSenders {
 public:
  EthernetSenders(HostOperations&, EthernetFabric&, const NicParams&);

  // Queues a message of NIC `nic`; returns the notice for its receiver.
  MessageNotice add(std::uint32_t nic, EndpointId to, const Message&);
  // Whether the ring of a NIC has connections.
  bool any(std::uint32_t nic) const { return last_[nic] != kNone; }
  // Whether send controls keep connections of a NIC with something to send out of its ring.
  bool held_back(std::uint32_t nic) const { return held_back_[nic] > 0; }
  // The next data packet of a NIC, but not of traffic classes that are paused (bits); false if no
  // connection may send now.
  bool next(std::uint32_t nic, std::uint32_t paused, EthernetPacket&);
  // Handles an acknowledgement or a grant.
  void take_answer(const EthernetPacket&);

  // Messages that are not completely acknowledged.
  std::uint32_t in_flight() const { return messages_.in_use(); }
  // Pending timers, if none of them has anything to do.
  std::uint64_t idle_timers() const { return in_flight() == 0 ? timers_ : 0; }
  std::uint64_t memory_bytes() const;
  // Of an idle pair: its record, and where to find it.
  static constexpr std::size_t kBytesPerPair = 48 + 7;
  // Of one that keeps its state, beside that, about: its connection, control and balancer.
  static constexpr std::size_t kBytesPerConnection = 768;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Outgoing {
    Message message;
    Time posted;
    std::uint32_t next;            // of the connection
    std::uint32_t first, packets;  // numbers of its packets
    Bytes unsent;                  // payload
  };
  struct Request {
    Time at{-kNever.ps};  // when it left
    bool open = false;  // no answer has come
  };
  struct Counters {
    EndpointId destination;
    std::uint32_t nic;
    std::uint16_t job;
    bool urgent;
    std::uint32_t peer = 0;      // EthernetPacket::peer
    std::uint32_t numbered = 0;  // packets of all messages so far
    Bytes received{0};           // as last acknowledged
    Bytes granted{0};            // so far, while it has no control
  };
  struct Connection : Counters {
    explicit Connection(const Counters& c) : Counters(c), sent(c.numbered) {}

    bool held_back = false;
    bool rests = false;       // among idle_
    std::uint16_t links = 0;  // between its ends
    std::unique_ptr<Way> way{};  // where not all links are alike
    std::uint32_t next_in_ring = kNone;  // kNone: not in it
    std::uint32_t oldest = kNone;   // first message that is not completely acknowledged
    std::uint32_t current = kNone;  // first message with unsent packets
    std::uint32_t last = kNone;
    Bytes unsent{0};     // new packets, on the wire
    Time wake = kNever;  // of the pending event; events with another time are superseded
    Request request{};   // the last one
    Outstanding sent;
    std::unique_ptr<SendControl> control{};
    std::unique_ptr<Reliability> reliability{};
    std::unique_ptr<Balancer> balancer{};

    // Idle connections post no timers, so that a run ends when everything is acknowledged.
    bool is_idle() const { return oldest == kNone; }
    bool has_more() const { return sent.any_waiting() || unsent.n > 0; }
  };

  struct Pair : Counters {
    std::unique_ptr<Connection> connection;
  };
  static_assert(sizeof(Pair) <= 48);

  Connection& at(std::uint32_t c) { return *pairs_[c].connection; }
  std::uint32_t pair(std::uint32_t nic, EndpointId to, const Message&);
  void begin(std::uint32_t c);
  void rest(std::uint32_t c);
  void join(std::uint32_t c);
  void leave_ring(std::uint32_t nic);
  SendState state(const Connection& c) const {
    return {c.sent.in_flight(), c.unsent + c.sent.to_resend(), in_ring_[c.nic] - (c.next_in_ring != kNone)};
  }
  std::uint32_t bytes_next(const Connection&) const;
  Time alone(const Connection&, Bytes message) const;
  void fill(std::uint32_t c, EthernetPacket&);
  void acknowledge(Connection&, const EthernetPacket&);
  void refuse(Connection&, const EthernetPacket&);
  void hear(Connection&, const EthernetPacket&, Balancer::Fate);
  void request(std::uint32_t c);
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
  ReliabilityContext reliability_context_;
  bool sprays_;  // packets of a connection overtake each other
  std::deque<Pair> pairs_;
  RecordIndex found_;  // by NIC and destination
  std::vector<std::vector<std::uint32_t>> idle_;  // by NIC: pairs that keep their state, the oldest first
  std::vector<std::uint32_t> last_;  // by NIC: the last of its ring, whose next one is the first
  std::vector<std::uint32_t> in_ring_;    // by NIC: connections
  std::vector<std::uint32_t> held_back_;  // by NIC: connections
  Pool<Outgoing> messages_;
  std::uint64_t timers_ = 0;  // events to come
};

}  // namespace kasuri
