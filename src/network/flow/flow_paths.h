// SPDX-License-Identifier: MIT
// The links that a message takes: the routing is asked at each router, as routers ask it for packets.
//
// A routing that gives packets random paths gives a flow several: all of them if they are few, else a
// sample. An adaptive one is asked several times; each answer counts as load for the next. What it takes
// for queues are functions of the load: a link that flows cannot fill has next to none.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "network/flow/passages.h"
#include "network/flow/shares.h"
#include "network/net/machine_part.h"
#include "network/net/routing.h"

namespace kasuri {

// All directed links: router by router its outputs, those to endpoints last, as in the results of a run.
class LinkNumbers {
 public:
  explicit LinkNumbers(const Topology&);
  std::uint32_t of(RouterId r, std::uint32_t port) const { return first_[r.v] + port; }
  std::uint32_t count() const { return first_.back(); }

 private:
  std::vector<std::uint32_t> first_;
};

// One link of one path, in the order of the path.
struct FlowCrossing {
  RouterId at;
  std::uint32_t port;
  std::uint32_t share;  // of the flow's bytes, / kWholeFlow
  bool first;           // of a path
  Time after;           // from the request of the link before, or from the NIC, to that of this one
  Time wakes{0};        // how long a head waits for it and those before it to wake up
};

struct FlowPath {
  std::vector<LinkUse> uses;   // each link once
  std::vector<FlowCrossing> crossings;  // if somebody listens (flow_tracks.h)
  std::vector<Time> heads;     // from the NIC to the request of each link; of the last of several paths
  Time latency{0};             // of a head from memory to memory, the longest if there are several paths
  std::int64_t bound = 0;      // rate at which the flow would go on alone
  std::uint32_t input = 0;     // of its last router, which it comes from
  std::uint64_t hops = 0;      // mean number of router-to-router links, × kWholeFlow
};

class SprayedPaths;

class FlowPaths {
 public:
  static constexpr std::uint32_t kMostSprayed = 72;  // of a flow that the routing itself spreads
  static constexpr std::uint32_t kMostPaths = 8;  // of a flow
  static constexpr std::uint32_t kAdaptive = 4;   // questions to an adaptive routing

  // `buffer`: bytes per VC of a router's input; `packet`: the largest. `turns`: the VCs in which
  // NICs inject, where outputs serve those of all inputs in turn; else 0.
  FlowPaths(const MachinePart&, const Shares&, const LinkNumbers&, Bytes buffer, Bytes packet,
            std::uint32_t turns);
  // Paths have crossings from now on.
  void track() { tracks_ = true; }
  std::uint32_t turns() const { return turns_; }

  // For the NIC's `sequence`-th message. `single`: over one path, for messages that share no links.
  void find(EndpointId from, EndpointId to, std::uint32_t sequence, bool single, std::int64_t nic_rate,
            FlowPath& out);

  // Bytes of a flow that have not passed its links yet, and those of them that are in buffers.
  struct Backlog {
    std::int64_t left, queued;
  };
  using BacklogOf = std::function<Backlog(std::uint32_t flow)>;
  // For how long a short message waits for what others have on its path, drawn by `draw`.
  Time wait(const FlowPath&, std::uint64_t draw, const BacklogOf&) const;
  // A short message passes the links of its path but the last, after those that have begun before it. It
  // waits for them; where the buffers before a link are full, its NIC is held.
  struct Passed {
    Time waits{0}, held{0};
  };
  Passed pass(const FlowPath&, Bytes wire, Time begins);
  std::uint64_t memory_bytes() const { return passages_.memory_bytes(); }

 private:
  class Loads;
  void walk(EndpointId from, EndpointId to, std::uint32_t path, std::uint32_t share, FlowPath& out);

  const MachinePart& f_;
  std::int64_t buffer_, packet_;
  const Shares& shares_;
  const LinkNumbers& numbers_;
  Passages passages_;
  PathSelector selector_;
  std::uint32_t most_;  // links on a path, more would be a ring
  std::uint32_t turns_;
  bool tracks_ = false;
  bool enumerates_;     // all paths of a pair
  const SprayedPaths* sprayed_;  // null: the routing does not list them
  std::uint64_t seed_;
  std::vector<std::uint32_t> path_numbers_;  // of one flow
};

}  // namespace kasuri
