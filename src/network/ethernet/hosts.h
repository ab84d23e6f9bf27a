// SPDX-License-Identifier: MIT
// The hosts of one part of an Ethernet: the ports of their NICs, and messages within a node. A port sends
// one packet at a time. If control packets and data wait, control packets get 10 of 11 turns, all with
// RoCE.
#pragma once

#include <cstdint>
#include <vector>

#include "network/ethernet/ethernet_fabric.h"
#include "network/ethernet/host_operations.h"
#include "network/ethernet/receivers.h"
#include "network/ethernet/senders.h"
#include "network/net/delivery.h"
#include "network/net/latency.h"
#include "network/net/link_fault_table.h"
#include "network/net/transport.h"
#include "network/nic/params.h"

namespace kasuri {

class EthernetHosts final : public Transport, private HostOperations {
 public:
  EthernetHosts(const NicParams&, EthernetFabric&, const LinkFaultTable&, std::size_t jobs);

  std::uint8_t add_client(TransportClient&) override;
  void send(const Message&) override;
  Bytes on_wire(Bytes payload) const override { return f_.settings.on_wire(payload); }
  void take_in(const EthernetBox&);

  Latencies& latencies() { return latencies_; }
  const std::vector<DeliveryStatistics>& delivered_by_job() const { return delivered_; }
  NicUse use(std::uint32_t nic) const;
  Time last_tail(std::uint32_t nic) const { return ports_[nic].free; }
  // Messages that have not arrived, or are not completely acknowledged.
  std::uint32_t in_flight() const {
    return senders_.in_flight() + receivers_.in_flight() + local_.in_use();
  }
  std::uint64_t idle_timers() const { return senders_.idle_timers(); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint64_t memory_bytes() const;
  std::uint64_t message_bytes() const { return senders_.memory_bytes() + receivers_.memory_bytes(); }
  static std::size_t bytes_per_nic() { return sizeof(Port) + sizeof(Node) + 2 * sizeof(std::uint32_t); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Of control packets while data wait, before a data packet.
  std::uint32_t turns() const { return f_.settings.is_roce() ? UINT32_MAX : 10; }

  struct Port {
    Time free{0};         // end of the last transmission
    Time wake = kNever;   // of the pending event; events with another time are superseded
    std::uint32_t first = kNone, last = kNone;  // control packets
    std::uint32_t turns = 0;     // control packets sent in a row while data wait
    std::uint8_t paused = 0;     // bits of priorities
    bool was_paused = false;     // and has sent no data since
    std::uint32_t sequence = 0;  // of packets
    Bytes sent{0}, received{0};
    Time since{0};      // send controls hold all data back since then, plus one; 0: they do not
    Time held_back{0};  // how long they did so before
  };
  struct Node {
    std::uint32_t events = 0;  // sequence of what it posts to itself
    std::uint32_t turn = 0;    // NIC of the next message that may take any
    Time copied{0};            // when the path within the node is free
  };
  struct Local {
    Message message;
    Time posted;
  };

  // HostOperations
  void answer(std::uint32_t nic, const EthernetPacket&) override;
  bool look(std::uint32_t nic) override;
  void post(std::uint32_t nic, Time when, std::uint32_t a, EventKind) override;
  void completed(const Message&, Time posted, Time alone) override;
  void count(const EthernetPacket&, const Message&, Time posted) override;
  void arrived(const Message&, Time posted) override;

  void note_hold(std::uint32_t nic, bool held_back);
  bool turn(const Event&);
  bool receive(const Event&);
  bool hear_pause(std::uint32_t nic, const EthernetPacket&);
  bool notice(const Event&);
  bool copied(const Event&);
  bool left(const Event&);
  void prefetch(const Event&, Partition::Ahead);
  void copy(std::uint32_t node, const Message&);
  void announce(const MessageNotice&, std::uint32_t nic);
  std::uint32_t choose(std::uint32_t nic);
  void transmit(std::uint32_t nic, std::uint32_t packet);
  std::uint32_t epoch(const EthernetPacket&) const;
  void wake(std::uint32_t nic, Time when);
  NodeId node_of(std::uint32_t nic) const { return {f_.nics[nic].v / per_node_}; }
  std::uint32_t first_nic(NodeId n) const { return f_.decomposition.local(EndpointId{n.v * per_node_}); }
  std::uint64_t next_order(std::uint32_t nic);

  EthernetFabric& f_;
  std::uint32_t per_node_;
  BytesPerSecond copy_rate_;
  Time copy_latency_;
  Serialisation rate_;
  bool cuts_through_;  // whole packets need not have left before switches pass them on
  PathSelector paths_;
  EventKind turn_, notice_, copied_, left_;
  EthernetSenders senders_;
  EthernetReceivers receivers_;
  std::vector<Port> ports_;
  std::vector<Node> nodes_;
  Pool<Local> local_;  // within nodes
  Pool<MessageNotice> notices_;
  std::vector<TransportClient*> clients_;
  std::vector<DeliveryStatistics> delivered_;  // by job
  Latencies latencies_;
};

}  // namespace kasuri
