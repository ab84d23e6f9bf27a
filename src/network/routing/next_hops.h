// SPDX-License-Identifier: MIT
// Next hops by destination: for each router and each router with endpoints one output port, on a
// shortest path. What a subnet manager writes into linear forwarding tables.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/failures.h"
#include "network/net/topology.h"

namespace kasuri {

// The routers that have endpoints, numbered in their order.
class Terminals {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit Terminals(const Topology&);

  std::uint32_t count() const { return static_cast<std::uint32_t>(routers_.size()); }
  RouterId operator[](std::uint32_t i) const { return routers_[i]; }
  std::uint32_t index(RouterId r) const { return indices_[r.v]; }  // kNone if it has no endpoint

 private:
  std::vector<RouterId> routers_;
  std::vector<std::uint32_t> indices_;
};

class NextHops {
 public:
  static constexpr std::uint16_t kNone = UINT16_MAX;

  // No entry yet. Throws Error(Exit::limit) if the table would be larger than kMostBytes.
  NextHops(const Topology&, const Terminals&);

  std::uint16_t port(RouterId at, std::uint32_t terminal) const {
    return ports_[std::size_t{at.v} * terminals_ + terminal];
  }
  std::uint16_t& port(RouterId at, std::uint32_t terminal) {
    return ports_[std::size_t{at.v} * terminals_ + terminal];
  }

  static constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

 private:
  std::uint32_t terminals_;
  std::vector<std::uint16_t> ports_;
};

// Fills tables one after the other, all of shortest paths; unbalanced ones take the lowest port
// there is, balanced ones the port behind which the channels have the fewest paths in all so far
// (as SSSP routing: Hoefler, Schneider & Lumsdaine, "Optimized routing for large-scale InfiniBand
// networks", 2009).
class ShortestPaths {
 public:
  // With failures, what is down in this epoch is left out; there may then be no way.
  ShortestPaths(const Topology&, const Terminals&, bool balanced,
                const Failures* failures = nullptr, std::uint32_t epoch = 0);
  NextHops next_table();
  // Channels of the longest path of the tables so far.
  std::uint32_t longest() const { return longest_; }

 private:
  // A port on a shortest path, and where it leads; the candidates of a router form a list.
  struct Candidate {
    RouterId next;
    std::uint32_t other;
    std::uint16_t port;
  };

  void towards(std::uint32_t terminal, NextHops&);
  void list_candidates(std::size_t begin, std::size_t end);
  void choose(RouterId, std::uint32_t terminal, NextHops&);
  template <class F>
  void along(RouterId, std::uint32_t terminal, const NextHops&, F) const;
  bool up(RouterId r, std::uint32_t port) const {
    return !failures_ || failures_->up(epoch_, r, port);
  }

  const Topology& topology_;
  const Terminals& terminals_;
  bool balanced_;
  const Failures* failures_;
  std::uint32_t epoch_;
  std::vector<std::uint64_t> first_channel_;
  std::vector<std::uint64_t> load_;            // paths over each channel
  std::vector<std::vector<PortRef>> senders_;  // of the channels into each router
  std::uint32_t connected_ = 0;                // routers with a channel that is up, in or out
  std::uint32_t longest_ = 0;
  std::vector<std::uint32_t> distance_;        // of one destination
  std::vector<RouterId> reached_;
  std::vector<Candidate> candidates_;          // of the routers at one distance
  std::vector<std::uint32_t> first_candidate_;
};

}  // namespace kasuri
