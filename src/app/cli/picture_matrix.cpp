// SPDX-License-Identifier: MIT
// Networks of groups as a ring of rings, and any network as a matrix. In the ring, groups are on a circle,
// and the routers of each on a circle of its own; links are chords, the busiest on top.
//
// In the matrix, row and column are groups of routers (those of one first coordinate, as
// of a dragonfly, else neighbouring numbers), and a cell has the colour of the busiest link from
// the row's group to the column's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/link_pictures.h"
#include "base/stats/text_width.h"

namespace kasuri::cli {
namespace {

constexpr double kMatrixMargin = 16, kMatrixTop = 96, kLeft = 70, kArea = 560;
constexpr std::int64_t kMostGroups = 140;

// The group of a router by its coordinates: of networks that have groups; else each router is one.
std::int64_t ring_group(const UsedNetwork& n, std::size_t r) {
  if (n.type == "dragonfly" || n.type == "dragonfly-plus") return n.routers[r][0];
  if (n.type == "slim-fly") return n.routers[r][1];
  if (n.type == "hyperx" && n.dimensions > 1) return n.routers[r][n.dimensions - 1];
  return static_cast<std::int64_t>(r);
}

constexpr double kRing = 300, kRingMargin = 90, kRingTop = 60;

Point on_circle(Point centre, double radius, double turn) {
  const double angle = 2 * M_PI * (turn - 0.25);
  return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
}

// Where each router is.
std::vector<Point> ring_places(const UsedNetwork& n, Point centre) {
  if (!n.places.empty()) {
    double most = 1e-9;
    for (const Point& p : n.places) most = std::max(most, std::hypot(p.x, p.y));
    std::vector<Point> places;
    const double scale = (kRing + kRingMargin / 2) / most;
    for (const Point& p : n.places) places.push_back({centre.x + scale * p.x, centre.y + scale * p.y});
    return places;
  }
  std::map<std::int64_t, std::vector<std::size_t>> groups;
  for (std::size_t r = 0; r < n.routers.size(); ++r) groups[ring_group(n, r)].push_back(r);
  const auto count = static_cast<double>(groups.size());
  const double small = std::min(80.0, 0.8 * kRing * std::sin(M_PI / std::max(2.0, count)));
  std::vector<Point> places(n.routers.size());
  double k = 0;
  for (const auto& [group, members] : groups) {
    const double turn = k++ / count;
    const Point middle = on_circle(centre, kRing, turn);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const double own = static_cast<double>(i) / static_cast<double>(members.size());
      places[members[i]] = members.size() == 1 ? middle : on_circle(middle, small, turn + own);
    }
  }
  return places;
}

}  // namespace

bool UsedNetwork::is_rings() const {
  constexpr std::size_t kMostRouters = 2000, kMostLinks = 60'000;
  if (routers.size() > kMostRouters || links.size() > kMostLinks) return false;
  for (const std::string_view kind : {"dragonfly", "slim fly", "polarfly", "jellyfish", "hyperx",
                                      "hypercube"}) {
    if (topology.starts_with(kind)) return true;
  }
  return false;
}

std::string draw_rings(const UsedNetwork& n) {
  const double side = 2 * (kRing + kRingMargin), height = kRingTop + side;
  Svg svg(side, height);
  svg.rectangle({0, 0}, side, height, "white");
  svg.text({kMatrixMargin, 20},
           fitted(n.topology + ": utilisation of its links", 14, side - 2 * kMatrixMargin), 14);
  draw_scale(svg, {kMatrixMargin, 30}, n.most);
  const std::vector<Point> at = ring_places(n, {side / 2, kRingTop + side / 2});
  std::vector<std::pair<double, std::pair<std::int64_t, std::int64_t>>> lines;
  for (const auto& [ends, share] : n.links) {
    const auto back = n.links.find({ends.second, ends.first});
    const double other = back == n.links.end() ? 0 : back->second;
    if (back != n.links.end() && ends.second < ends.first) continue;
    lines.push_back({std::max(share, other), ends});
  }
  std::ranges::sort(lines);
  const double width = lines.size() > 2000 ? 0.4 : lines.size() > 400 ? 0.8 : 1.5;
  for (const auto& [share, ends] : lines) {
    svg.line(at[static_cast<std::size_t>(ends.first)], at[static_cast<std::size_t>(ends.second)],
             heat(n.most > 0 ? share / n.most : 0), width);
  }
  for (std::size_t r = 0; r < at.size(); ++r) {
    svg.begin_group(fmt::format("router {}", r));
    svg.circle(at[r], at.size() > 400 ? 1.5 : 3, "#444");
    svg.end_group();
  }
  return svg.str();
}

