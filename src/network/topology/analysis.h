// SPDX-License-Identifier: MIT
// What `kasuri topo` says of any graph beyond its counts: bounds of the bisection, how many shortest paths
// there are, what traffic they carry, and the cables of a layout.
//
// Bounds of the bisection: a cut into halves of the routers has at least lambda n / 4 channels, lambda the
// second smallest eigenvalue of the graph's Laplacian (Fiedler 1973); from above, besides the cuts of
// bisection.h, a division by the eigenvector (spectrum.h) and a multilevel one (halves.h). For grids with
// even longest extents, full trees, hypercubes, and HyperX with even extents, a formula is exact (Dally &
// Towles, ch. 3; Leiserson 1985; Ahn et al. 2009).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/topology/bisection.h"
#include "network/topology/channel_loads.h"
#include "network/topology/floor_plan.h"
#include "network/topology/worst_permutation.h"

namespace kasuri {

struct GraphAnalysis {
  std::uint32_t degree = 0;  // the most links of a router
  double ports_per_endpoint = 0, routers_per_endpoint = 0;
  std::optional<double> least_bisection, exact_bisection;  // rates, in one direction
  bool bounds_agree = false;  // exact_bisection is known because both bounds are equal
  PathDiversity paths;
  std::vector<std::pair<std::string, LoadSummary>> traffic;  // over shortest paths, by pattern
  std::optional<RoutedLoads> routed;  // of the same patterns, by the caller: routing is a floor above
  std::optional<WorstPermutation> worst;
  std::vector<std::string> classes;
  std::vector<CableSum> cables;  // by class
  std::uint32_t racks = 0, rows = 0;
};

// `rates`: by link class, then that of the links to NICs. `cut`: the least that has been found; a smaller
// one takes its place.
GraphAnalysis analyse_graph(const Topology&, std::span<const double> rates, const LayoutParams&,
                            std::optional<MinimumCut>& cut, std::span<const TrafficDemand>);

std::string to_text(const GraphAnalysis&);
void add_to_json(const GraphAnalysis&, nlohmann::ordered_json&);

}  // namespace kasuri
