// SPDX-License-Identifier: MIT
#include "workload/patterns/rank_grid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

#include "base/core/errors.h"
#include "network/topology/lattice.h"

namespace kasuri {

RankGrid::RankGrid(std::string_view pattern, const std::vector<std::uint32_t>& asked,
                   const PatternContext& c)
    : extents_(asked) {
  const std::uint64_t ranks = c.nodes.size();
  if (extents_.empty()) {
    const auto* lattice = dynamic_cast<const Lattice*>(c.topology);
    if (lattice && ranks % lattice->routers() == 0) {
      if (ranks > lattice->routers()) {
        extents_.push_back(static_cast<std::uint32_t>(ranks / lattice->routers()));
      }
      for (const auto& d : lattice->dimensions()) extents_.push_back(d.extent);
    } else {
      extents_.push_back(static_cast<std::uint32_t>(ranks));
    }
  }
  const std::uint64_t points =
      std::accumulate(extents_.begin(), extents_.end(), std::uint64_t{1}, std::multiplies<>());
  if (points != ranks) {
    throw Error(Exit::usage, fmt::format("pattern '{}': a grid of {} has {} points, but the job has "
                                         "{} ranks",
                                         pattern, fmt::join(extents_, "×"), points, ranks));
  }
}

std::vector<std::uint32_t> RankGrid::point(std::uint32_t rank) const {
  std::vector<std::uint32_t> p;
  for (const std::uint32_t e : extents_) {
    p.push_back(rank % e);
    rank /= e;
  }
  return p;
}

std::uint32_t RankGrid::rank(const std::vector<std::uint32_t>& p) const {
  std::uint32_t r = 0;
  for (std::size_t d = extents_.size(); d-- > 0;) r = r * extents_[d] + p[d];
  return r;
}

}  // namespace kasuri
