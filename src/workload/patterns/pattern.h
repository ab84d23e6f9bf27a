// SPDX-License-Identifier: MIT
// Built-in traffic patterns: jobs without a program. A pattern hands messages to the transport at
// times of its own (open loop) and is told of their arrival.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/engine/partition.h"
#include "network/net/machine_part.h"
#include "network/net/topology.h"
#include "network/net/transport.h"

namespace kasuri {

struct PatternContext {
  Partition& partition;
  Transport& transport;
  std::span<const NodeId> nodes;   // of each rank
  std::span<const std::uint32_t> here;  // the ranks in this part of the machine
  // Of those ranks in the partition, see Partition::set_places; empty: 0, 1, 2, …
  std::span<const std::uint32_t> places;
  std::uint32_t first_sender;      // global sender id of node 0
  std::uint32_t job;
  std::uint64_t seed;
  BytesPerSecond injection_rate;   // of a node's link
  const Topology* topology = nullptr;  // for patterns that are made for one
  Time start{0};                   // of the job
  Time usual_duration{100'000'000};  // of patterns whose settings have none
  bool loops_back = false;         // messages of a node to itself take the network

  // Events of this kind have as target which of the ranks here they are for.
  void set_places(EventKind kind) const {
    partition.set_places(kind, places.empty() ? nullptr : places.data());
  }
  std::uint32_t place(std::size_t i) const {
    return places.empty() ? static_cast<std::uint32_t>(i) : places[i];
  }
  // What of a message goes over the network, headers included.
  Bytes on_network(const Message& m) const {
    return m.source != m.destination || loops_back ? transport.on_wire(m.size) : Bytes{0};
  }
  // Tells apart what ranks of patterns post for one instant, also those of several jobs on one node.
  std::uint32_t sequence(std::uint32_t rank) const {
    return kRankSequence + (rank + job * 0x9e3779b1u) % (1u << 30);
  }
};

// What a pattern has done in one part of the machine; those of all parts add up.
struct PatternTally {
  std::uint64_t messages = 0;  // sent
  Bytes bytes{0};
  // Sends that are to come and messages on their way. A message counts where it is sent and is taken
  // off where it arrives, so one part alone may be negative; all of them together are 0 at the end.
  std::int64_t pending = 0;
  Time last{0};                // when the last message arrived
  std::uint64_t draws = 0;     // of random numbers
  Bytes wire{0};               // on the wire, of the messages sent over the network

  PatternTally& operator+=(const PatternTally& o) {
    messages += o.messages;
    bytes += o.bytes;
    pending += o.pending;
    last = later(last, o.last);
    draws += o.draws;
    wire += o.wire;
    return *this;
  }
};

// The part of a job that runs in one part of the machine.
class Pattern {
 public:
  static constexpr std::string_view kKind = "pattern";
  static constexpr std::string_view kKindMeaning = "synthetic traffic instead of a program";
  using Base = Pattern;
  using Context = PatternContext;

  virtual ~Pattern() = default;
  // Posts the first events.
  virtual void start() = 0;
  // Until when messages are sent, where that is known: for progress. A time of the run.
  virtual Time planned_end() const { return kNever; }
  virtual PatternTally tally() const = 0;
  // What it takes of memory, in bytes.
  virtual std::uint64_t memory_bytes() const { return 0; }
};

}  // namespace kasuri
