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
// before all of it had room (packet_sizes.h).
// Receiving: packets are written to memory in the order of arrival, from their heads on, at the DMA
// write rate; the receive buffer's credit returns when a packet is in memory.
// Within a node a message goes from memory to memory, one after the other, at its own rate.
// Control packets of RDMA are made and consumed by NICs: no memory, and they may leave first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "network/net/fabric.h"
#include "network/net/delivery.h"
#include "network/net/latency.h"
#include "network/nic/memory_turns.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_operations.h"
#include "network/nic/packet_sizes.h"
#include "network/nic/params.h"
#include "network/net/transport.h"

namespace kasuri {

class Connections;
class Recovery;

class Nics final : public NicOperations, public CreditTaker, public MessageKeeper {
 public:
  // Messages belong to jobs 0 … jobs − 1.
  Nics(const NicParams&, Fabric&, std::size_t jobs = 1, FlitRoom = {});
  ~Nics() override;

  std::uint8_t add_client(TransportClient&) override;
  void send(const Message&) override;
  void expect(NodeId source, NodeId destination) override;
  void set_engine_time(Time t) override {
    engine_time_ = t;
    sends_take_time_ |= t > Time{0};
  }
  Bytes on_wire(Bytes payload) const override;
  void take_credit(std::uint32_t nic, std::uint32_t port, std::uint16_t vc, std::int32_t bytes,
                   Time at) override;
  void leave(Crossing&, std::uint32_t packet) override;
  MessageId enter(const Crossing&, std::uint32_t packet) override;

  // The virtual channels that a job's messages may take into the network; before anything is sent.
  void limit_vcs(std::uint32_t job, std::uint32_t vcs) { vcs_of_job_[job] = vcs; }

  // By flow, if that is asked for before anything is sent.
  Latencies& latencies() { return latencies_; }

  std::uint32_t nodes() const { return nodes_; }
  // For connections and recovery.
  bool go_on_at(std::uint32_t nic_index) override;
  bool connected(std::uint32_t epoch, const Message&) const override;
  void resume(std::uint32_t record) override;
  void recovered(std::uint32_t record) override { arrived(record); }
  void give_up(std::uint32_t record) override;
  void count_repeat(const Message& m) override { delivered_[m.job].repeated_messages += 1; }
  void count_recovery(const Message& m, Time t) override { delivered_[m.job].recovering += t; }
  Message message(std::uint32_t record) const override { return records_.message(record); }
  RouterId router_of(NodeId n) const { return f_.topology.router_of({n.v * per_node_}); }
  void post_to_node(NodeId n, Time when, std::uint32_t a, EventKind kind) override {
    post_node_event(local(n), when, a, kind);
  }
  void post_to_local_node(std::uint32_t node, Time when, std::uint32_t a, EventKind kind) override {
    post_node_event(node, when, a, kind);
  }
  // To here, of each job; and of all.
  const std::vector<DeliveryStatistics>& delivered_by_job() const { return delivered_; }
  DeliveryStatistics delivered() const;
  // `nic` is a local number.
  NicUse use(std::uint32_t nic) const;
  // When the last tail left it; 0 if none did.
  Time last_tail(std::uint32_t nic_index) const { return nic(nic_index).out.free; }
  // Messages of which something is in this part, handed over and not yet arrived.
  std::uint32_t in_flight() const { return records_.in_use(); }
  // No packet that is in this part now, or has left it in this window, is smaller.
  std::uint32_t smallest_packet() const { return sizes_.smallest(); }
  void begin_window() { sizes_.begin_window(); }
  // True when nothing is queued and every credit is home; `why` names the first exception.
  bool at_rest(std::string& why);
  // Memory of one NIC with its share of a node, in bytes.
  static std::size_t bytes_per_nic(std::uint32_t vcs);
  // And what NICs, and messages, take now.
  std::uint64_t memory_bytes() const;
  std::uint64_t message_bytes() const { return records_.memory_bytes(); }
  void release_memory() { records_.release_memory(); }

 private:
  // Its sending side.
  struct Out {
    Time free{0};        // when the tail of the last packet leaves
    Time wake = kNever;  // the pending wake-up; an event with another time has been superseded
    CreditQueue credits;
    std::uint32_t peer = 0;  // the router, a local number
    std::uint16_t peer_port = 0;
    AwaitedVcs awaited;
  };
  // One NIC: this, then the room per VC of the router it injects into. That router ejects by the
  // port of the same number.
  struct Nic {
    Out out;
    std::uint32_t first_message;  // queue of messages to send
    std::uint32_t last_message;
    std::uint32_t sequence;  // of the next packet
    EndpointId id;
    Bytes received, sent;
    std::int32_t room[2];    // of the VCs it injects into; more follow the struct if there are more
  };
  static constexpr std::size_t kRoomAt = offsetof(Nic, room);
  static std::size_t nic_stride(std::uint32_t vcs) {
    const std::size_t bytes = kRoomAt + vcs * sizeof(std::int32_t);
    return std::max(sizeof(Nic), (bytes + alignof(Nic) - 1) / alignof(Nic) * alignof(Nic));
  }
  using Record = MessageRecord;
  // Of one NIC, where its engines take time.
  struct Engines {
    Time send;     // when the send overheads of what is queued are over
    Time drained;  // when the DMA write engine is free
    Time receive;
    Time no_credit;  // NicUse::no_credit
  };
  // Messages that leave before those in the queue, counted from one.
  struct Urgent {
    std::uint32_t first, last;
  };
  struct Node {
    Time copied;           // when the intra-node path is free
    std::uint32_t events;  // sequence of what the node posts to itself
    std::uint32_t turn;    // NIC of the next message
  };

