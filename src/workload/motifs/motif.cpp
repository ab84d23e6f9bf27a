// SPDX-License-Identifier: MIT
#include "workload/motifs/motif.h"

#include "workload/motifs/motif_ranks.h"

namespace kasuri {

MotifGrid::MotifGrid(const std::vector<std::uint32_t>& extents, const MotifContext& c)
    : extents_(extents) {
  std::uint64_t all = 1;
  for (const std::uint32_t n : extents_) {
    strides_.push_back(static_cast<std::uint32_t>(all));
    all *= n;
    if (all > UINT32_MAX) break;
  }
  check_motif_ranks("the grid has", all, c.ranks);
  ranks_ = static_cast<std::uint32_t>(all);
}

std::vector<std::vector<std::uint32_t>> MotifGrid::lines(std::size_t d) const {
  std::vector<std::vector<std::uint32_t>> all(ranks_ / extents_[d]);
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) all[line_of(rank, d)].push_back(rank);
  return all;
}

std::uint64_t motif_hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

}  // namespace kasuri
