// SPDX-License-Identifier: MIT
// Networks that carry whole messages: a model says how long one takes, and nothing happens on the way.
// For runs in which contention does not matter, or is to be left out: instead of packets through
// routers, which are the usual network.
#pragma once

#include <string_view>

#include "base/config/registry.h"
#include "base/core/ids.h"
#include "base/core/units.h"

namespace kasuri {

class Topology;

struct MessageModelContext {
  const Topology& topology;
  BytesPerSecond link_rate;  // between a node and its router
};

// A pure function of sizes and places. One file each.
class MessageModel {
 public:
  static constexpr std::string_view kKind = "network";
  static constexpr std::string_view kKindMeaning =
      "models of whole messages instead of packets in routers";
  using Base = MessageModel;
  using Context = MessageModelContext;

  virtual ~MessageModel() = default;
  // From a message's first byte leaving its node until the last has left.
  virtual Time transmission(Bytes) const = 0;
  // Whether messages of a NIC leave one after the other; then those of two nodes arrive in order.
  virtual bool serial() const = 0;
  // If so, from a message's beginning to leave until the next one may.
  virtual Time port_time(Bytes) const = 0;
  // And from a message's beginning to arrive until the next one may.
  virtual Time receive_port_time(Bytes) const = 0;
  // From the last byte's leaving until it is in the memory of a node at another router, or at the same.
  virtual Time latency(RouterId from, RouterId to) const = 0;
  // No latency between different routers is less. At least 1 ps.
  virtual Time least_latency() const = 0;
};

}  // namespace kasuri
