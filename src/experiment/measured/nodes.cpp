// SPDX-License-Identifier: MIT
#include "experiment/measured/nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/core/errors.h"
#include "experiment/plan/config.h"
#include "network/placement/folded_box.h"
#include "network/topology/lattice.h"

namespace kasuri::measured {

static constexpr std::uint32_t kMostNodes = static_cast<std::uint32_t>(kMostRanks);

Nodes Nodes::parse(std::string_view text) {
  Nodes n{.count = 1, .box = {}};
  const auto refuse = [&] {
    throw Error(Exit::usage,
                fmt::format("kasuri: error: --nodes {}: a number of nodes, as 16, or a box of them, "
                            "as 4x4x4; at most {}",
                            text, kMostNodes));
  };
  std::string_view rest = text;
  for (;;) {
    std::uint32_t extent = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), extent);
    if (error != std::errc{} || extent == 0 || extent > kMostNodes / n.count) refuse();
    n.count *= extent;
    n.box.push_back(extent);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) break;
    if (rest.front() != 'x') refuse();
    rest.remove_prefix(1);
  }
  if (n.box.size() == 1) n.box.clear();
  return n;
}

std::string smaller_tofu(const Config& c, const Nodes& nodes) {
  if (c.topology.name() != "tofu" || nodes.box.empty()) return {};
  TopologyContext context;
  const auto whole = c.topology.make(context);
  const auto* grid = dynamic_cast<const Lattice*>(whole.get());
  if (!grid) return {};
  const FoldedBox folded(nodes.box, places_along_axes(*grid));
  if (folded.sides().size() != grid->folded_axes().size()) return {};
  std::vector<std::uint32_t> extents;
  for (const auto& axis : grid->folded_axes()) {
    std::uint32_t rows = 1;
    for (std::size_t k = 1; k < axis.size(); ++k) rows *= grid->dimensions()[axis[k]].extent;
    const std::uint32_t length = (folded.sides()[extents.size()] + rows - 1) / rows;
    extents.push_back(std::min(grid->dimensions()[axis[0]].extent, 2 * length + 1));
  }
  return fmt::format("topology.extents=[{}]", fmt::join(extents, ","));
}

}  // namespace kasuri::measured
