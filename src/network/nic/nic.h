// SPDX-License-Identifier: MIT
// The network interfaces of one part of the machine: messages become packets at the sender and messages
// again at the receiver, with DMA engines of their own rates (NSIM-ACE, sections 3.3 and 3.4).
//
// Sending: messages leave a NIC in the order in which they were handed to it, or, with the round-robin
// scheduler, a packet of each in turn. A packet's head
// enters the injection link when the NIC has spent its overhead on the message, the link is free
// and a virtual channel of the router has room for all of it; its tail follows after
// S / min(link, DMA read rate): memory is read while the packet leaves (cut-through). To routers that take
// flits it begins with room for the first one, and what has no room yet is owed: nothing else leaves
// before all of it had room (flit_bodies.h).
// Receiving: packets are written to memory in the order of arrival, from their heads on, at the DMA
// write rate; the receive buffer's credit returns when a packet is in memory.
// Within a node a message goes from memory to memory, one after the other, at its own rate.
// Control packets of RDMA are made and consumed by NICs: no memory, and they may leave first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "network/net/fabric.h"
#include "network/nic/crossing_messages.h"
#include "network/nic/deliveries.h"
#include "network/nic/engines.h"
#include "network/nic/flit_bodies.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_operations.h"
#include "network/nic/nic_table.h"
#include "network/nic/packet_sizes.h"
#include "network/nic/params.h"
#include "network/nic/reach.h"
#include "network/nic/send_queues.h"

namespace kasuri {

class Connections;
class Recovery;

class Nics final : public NicOperations, public CreditTaker {
 public:
  // Messages belong to jobs 0 … jobs − 1.
  Nics(const NicParams&, Fabric&, std::size_t jobs = 1, FlitRoom = {});
  ~Nics() override;

  std::uint8_t add_client(TransportClient&) override;
  void send(const Message&) override;
  void expect(NodeId source, NodeId destination) override;
  void set_engine_time(Time t) override { engines_.set_engine_time(t); }
  Bytes on_wire(Bytes payload) const override;
  void take_credit(std::uint32_t nic, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override;

  // The virtual channels that a job's messages may take into the network; before anything is sent.
  void limit_vcs(std::uint32_t job, std::uint32_t vcs) { vcs_of_job_[job] = vcs; }

  std::uint32_t nodes() const { return table_.nodes(); }
  Deliveries& deliveries() { return deliveries_; }
  const Deliveries& deliveries() const { return deliveries_; }
  PacketSizes& packet_sizes() { return crossing_.sizes; }
  const PacketSizes& packet_sizes() const { return crossing_.sizes; }
  // `nic` is a local number.
  NicUse use(std::uint32_t nic) const;
  // When the last tail left it; 0 if none did.
  Time last_tail(std::uint32_t nic) const { return table_[nic].free; }
  // Messages of which something is in this part, handed over and not yet arrived.
  std::uint32_t in_flight() const { return records_.in_use(); }
  // True when nothing is queued and every credit is home; `why` names the first exception.
  bool at_rest(std::string& why);
  // What NICs, and messages, take now.
  std::uint64_t memory_bytes() const;
  std::uint64_t message_bytes() const { return records_.memory_bytes(); }
  void release_memory() { records_.release_memory(); }

 private:
  static constexpr std::uint32_t kNone = NicTable::kNone;
  using Nic = NicTable::Nic;
  using Record = MessageRecord;

  // For connections and recovery.
  bool go_on_at(std::uint32_t nic) override;
  void resume(std::uint32_t record) override;
  void recovered(std::uint32_t record) override { arrived(record); }
  void give_up(std::uint32_t record) override;

  bool inject(const Event&);
  bool receive(const Event&);
  bool complete(const Event&);
  bool sent(const Event&);
  void prefetch_receive(const Event&, Partition::Ahead);

  bool complete_message(const Event&, std::uint32_t record, EndpointId source, Time in_memory);
  // Whether it goes from memory to memory.
  bool stays_within_node(const Message& m) const {
    return m.source == m.destination && (!loops_back_ || m.ways);
  }
  void copy_within_node(const Message&);
  void enqueue(std::uint32_t index, std::uint32_t record);
  std::uint32_t next_permitted(std::uint32_t index, Nic&);
  void pump(std::uint32_t index, Nic&);
  void inject_packet(std::uint32_t index, Nic&, std::uint32_t record, std::uint32_t vc,
                     std::uint32_t bytes, std::int64_t payload);
  void send_bodies(std::uint32_t index, Nic&);
  void wake(std::uint32_t index, Nic&, Time when);
  void arrived(std::uint32_t record);
  // unreachable.cpp
  void drop(std::uint32_t record);
  void wait_or_drop(std::uint32_t record);
  bool gives_way(std::uint32_t index, Nic&, std::uint32_t record);

  NicParams p_;
  Fabric& f_;
  EventKind inject_, complete_, sent_;
  bool loops_back_;  // messages of a node to itself pass its router
  FlitRoom flits_;
  std::int64_t payload_per_packet_;
  NicTable table_;
  FlitBodies bodies_;
  NicEngines engines_;
  MessageRecords records_;
  SendQueues queues_;
  CrossingMessages crossing_;
  Reach reach_;
  Deliveries deliveries_;
  std::vector<TransportClient*> clients_;
  std::vector<std::uint32_t> vcs_of_job_;
  std::unique_ptr<Connections> connections_;  // with a send control
  std::unique_ptr<Recovery> recovery_;  // if something fails during the run
};

}  // namespace kasuri
