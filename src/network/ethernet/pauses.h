// SPDX-License-Identifier: MIT
// Flow control of the switches of one part of an Ethernet: the buffers of their inputs, which neighbours
// pause, and why. Inputs go by the numbers of the outputs in the other direction. A lane is an input and a
// priority.
#pragma once

#include <memory>
#include <vector>

#include "network/control/flow_control.h"
#include "network/ethernet/ethernet_fabric.h"

namespace kasuri {

class Pauses {
 public:
  // `first`: by router, its first input.
  Pauses(EthernetFabric&, const std::vector<std::uint32_t>& first, std::size_t inputs);

  bool on() const { return !switches_.empty(); }
  bool leaves_at_start() const { return at_start_; }
  Bytes frame() const { return frame_; }
  // A pause of that age may be a deadlock.
  Time watchdog() const { return watchdog_; }

  // A packet comes to an input; false: there is no room.
  bool admit(std::uint32_t router, std::uint32_t input, std::uint32_t packet);
  // Whether that input is to pause now, and begins to.
  bool begins(std::uint32_t router, std::uint32_t input, std::uint32_t priority);
  // It is for this output that it does.
  void blame(std::uint32_t input, std::uint32_t priority, std::uint32_t output);
  // A packet that comes now waited in a pause: what for?
  void count_held(std::uint32_t input, EthernetPacket&, std::uint32_t output);
  struct Resumed {
    std::uint32_t input = UINT32_MAX, priority = 0;
  };
  // A packet leaves the buffer; the input that resumes.
  Resumed release(std::uint32_t router, std::uint32_t packet);
  void forget(std::uint32_t packet) { lane(packet) = kNone; }
  void swap(std::uint32_t a, std::uint32_t b) { std::swap(lane(a), lane(b)); }
  // UINT32_MAX: none.
  std::uint32_t input_of(std::uint32_t packet) const {
    return packet < lanes_of_.size() && lanes_of_[packet] != kNone ? lanes_of_[packet] / priorities_
                                                                   : UINT32_MAX;
  }
  // Frames for outputs and priorities: since when they pause, and what they hold back.
  struct Stop {
    Time since{0};
    Bytes held{0};  // in the queue when it resumed
  };
  Stop& stop(std::uint32_t output, std::uint32_t priority) { return stops_[output * of_all_ + priority]; }
  const Stop& stop(std::uint32_t output, std::uint32_t priority) const {
    return stops_[output * of_all_ + priority];
  }
  std::uint64_t memory_bytes() const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Lane {
    bool pauses = false;
    std::uint32_t cause = kNone;  // the output
  };
  std::uint32_t& lane(std::uint32_t packet) {
    if (packet >= lanes_of_.size()) lanes_of_.resize(2 * std::size_t{packet} + 64, kNone);
    return lanes_of_[packet];
  }
  std::uint32_t local(std::uint32_t router, std::uint32_t lane) const {
    return lane - first_[router] * priorities_;
  }

  EthernetFabric& f_;
  const std::vector<std::uint32_t>& first_;
  std::uint32_t of_all_;          // priorities, with that of control packets
  std::uint32_t priorities_ = 1;  // that pause
  bool at_start_ = true;
  Bytes frame_{0};
  Time watchdog_ = kNever;
  std::vector<std::unique_ptr<FlowControl>> switches_;
  std::vector<Lane> lanes_;
  std::vector<Stop> stops_;
  std::vector<std::uint32_t> lanes_of_;  // by packet
};

}  // namespace kasuri
