// SPDX-License-Identifier: MIT
// One part of the machine as every network model knows it: where it is, what it is made of, its observers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/engine/partition.h"
#include "network/net/decomposition.h"
#include "network/net/link.h"
#include "network/net/link_jobs.h"
#include "network/net/link_power.h"
#include "network/net/link_split.h"
#include "network/net/observer.h"
#include "network/net/routing.h"
#include "network/net/topology.h"

namespace kasuri {

// A node's events of one instant are ordered by their sequence: what its NICs post to themselves,
// then their injections, then its ranks and patterns.
inline constexpr std::uint32_t kInjectSequence = 1u << 31;
inline constexpr std::uint32_t kRankSequence = 3u << 30;

// Routers, endpoints and nodes go by their local numbers (decomposition.h) wherever they index state
// of this part: in events, credits and senders' peers. What outlives the part, such as
// packets, order keys and messages, has global ids.
struct MachinePart {
  Partition& partition;
  const Topology& topology;
  const Routing& routing;
  const Decomposition& decomposition;
  std::uint16_t part = 0;
  Time request;    // T_RC + T_VA + T_SA: from head arrival to request
  Time traversal;  // T_ST: from grant to head departure
  std::vector<LinkClass> link_classes;  // the topology's, then the terminal links'
  std::uint64_t seed = 0;               // of the ways that packets go (Routing::ways)
  const Failures* failures = nullptr;   // null if nothing fails

  // Set by its observers.
  LinkPower* power = nullptr;
  LinkSignals* signals = nullptr;
  LinkSplit* split = nullptr;
  LinkJobs* jobs = nullptr;
  PacketObserver* observer = nullptr;
  PacketObserver* arrival_observer = nullptr;  // of what comes to routers, too

  std::uint32_t router_count() const { return decomposition.routers(part); }
  std::uint32_t endpoint_count() const { return decomposition.endpoints(part); }
  RouterId router(std::uint32_t local) const { return decomposition.router(part, local); }
  std::uint8_t terminal_class() const { return static_cast<std::uint8_t>(link_classes.size() - 1); }
  // Sender ids: routers, then nodes.
  SenderId sender_of(RouterId r) const { return {r.v}; }
  SenderId sender_of(NodeId n) const { return {topology.routers() + n.v}; }
};

}  // namespace kasuri
