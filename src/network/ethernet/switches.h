// SPDX-License-Identifier: MIT
// The switches of one part of an Ethernet. Each output has a low-priority queue for the data of each
// traffic class, which take turns by packet, and a high-priority queue for control packets. A
// QueueDiscipline decides which packets are queued, trimmed or dropped, a Marker which ones are marked
// (ECN), a FlowControl which inputs pause. There are no credits.
//
// A packet costs two events per switch, arrival and departure, because the mark depends on the queue
// length at departure. Departures of an instant are handled before its arrivals. Switches store and forward
// whole packets, or cut through: over links as fast as the fastest, the head of a packet then goes on
// before its tail has come, with a mark by the queue at that time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "network/control/marker.h"
#include "network/control/queue_discipline.h"
#include "network/ethernet/ethernet_fabric.h"
#include "network/ethernet/pauses.h"
#include "network/net/link_fault_table.h"
#include "network/router/router.h"

namespace kasuri {

class Switches : private Chance {
 public:
  Switches(EthernetFabric&, const LinkFaultTable&);

  LinkLoad load(std::uint32_t router, std::uint32_t port) const;
  // End of the last transmission of an output.
  Time last_tail(std::uint32_t router, std::uint32_t port) const {
    return outputs_[first_output_[router] + port].free;
  }
  // Outputs that have paused since then or before, with something to send.
  std::uint64_t stalled(Time since) const;
  Time watchdog() const { return pauses_->watchdog(); }
  // What waits there, by the inputs and priorities that hold it.
  std::vector<BlockedPacket> blocked() const;
  std::uint64_t memory_bytes() const {
    return outputs_.capacity() * sizeof(Output) + more_.capacity() * sizeof(Queue) +
           pauses_->memory_bytes();
  }
  static std::size_t bytes_per_output(std::uint32_t classes) {
    return sizeof(Output) + (classes - 1) * sizeof(Queue) + 2 * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Queue {
    std::uint32_t first = UINT32_MAX, last = UINT32_MAX;
    Bytes bytes{0};  // including the packet in transmission
  };
  // Outputs to links of a class, as fast as each other.
  struct Kind {
    std::uint8_t link_class;
    double rate_factor;  // of a degraded link
    Serialisation rate;
    bool cuts_through;
    std::unique_ptr<QueueDiscipline> discipline;
    std::unique_ptr<Marker> marker;
  };
  struct Output {
    Queue data, control;  // data of class 0
    std::uint32_t leaving = UINT32_MAX;
    std::uint32_t draws = 0;  // random numbers used
    Time head{0}, free{0};    // begin and end of the current or last transmission
    std::uint64_t packets = 0;
    Bytes bytes{0};
    std::uint32_t peer = 0;  // a router, or the local number of a NIC
    std::uint16_t peer_port = 0, port = 0;
    std::uint16_t kind = 0;
    std::uint8_t controls = 0;  // packets in a row while data wait
    bool to_host = false;
    std::uint8_t from = 0;      // priority of the packet in transmission
    std::uint8_t turn = 0;      // class of the last data packet
    std::uint8_t paused = 0;    // bits of priorities
    std::uint32_t leaving_bytes = 0;
  };

  // What adaptive routings see of a switch: the bytes at its outputs.
  class Lengths final : public Queues {
   public:
    Lengths(const Switches& switches, std::uint32_t first) : switches_(switches), first_(first) {}
    std::int64_t at(std::uint32_t port, std::uint32_t) override {
      return switches_.waiting(first_ + port).n;
    }
    std::int64_t reported(RouterId, std::uint32_t) override { return 0; }

   private:
    const Switches& switches_;
    std::uint32_t first_;
  };

  // By priority: that of control packets is the last one.
  const Queue& queue(std::uint32_t output, std::uint32_t priority) const {
    if (priority == 0) return outputs_[output].data;
    return priority == classes_ ? outputs_[output].control : more_[output * (classes_ - 1) + priority - 1];
  }
  Queue& queue(std::uint32_t output, std::uint32_t priority) {
    return const_cast<Queue&>(std::as_const(*this).queue(output, priority));
  }
  Bytes waiting(std::uint32_t output) const;
  bool arrive(const Event&);
  bool depart(const Event&);
  void prefetch(const Event&, Partition::Ahead);
  std::uint32_t output_of(std::uint32_t router, std::uint32_t port, EthernetPacket&) const;
  bool is_down(std::uint32_t router, const Output&, Time head, Time tail) const;
  bool came_from_nowhere(std::uint32_t router, std::uint32_t port, const EthernetPacket&) const;
  void enqueue(std::uint32_t output, std::uint32_t packet);
  bool take_in(const Event&, std::uint32_t output);
  bool hear(const Event&);
  void release(std::uint32_t router, std::uint32_t packet);
  void pause(std::uint32_t output, std::uint32_t priority, bool);
  void add_blocked(std::uint32_t output, std::uint32_t priority, std::vector<BlockedPacket>&) const;
  std::uint32_t longest_queue(std::uint32_t router, std::uint32_t priority) const;
  void stamp(std::uint32_t output, std::uint32_t packet);
  void append(std::uint32_t output, std::uint32_t priority, std::uint32_t packet);
  void take_last_place(std::uint32_t output, std::uint32_t packet);
  void trim(std::uint32_t output, std::uint32_t packet);
  void start(std::uint32_t output);
  std::uint16_t kind_of(std::uint8_t link_class, double rate_factor);
  std::uint32_t next(std::uint32_t output);
  std::uint32_t next_data(std::uint32_t output) const;
  void mark(std::uint32_t output, EthernetPacket&, MarkAt);
  void account(std::uint32_t output, const EthernetPacket&);
  void pass_on(const Output&, RouterId from, std::uint32_t packet, Time at, std::uint32_t sequence);
  void count_congested(std::uint32_t output, const EthernetPacket&);
  void drop(std::uint32_t packet);
  double draw() override;

  EthernetFabric& f_;
  bool adaptive_;  // its routing
  std::uint32_t classes_;  // of traffic
  EventKind depart_;
  std::vector<std::uint32_t> first_output_;  // by router
  std::vector<std::uint32_t> router_of_;     // by output, for the event queue
  std::vector<Output> outputs_;
  std::vector<Queue> more_;  // of other classes than 0, by output
  std::vector<Kind> kinds_;
  std::optional<Pauses> pauses_;
  std::uint32_t drawing_ = 0;  // the output for which the next number is drawn
};

}  // namespace kasuri
