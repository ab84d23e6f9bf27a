// SPDX-License-Identifier: MIT
// Can packets of a routing block one another in a cycle? Dally & Seitz (1987): not if the channel
// dependency graph has no cycle. Its nodes are the virtual channels; an edge leads from one that a
// packet may hold to each that the routing then lets it wait for.
//
// The graph is built by walking the paths of all pairs of routers with endpoints, all paths of each
// (Routing::paths), from injection on, so it holds only what can happen. Of adaptive routings
// all candidates are followed. Where every packet has an escape, only escape channels and the escapes
// from them make the graph (Duato 1993; with virtual cut-through direct dependencies are all there are);
// else a packet that may wait for either of two channels counts for both, which is sufficient but not
// necessary. The channels of a ring in which one place is always free (bubble flow control) never
// wait for one another for good: they are one node of the graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/net/routing.h"
#include "network/routing/virtual_channel.h"

namespace kasuri {

struct DeadlockReport {
  enum class Basis {
    exact,     // all pairs were walked
    argument,  // too many: the routing's own argument, and a sample of pairs
    sampled,   // too many, and the routing has no argument
  };
  Basis basis = Basis::exact;
  std::optional<DeadlockArgument> argument;
  std::vector<VirtualChannel> cycle;  // each waits for the next, the last for the first
  std::string bad_path;               // the first path that leads nowhere or is too long

  std::uint64_t channels = 0;      // virtual channels of the topology
  std::uint64_t dependencies = 0;  // edges found
  std::uint64_t pairs = 0;         // paths walked: pairs of routers × paths
  std::uint64_t all_pairs = 0;     // paths that there are
  std::uint64_t route_calls = 0;

  bool ok() const {
    return cycle.empty() && bad_path.empty() &&
           (basis != Basis::argument || argument->deadlock_free);
  }
  // One line if all is well, else what is wrong and where.
  std::string describe(const Topology&) const;
};

// How many calls of route() a check may spend: some 20 ns each.
struct DeadlockEffort {
  std::uint64_t without_argument = 50'000'000;
  std::uint64_t with_argument = 10'000'000;
  std::uint64_t sample = 1'000'000;  // where the argument has to do
  // Links have one queue each, whatever the virtual channel (Ethernet): what the routing says of virtual
  // channels holds no more.
  bool one_queue = false;
};

// Walks each path to its target, and for minimal routings holds its length to the distance. With failures,
// whose epochs must be the routing's, the paths of all epochs side by side: none may cross what is down in
// its own, and pairs that are not connected then have none.
DeadlockReport check_deadlock(const Topology&, const Routing&, std::uint32_t vcs,
                              const DeadlockEffort& = {}, const Failures* = nullptr);

}  // namespace kasuri
