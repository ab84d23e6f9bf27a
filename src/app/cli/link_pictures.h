// SPDX-License-Identifier: MIT
// How busy the links of a run were, for `kasuri picture`: a grid plane by plane, a tree level by
// level, groups as a ring of rings, anything else as a matrix of groups.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/run_files.h"
#include "app/view/layout.h"
#include "base/stats/svg.h"

namespace kasuri::cli {

// The routers with their coordinates, and the links between them.
struct UsedNetwork {
  using At = std::array<std::int64_t, 3>;

  std::string topology, type;
  std::size_t dimensions = 0;
  bool more_axes = false;  // than those
  std::vector<At> routers;
  At extent{1, 1, 1};
  std::vector<Point> places;  // where routers are, for networks that are drawn as the viewer does
  // Share of the run that the busiest link between two routers was busy, each way.
  std::map<std::pair<std::int64_t, std::int64_t>, double> links;
  double most = 0;

  // Throws Error(Exit::usage) for what cannot be drawn: more than three dimensions.
  explicit UsedNetwork(const RunFiles&);

  bool is_grid() const;    // links join routers that differ in one coordinate
  bool is_rings() const;   // groups of routers, or routers without any order
  bool is_levels() const;  // the first coordinate is a level, and links join neighbouring ones
};

std::string draw_grid(const UsedNetwork&);
std::string draw_levels(const UsedNetwork&, const view::Network&);
std::string draw_matrix(const UsedNetwork&);
std::string draw_rings(const UsedNetwork&);

// Pale blue for 0, orange half way, dark red for 1.
std::string heat(double share);
// The colours from 0 to `most` with both in words, at the left of a picture.
void draw_scale(Svg&, Point at, double most);

}  // namespace kasuri::cli
