// SPDX-License-Identifier: MIT
#include "sim/watch.h"

#include <algorithm>

#include "power/results.h"
#include "sim/statistics.h"

namespace kasuri {
void Watched::merge(Watched&& o) {
  split = std::max(split, o.split);
  bytes.merge(std::move(o.bytes));
  slower.merge(std::move(o.slower));
  ranks.merge(std::move(o.ranks));
}

// Chunks of all splits to one length.
void Watched::sort() {
  const Time longer = std::max({bytes.chunk, slower.chunk, ranks.chunk});
  bytes.lengthen(longer);
  slower.lengthen(longer);
  ranks.lengthen(longer);
}

Watch::Watch(const StatisticsParams& p, Split split, Fabric& fabric, mpi::World& world)
    : f_(fabric), world_(world), split_(split) {
  split_sums(p.chunk.value_or(Time{0}));
}

// Chunks of this length, or of one that adapts.
void Watch::split_sums(Time chunk) {
  const Topology& t = f_.topology;
  const std::vector<std::uint32_t> global = first_outputs(t);
  const bool by_link = bytes_.by_link = split_ == Split::links;
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    bytes_.first.push_back(static_cast<std::uint32_t>(ids_.size()));
    if (by_link) {
      for (std::uint32_t link = global[id.v]; link < global[id.v + 1]; ++link) ids_.push_back(link);
    } else {
      for (std::uint32_t k = 0; k < 3; ++k) ids_.push_back(3 * id.v + k);
    }
  }
  for (std::uint32_t r = 0; r < f_.router_count(); ++r) {
    const RouterId id = f_.router(r);
    for (std::uint32_t k = 0; k < t.endpoints_at(id); ++k) {
      bytes_.of_nic.push_back(by_link ? static_cast<std::uint32_t>(ids_.size())
                                      : bytes_.first[r] + 2);
      if (by_link) ids_.push_back(global.back() + t.first_endpoint(id).v + k);
    }
  }
  bytes_.bytes = TimeSplit(ids_.size(), chunk);
  bytes_.slower = TimeSplit(ids_.size(), chunk);
  f_.split = &bytes_;

  ranks_.first.resize(world_.ranks());
  std::uint32_t cells = 0;
  for (const std::uint32_t rank : world_.here()) {
    ranks_.first[rank] = cells;
    cells += Watched::kRankColumns;
  }
  ranks_.time = TimeSplit(cells, chunk);
  if (cells) world_.split_time(ranks_);
}

Watched Watch::take() {
  Watched done;
  done.split = split_;
  done.bytes = bytes_.bytes.take(ids_);
  if (f_.slow) done.slower = bytes_.slower.take(ids_);
  std::vector<std::uint32_t> cells;
  for (const std::uint32_t rank : world_.here()) {
    for (std::uint32_t c = 0; c < Watched::kRankColumns; ++c) {
      cells.push_back(rank * Watched::kRankColumns + c);
    }
  }
  done.ranks = ranks_.time.take(cells);
  return done;
}

}  // namespace kasuri
