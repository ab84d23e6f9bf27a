// SPDX-License-Identifier: MIT
// How much a network can carry between two halves of its endpoints (Dally & Towles, ch. 3.3.2).
//
// The bisection is the smallest cut that halves the endpoints; to find it is NP-hard, so the smallest of
// several is found here: along each coordinate and by number, refined (halves.h), and a multilevel one.
// Routers without endpoints go to the side where they cost least
// (by maximum flow: Dinic 1970). A cut is the same in both directions, since a router has as many
// inputs as outputs. Routers are kept whole: with an odd one out, the halves differ by its
// endpoints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

struct MinimumCut {
  std::uint64_t capacity = 0;           // from one half to the other
  std::vector<std::uint64_t> channels;  // per link class, in that direction
  std::vector<bool> first_half;         // of each router, whether it is on the first side
};

// The most that can flow from the routers of `sources` to those of `sinks`, and a smallest cut
// between them; `capacity` is that of a channel, per link class.
MinimumCut max_flow(const Topology&, std::span<const RouterId> sources, std::span<const RouterId> sinks,
             std::span<const std::uint64_t> capacity);

// An upper bound of the bisection, nothing for machines with less than two routers with endpoints
// or too large to look at (more than some ten million channels).
std::optional<MinimumCut> find_bisection(const Topology&, std::span<const std::uint64_t> capacity);

// Another one, by the multilevel method: for graphs whose numbers and coordinates do not show a good cut.
std::optional<MinimumCut> multilevel_bisection(const Topology&, std::span<const std::uint64_t> capacity);

}  // namespace kasuri
