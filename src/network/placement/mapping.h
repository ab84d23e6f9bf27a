// SPDX-License-Identifier: MIT
// Which of a job's slots each rank gets: one file per order. A slot is a place for one rank on a node;
// the slots come in the order of placement and layout, a node as often as it has ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/config/fields.h"
#include "network/net/topology.h"

namespace kasuri {

struct MappingContext {
  const Topology& topology;
  std::uint32_t nics_per_node;
  std::span<const NodeId> slots;  // as many as the job has ranks
  std::uint64_t seed;
  std::uint32_t job;              // its number, for random streams

  RouterId router_of(NodeId n) const { return topology.router_of({n.v * nics_per_node}); }
};

class Mapping {
 public:
  static constexpr std::string_view kKind = "mapping";
  static constexpr std::string_view kKindMeaning = "assigns each rank a place on the nodes of its job";
  using Base = Mapping;
  using Context = MappingContext;

  virtual ~Mapping() = default;
  // The slot of each rank: a permutation. Throws Error for a job that it does not fit.
  virtual std::vector<std::uint32_t> arrange() const = 0;
};

using Coordinates = std::vector<std::uint32_t>;

// Where the slots are: the coordinates of their routers.
std::vector<Coordinates> points_of_slots(const MappingContext&);
// One more than the greatest of each coordinate.
Coordinates extents_of(std::span<const Coordinates>);
// Of ranks 0, 1, … that count through a grid, the first coordinate fastest. Throws Error if the grid
// has not as many points as there are ranks.
std::vector<Coordinates> points_of_ranks(const Coordinates& grid, std::size_t ranks);

// The numbers 0 … n − 1 in the order of their keys; of equal keys the lower number first.
std::vector<std::uint32_t> sorted_by(
    std::size_t n, const std::function<std::vector<std::uint32_t>(std::uint32_t)>& key);
// The i-th rank of one order gets the i-th slot of the other.
std::vector<std::uint32_t> join(std::span<const std::uint32_t> ranks,
                                std::span<const std::uint32_t> slots);
// A key that keeps a block of these extents together, and counts through it, the first coordinate
// fastest.
std::vector<std::uint32_t> block_key(const Coordinates&, const Coordinates& block);

}  // namespace kasuri
