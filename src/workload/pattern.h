// SPDX-License-Identifier: MIT
// Built-in traffic patterns: jobs without a program. A pattern hands messages to the transport at
// times of its own (open loop) and is told of their arrival.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/partition.h"
#include "nic/transport.h"

namespace kasuri {

struct PatternContext {
  Partition& partition;
  Transport& transport;
  std::vector<NodeId> nodes;       // of each rank
  std::uint32_t first_sender;      // global sender id of node 0
  std::uint32_t job;
  std::uint64_t seed;
  BytesPerSecond injection_rate;   // of a node's link
};

class Pattern {
 public:
  static constexpr std::string_view kKind = "pattern";
  static constexpr std::string_view kKindMeaning = "built-in traffic, instead of a program";
  using Base = Pattern;
  using Context = PatternContext;

  virtual ~Pattern() = default;
  // Posts the first events.
  virtual void start() = 0;
  // Everything has been sent and has arrived.
  virtual bool finished() const = 0;
  // Until when messages are sent, where that is known: for progress.
  virtual Time planned_end() const { return kNever; }
  // When the last message arrived.
  virtual Time finish_time() const = 0;
  virtual std::uint64_t messages() const = 0;
  virtual Bytes bytes() const = 0;
};

}  // namespace kasuri
