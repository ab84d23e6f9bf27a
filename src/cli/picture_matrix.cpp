// SPDX-License-Identifier: MIT
// Any network as a matrix: row and column are groups of routers (those of one first coordinate, as
// of a dragonfly, else neighbouring numbers), and a cell has the colour of the busiest link from
// the row's group to the column's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/link_pictures.h"
#include "stats/text_width.h"

namespace kasuri::cli {
namespace {

constexpr double kMatrixMargin = 16, kMatrixTop = 96, kLeft = 70, kArea = 560;
constexpr std::int64_t kMostGroups = 140;

}  // namespace

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
