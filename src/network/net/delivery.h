// SPDX-License-Identifier: MIT
// What NICs count.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/core/units.h"
#include "network/net/message.h"

namespace kasuri {

// Of one job, or of all. Integers only: they are summed over the parts of the machine.
struct DeliveryStatistics {
  std::uint64_t packets = 0;
  std::uint64_t messages = 0;
  Bytes bytes{0};                  // on the wire
  std::uint64_t hops = 0;          // router-to-router
  Bytes transfer{0};               // Σ bytes × router-to-router hops
  Time latency{0};                 // Σ from the head's injection until all is in memory
  Time latency_max{0};
  Time queueing{0};                // Σ from the message's hand-over to the injection
  Time last{0};                    // when the last packet was in memory
  std::uint64_t hash = 0;          // commutative sum over deliveries
  std::uint64_t intra_node_messages = 0;
  Bytes intra_node_bytes{0};
  Time message_latency{0};         // Σ over `messages` from the hand-over to the arrival
  Time message_latency_max{0};
  // Of a machine in which something fails (network/nic/recovery.h).
  std::uint64_t damaged_packets = 0;    // came, and were not taken
  std::uint64_t repeated_messages = 0;  // of which packets were asked for again
  std::uint64_t dropped_messages = 0;   // that had no way to their destination
  Bytes dropped_bytes{0};
  std::uint64_t dropped_controls = 0;   // the same of control messages, which are not among those
  Time recovering{0};    // Σ over repeated messages from the end of the first try to that of the last one
  Time without_way{0};   // Σ over messages that waited for a repair
  std::array<std::uint64_t, 3> unused{};  // 3 × 64 bytes in all: jobs are found without a multiplication

  DeliveryStatistics& operator+=(const DeliveryStatistics&);
  // A packet of `size` bytes on the wire that is in memory at `now`.
  void count_packet(Bytes size, std::uint32_t over, Time in_network, Time queued, Time now) {
    packets += 1;
    bytes += size;
    hops += over;
    transfer += size * over;
    latency += in_network;
    latency_max = later(latency_max, in_network);
    queueing += queued;
    last = later(last, now);
  }
  // A message that took this time from its hand-over.
  void count_message(Time took) {
    messages += 1;
    message_latency += took;
    message_latency_max = later(message_latency_max, took);
  }
  // Those of protocols are none of the user's.
  void count_within_node(const Message& m) {
    if (m.traffic == Traffic::control) return;
    intra_node_messages += 1;
    intra_node_bytes += m.size;
  }
};

// Something that a network model counts besides: of all parts the sum, or the largest.
struct NetworkCount {
  std::uint64_t value = 0;
  bool largest = false;

  NetworkCount& operator+=(const NetworkCount& o) {
    value = largest ? std::max(value, o.value) : value + o.value;
    return *this;
  }
};

// What one NIC has done.
struct NicUse {
  Time send_busy;     // Σ packet bytes / rate of injection, and what faults and power saving add
  Time receive_busy;  // Σ packet bytes / DMA write rate, or the ejection link's if that is lower
  Bytes sent;
  Time windows_shut;  // had messages, but no window of theirs had room for a packet
  Time no_credit{0};  // had a packet to send and a free link, but no space behind it
};

}  // namespace kasuri
