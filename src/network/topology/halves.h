// SPDX-License-Identifier: MIT
// Divisions of a weighted graph into halves with a small cut.
//
// *Refinement* (Fiduccia & Mattheyses, "A linear-time heuristic for improving network partitions", DAC
// 1982): each vertex moves once to the other side, the one that saves most first, also if it costs
// something; the best division on the way is kept. Candidates are in heaps instead of buckets, since
// weights of links may be of any size.
//
// The *multilevel* method (Hendrickson & Leland, SC 1995; Karypis & Kumar, SIAM J. Sci. Comput. 20(1),
// 1998): vertices are merged in pairs along their heaviest edges until few are left; these are divided by
// growing a part from several starts; each finer graph refines what the coarser one found.
//
// METIS and Scotch do the same, but keep the sides equal only within a tolerance. A bisection needs exact
// halves, and results must not depend on the version of a library.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

// Edges of vertex v: first[v] … first[v + 1] - 1, each listed at both of its ends.
struct WeightedGraph {
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> to;
  std::vector<std::int64_t> edge;    // weights
  std::vector<std::int64_t> vertex;  // weights

  std::uint32_t size() const { return static_cast<std::uint32_t>(vertex.size()); }
};

// Routers weigh as many as they have endpoints, links what both directions carry. `capacity`: of a channel,
// per link class.
WeightedGraph weighted_graph(const Topology&, std::span<const std::uint64_t> capacity);

// By vertex, whether it is on the first side.
using Sides = std::vector<bool>;

std::int64_t weight_of_cut(const WeightedGraph&, const Sides&);

// Makes the cut smaller and the sides equal: their weights differ by at most the heaviest vertex, and by
// nothing if all vertices of an even number weigh the same. Vertices may weigh nothing.
void refine_halves(const WeightedGraph&, Sides&);

// The same result for the same graph, always.
Sides multilevel_halves(const WeightedGraph&);

}  // namespace kasuri
