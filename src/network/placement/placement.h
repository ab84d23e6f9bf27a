// SPDX-License-Identifier: MIT
// Which nodes a job gets: one file per policy. A group is Topology::group(): what schedulers take
// for a neighbourhood. The names of policies follow Jain, Bhatele et al., "Maximizing Throughput on
// a Dragonfly Network" (SC14) and "Evaluating HPC Networks via Simulation of Parallel Workloads"
// (SC16), from which TraceR's come too.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/fields.h"
#include "base/core/rng.h"
#include "network/net/topology.h"

namespace kasuri {

struct PlacementContext {
  const Topology& topology;
  std::uint32_t nics_per_node;
  std::span<const NodeId> free;  // that the job may have, ascending
  std::uint32_t count;           // of nodes wanted, 1 … free.size()
  std::uint64_t seed;
  std::uint32_t job;             // its number, for random streams
  // Why a node cannot be had: "it belongs to job 'a'"; "" if it can.
  std::function<std::string(NodeId)> why_not;

  RouterId router_of(NodeId n) const { return topology.router_of({n.v * nics_per_node}); }
  std::uint32_t group_of(NodeId n) const { return topology.group(router_of(n)); }
};

class Placement {
 public:
  static constexpr std::string_view kKind = "placement";
  static constexpr std::string_view kKindMeaning = "selects the nodes of a job";
  using Base = Placement;
  using Context = PlacementContext;

  virtual ~Placement() = default;
  // `count` different nodes of `free`, in the order in which ranks fill them. Throws Error if it has
  // not so many.
  virtual std::vector<NodeId> choose() const = 0;
};

// Of policies that draw lots.
struct RandomOrderParams {
  std::optional<std::int64_t> seed;

  static config::Fields<RandomOrderParams> fields() {
    using P = RandomOrderParams;
    return {config::field("seed", &P::seed, "seed of the random order; default: run.seed").at_least(0)};
  }
};

// A random order that depends on seed, job and purpose alone (Fisher & Yates).
template <class T>
void shuffle(std::vector<T>& all, std::uint64_t seed, std::uint32_t job, std::uint32_t purpose) {
  for (std::size_t i = all.size(); i > 1; --i) {
    std::swap(all[i - 1], all[below(random_at(seed, job, purpose, i)[0], i)]);
  }
}
inline constexpr std::uint32_t kPlacementStream = 0x706c6163;  // no job's number
inline constexpr std::uint32_t kMappingStream = 0x6d617070;

// Free nodes with a key (their router, their group), in the order of keys and nodes.
struct NodeSet {
  std::uint32_t key;
  std::vector<NodeId> nodes;
};
std::vector<NodeSet> sets_by(const PlacementContext&,
                             const std::function<std::uint32_t(NodeId)>& key);
// The first `count` nodes of sets one after the other.
std::vector<NodeId> first_nodes(std::span<const NodeSet>, std::uint32_t count);

}  // namespace kasuri