std::string draw_matrix(const UsedNetwork& n) {
  const bool grouped = n.dimensions > 1;
  const auto routers = static_cast<std::int64_t>(n.routers.size());
  const std::int64_t units = std::max<std::int64_t>(1, grouped ? n.extent[0] : routers);
  const std::int64_t together = (units + kMostGroups - 1) / kMostGroups;
  const std::int64_t groups = (units + together - 1) / together;
  const auto group_of = [&](std::int64_t r) {
    return (grouped ? n.routers[static_cast<std::size_t>(r)][0] : r) / together;
  };
  std::map<std::pair<std::int64_t, std::int64_t>, double> cells;
  for (const auto& [ends, share] : n.links) {
    double& most = cells[{group_of(ends.first), group_of(ends.second)}];
    most = std::max(most, share);
  }
  const double cell = std::min(28.0, kArea / static_cast<double>(groups)),
               side = cell * static_cast<double>(groups);
  const double width = std::max(kLeft + side + kMatrixMargin, 520.0), height = kMatrixTop + side + 50;
  Svg svg(width, height);
  svg.rectangle({0, 0}, width, height, "white");
  svg.text({kMatrixMargin, 20},
           fitted(n.topology + ": utilisation of its links", 14, width - 2 * kMatrixMargin), 14);
  draw_scale(svg, {kMatrixMargin, 30}, n.most);
  const std::string unit =
      together > 1 ? fmt::format("{} {}s together", together, grouped ? "group" : "router")
      : grouped    ? "group"
                   : "router";
  svg.text({kMatrixMargin, 62}, fmt::format("the busiest link from a row to a column; white: no link"),
           11);
  svg.text({kLeft + side / 2, kMatrixTop + side + 38}, fmt::format("to {}", unit), 12, Anchor::middle);
  svg.text({26, kMatrixTop + side / 2}, fitted(fmt::format("from {}", unit), 12, std::max(side, 60.0)),
           12, Anchor::middle, -90);
  for (const auto& [at, share] : cells) {
    svg.begin_group(
        fmt::format("{} to {}: {:.3g} %", at.first * together, at.second * together, 100 * share));
    svg.rectangle({kLeft + cell * static_cast<double>(at.second),
                   kMatrixTop + cell * static_cast<double>(at.first)},
                  cell, cell, heat(n.most > 0 ? share / n.most : 0));
    svg.end_group();
  }
  svg.rectangle({kLeft, kMatrixTop}, side, side, "none", "#444");
  const double label = text_width(fmt::format("{}", units), 10) + 6;
  const auto every = static_cast<std::int64_t>(std::max(1.0, std::ceil(label / cell)));
  for (std::int64_t g = 0; g < groups; g += every) {
    const double middle = (static_cast<double>(g) + 0.5) * cell;
    const std::string number = fmt::format("{}", g * together);
    svg.text({kLeft - 6, kMatrixTop + middle + 4}, number, 10, Anchor::end);
    svg.text({kLeft + middle, kMatrixTop + side + 16}, number, 10, Anchor::middle);
  }
  return svg.str();
}

}  // namespace kasuri::cli
