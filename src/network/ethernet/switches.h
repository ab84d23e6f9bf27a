// SPDX-License-Identifier: MIT
// The switches of one part of an Ethernet. Each output has a low-priority queue for data and a
// high-priority queue for control packets. A QueueDiscipline decides which packets are queued, trimmed or
// dropped, a Marker which ones are marked (ECN), a FlowControl which inputs pause. There are no credits.
//
// A packet costs two events per switch, arrival and departure, because the mark depends on the queue
// length at departure. Departures of an instant are handled before its arrivals. Switches store and forward
// whole packets, or cut through: over links as fast as the fastest, the head of a packet then goes on
// before its tail has come, with a mark by the queue at that time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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
  // What waits there, by the inputs that hold it.
  std::vector<BlockedPacket> blocked() const;
  std::uint64_t memory_bytes() const {
    return outputs_.capacity() * sizeof(Output) + pauses_->memory_bytes();
  }
  static std::size_t bytes_per_output() { return sizeof(Output) + 2 * sizeof(std::uint32_t); }

 private:
  enum Class : std::uint8_t { low, high, nothing };
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
    std::array<Queue, 2> queues;
    std::uint32_t leaving = UINT32_MAX;
    std::uint32_t draws = 0;  // random numbers used
    Time head{0}, free{0};    // begin and end of the current or last transmission
    std::uint64_t packets = 0;
    Bytes bytes{0};
    std::uint32_t peer = 0;  // a router, or the local number of a NIC
    std::uint16_t peer_port = 0, port = 0;
    std::uint16_t kind = 0;
    std::uint8_t control = 0;  // packets in a row while data wait
    bool to_host = false;
    bool leaves_data = false;  // in transmission
    std::uint8_t paused = 0;   // bits of priorities
    std::uint32_t leaving_bytes = 0;
  };

  // What adaptive routings see of a switch: the bytes at its outputs.
  class Lengths final : public Queues {
   public:
    explicit Lengths(const Output* outputs) : outputs_(outputs) {}
    std::int64_t at(std::uint32_t port, std::uint32_t) override {
      const Output& o = outputs_[port];
      return (o.queues[low].bytes + o.queues[high].bytes).n;
    }
    std::int64_t reported(RouterId, std::uint32_t) override { return 0; }

   private:
    const Output* outputs_;
  };

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
  std::uint32_t longest_queue(std::uint32_t router) const;
  void stamp(const Output&, std::uint32_t packet);
  void append(std::uint32_t output, Class, std::uint32_t packet);
  void take_last_place(std::uint32_t output, std::uint32_t packet);
  void trim(std::uint32_t output, std::uint32_t packet);
  void start(std::uint32_t output);
  std::uint16_t kind_of(std::uint8_t link_class, double rate_factor);
  Class next(Output&) const;
  void mark(std::uint32_t output, EthernetPacket&, MarkAt);
  void account(std::uint32_t output, const EthernetPacket&);
  void pass_on(const Output&, RouterId from, std::uint32_t packet, Time at, std::uint32_t sequence);
  void count_congested(std::uint32_t output, const EthernetPacket&);
  void drop(std::uint32_t packet);
  double draw() override;

  EthernetFabric& f_;
  bool adaptive_;  // its routing
  EventKind depart_;
  std::vector<std::uint32_t> first_output_;  // by router
  std::vector<std::uint32_t> router_of_;     // by output, for the event queue
  std::vector<Output> outputs_;
  std::vector<Kind> kinds_;
  std::optional<Pauses> pauses_;
  std::uint32_t drawing_ = 0;  // the output for which the next number is drawn
};

}  // namespace kasuri
