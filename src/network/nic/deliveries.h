// SPDX-License-Identifier: MIT
// What NICs of one part of the machine count: packets and messages that came, by job, and their latencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/core/hash.h"
#include "network/net/delivery.h"
#include "network/net/latency.h"
#include "network/net/packet.h"
#include "network/net/payload.h"
#include "network/nic/message_records.h"

namespace kasuri {

class Deliveries {
 public:
  explicit Deliveries(std::size_t jobs) : by_job_(jobs) {}

  const std::vector<DeliveryStatistics>& by_job() const { return by_job_; }
  DeliveryStatistics& of(std::uint32_t job) { return by_job_[job]; }
  DeliveryStatistics sum() const {
    DeliveryStatistics sum;
    for (const DeliveryStatistics& d : by_job_) sum += d;
    return sum;
  }

  // A packet, of which message, is in memory then.
  void count_packet(const Packet& p, const MessageRecord& m, Time in_memory) {
    DeliveryStatistics& d = by_job_[m.job()];
    d.count_packet(Bytes{p.bytes}, p.hops, in_memory - p.injected, p.injected - m.posted, in_memory);
    d.hash += mix(std::uint64_t{p.source.v} << 32 | p.sequence,
                  mix(std::uint64_t{p.destination.v} << 32 | p.bytes,
                      static_cast<std::uint64_t>(in_memory.ps)));
    if (latencies.counted()) {
      latencies.add(m.flow, Latencies::packet, in_memory - p.injected);
      latencies.add(m.flow, Latencies::queueing, p.injected - m.posted);
    }
  }
  void count_message(const MessageRecord& m, bool through_fabric, Time now) {
    const Time latency = now - m.posted;
    if (through_fabric) by_job_[m.job()].count_message(latency);
    if (latencies.counted()) {
      latencies.add(m.flow, through_fabric ? Latencies::message : Latencies::local, latency);
    }
  }
  // A message that will not arrive.
  void count_dropped(const MessageRecord& m) {
    DeliveryStatistics& d = by_job_[m.job()];
    if (m.traffic() == Traffic::control) {
      d.dropped_controls += 1;
      return;
    }
    d.dropped_messages += 1;
    d.dropped_bytes += m.size;
  }

  Latencies latencies;  // by flow, if that is asked for before anything is sent

 private:
  std::vector<DeliveryStatistics> by_job_;
};

}  // namespace kasuri