  std::uint32_t node_of(std::uint32_t i) const { return per_node_ == 1 ? i : i / per_node_; }
  Nic& nic(std::uint32_t i) { return *reinterpret_cast<Nic*>(&nics_[i * stride_]); }
  const Nic& nic(std::uint32_t i) const { return *reinterpret_cast<const Nic*>(&nics_[i * stride_]); }
  std::int32_t* room(Nic& n) {
    return reinterpret_cast<std::int32_t*>(reinterpret_cast<std::byte*>(&n) + kRoomAt);
  }

  bool inject(const Event&);
  bool receive(const Event&);
  bool complete(const Event&);
  bool sent(const Event&);
  void prefetch_receive(const Event&, Partition::Ahead);

  bool complete_message(const Event&, std::uint32_t record, std::uint64_t key, Time in_memory);
  Time send_turn(std::uint32_t index, const Message&);
  void copy_within_node(const Message&);
  // send_order.cpp
  void pass_within_node(std::uint32_t node, std::uint32_t record);
  void rotate(std::uint32_t index, Nic&, Record& first);
  void put_first(std::uint32_t index, std::uint32_t record);
  // controlled_sending.cpp
  std::uint32_t next_permitted(std::uint32_t index, Nic&);
  std::uint32_t first_permitted(std::uint32_t index, Nic&);
  std::uint32_t most_urgent(std::uint32_t index, const Nic&) const;
  void pump(std::uint32_t index, Nic&);
  void inject_packet(std::uint32_t index, Nic&, std::uint32_t record, std::uint32_t vc,
                     std::uint32_t bytes, std::int64_t payload);
  std::uint32_t next_message(std::uint32_t index, const Nic& n) const {
    return all_urgent_ == 0 ? n.first_message : most_urgent(index, n);
  }
  void wake(std::uint32_t index, Nic&, Time when);
  void post_node_event(std::uint32_t node, Time when, std::uint32_t a, EventKind);
  void arrived(std::uint32_t record);
  // crossing.cpp. Foreign messages of several packets go by their sender and first packet.
  std::uint32_t assemble(const Packet&);
  static std::uint64_t key_of(EndpointId nic, std::uint32_t number) {
    return std::uint64_t{nic.v} << 32 | number;
  }
  void forget(std::uint32_t record);
  void count_in(std::uint32_t bytes);
  // rerouting.cpp
  void enqueue(std::uint32_t index, Nic&, std::uint32_t record);
  bool connected(std::uint32_t epoch, const Message&, std::uint32_t k) const;
  bool choose_nic(const Message&, std::uint32_t& k) const;
  void count_dropped(std::uint32_t record);
  void wait_or_drop(std::uint32_t record);
  void drop(std::uint32_t record);
  bool gives_way(std::uint32_t index, Nic&, std::uint32_t record);
  void dequeue(std::uint32_t index, Nic&, std::uint32_t record);
  std::uint32_t next_sequence(Nic&, const Record&);
  bool is_here(NodeId n) const { return f_.decomposition.owner(router_of(n)) == f_.part; }
  std::uint32_t local(NodeId n) const {
    return node_of(f_.decomposition.local(EndpointId{n.v * per_node_}));
  }
  NodeId global(std::uint32_t node) { return {node_of(nic(node * per_node_).id.v)}; }

  NicParams p_;
  Fabric& f_;
  EventKind inject_, complete_, sent_;
  // Whether it goes from memory to memory.
  bool stays_within_node(const Message& m) const {
    return m.source == m.destination && (!loops_back_ || m.ways);
  }

  bool loops_back_;  // messages of a node to itself pass its router
  FlitRoom flits_;
  bool whole_;      // messages are stored and forwarded
  MemoryTurns memory_;
  Serialisation link_;
  Serialisation send_;
  Serialisation write_;    // of the DMA
  Serialisation receive_;  // for the statistics
  std::int64_t payload_per_packet_;
  Time engine_time_{0};  // see Message::kEngine
  // Where these are false, what Engines says of it is never later than now.
  bool sends_take_time_, writes_take_time_, receives_take_time_;
  std::uint32_t nodes_;
  std::uint32_t per_node_;
  std::size_t stride_;
  // The routers, for the event queue; empty where each has one NIC, of its own number.
  std::vector<std::uint32_t> place_of_nic_, place_of_node_;
  LazyArray<std::byte> nics_;
  LazyArray<Node> node_;
  LazyArray<Engines> engines_;
  LazyArray<Urgent> urgent_;
  std::uint32_t all_urgent_ = 0;  // messages in all of them
  LazyArray<std::uint32_t> peers_;  // node of the last message, counted from one; if peers take time
  MessageRecords records_;
  std::unordered_map<std::uint64_t, std::uint32_t> assembling_;  // foreign messages of many packets
  PacketSizes sizes_;
  std::vector<TransportClient*> clients_;
  std::vector<DeliveryStatistics> delivered_;  // by job
  std::vector<std::uint32_t> vcs_of_job_;
  Latencies latencies_;
  std::unique_ptr<Connections> connections_;  // with a send control
  std::unique_ptr<Recovery> recovery_;  // if something fails during the run
};

}  // namespace kasuri
