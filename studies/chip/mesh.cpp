// SPDX-License-Identifier: MIT
// Where servers stand on the mesh, and dimension-order paths between them.
#include "studies/chip/mesh.h"

#include <algorithm>
#include <set>

namespace kasuri::chip {
namespace {

std::uint32_t rank_in(const std::set<std::uint32_t>& all, std::uint32_t x) {
  return static_cast<std::uint32_t>(std::distance(all.begin(), all.find(x)));
}

std::vector<Place> places(const Structure& s) {
  std::vector<Place> all;
  for (std::uint32_t i = 0; i < s.servers(); ++i) {
    const Place at = s[s.home({i})].at;
    all.push_back({at.x, at.y, 0});
  }
  return all;
}

// The servers as seen from above, without empty rows and columns.
std::vector<Place> from_above(std::vector<Place> all, Grid& grid) {
  std::set<std::uint32_t> columns, rows;
  for (const Place& p : all) {
    columns.insert(p.x);
    rows.insert(p.y);
  }
  grid = {static_cast<std::uint32_t>(columns.size()), static_cast<std::uint32_t>(rows.size())};
  for (Place& p : all) p = {rank_in(columns, p.x), rank_in(rows, p.y), 0};
  return all;
}

std::vector<Place> in_reading_order(std::size_t servers, Grid& grid) {
  grid = {1, 1};
  while (std::size_t{grid.columns} * grid.columns < servers) ++grid.columns;
  while (grid.size() < servers) ++grid.rows;
  std::vector<Place> all;
  for (std::uint32_t i = 0; i < servers; ++i) {
    all.push_back({i % grid.columns, i / grid.columns, 0});
  }
  return all;
}

}  // namespace

Mesh::Mesh(const Structure& of, double link_mm)
    : spots_(spots(of, grid_)), structure_(make_mesh(grid_, link_mm)) {}

std::vector<Place> Mesh::spots(const Structure& of, Grid& grid) {
  const std::vector<Place> all = places(of);
  const bool distinct = std::set<Place>(all.begin(), all.end()).size() == all.size();
  return distinct ? from_above(all, grid) : in_reading_order(all.size(), grid);
}

std::int64_t Mesh::cost(const Demand& d, const Costs& costs) const {
  const auto apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
  const Place &a = spots_[d.source.v], &b = spots_[d.target.v];
  return costs.start() + (apart(a.x, b.x) + apart(a.y, b.y)) * costs.step({0});
}

Path Mesh::path(const Demand& d, MeshPath how) const {
  Place at = spots_[d.source.v];
  const Place to = spots_[d.target.v];
  Path path;
  const auto go = [&](std::uint32_t& now, std::uint32_t goal) {
    while (now != goal) {
      const SwitchId from{at.y * grid_.columns + at.x};
      now += now < goal ? 1 : -1;
      const SwitchId next{at.y * grid_.columns + at.x};
      for (const ChannelId c : structure_.out(from)) {
        if (structure_[c].to == next) path.push_back(c);
      }
    }
  };
  const bool column_first =
      how == MeshPath::column_first || (how == MeshPath::dijkstra && to.y < at.y);
  if (column_first) go(at.y, to.y);
  go(at.x, to.x);
  go(at.y, to.y);
  return path;
}

}  // namespace kasuri::chip
