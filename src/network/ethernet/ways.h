// SPDX-License-Identifier: MIT
// The ways of packets between two hosts of an Ethernet: their links, and what a packet takes over them
// without others.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/ids.h"
#include "base/core/units.h"
#include "network/net/link.h"
#include "network/net/routing.h"
#include "network/net/topology.h"

namespace kasuri {

struct Way {
  std::uint32_t links = 0;  // those of both hosts included
  Time cable{0};            // of all of them
  // Of the narrowest part, all links together over which a flow is spread there; and how many these are.
  BytesPerSecond rate = kUnlimited;
  std::uint32_t lanes = 1;
  struct Links {
    BytesPerSecond rate;
    std::uint32_t links;
  };
  std::vector<Links> rates;

  // Of `bytes` over all links, one after the other.
  Time serial(Bytes bytes) const;
  Time round_trip(Bytes packet, Bytes control) const { return cable * 2 + serial(packet + control); }
};

// With the routing's first path, and with empty queues where it is adaptive. `classes` as link_classes()
// has them.
Way way_between(const Topology&, const Routing&, const std::vector<LinkClass>& classes, EndpointId from,
                EndpointId to);

// Ways whose narrowest part has one rate, and the longest of them.
struct WayKind {
  BytesPerSecond rate;
  std::uint32_t links = 0;
  Time cable{0};
  Time round_trip{0};
};
// All that samples of pairs of hosts show; the slowest first.
std::vector<WayKind> kinds_of_ways(const Topology&, const Routing&, const std::vector<LinkClass>& classes,
                                   Bytes packet, Bytes control);

}  // namespace kasuri
