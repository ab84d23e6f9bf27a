// SPDX-License-Identifier: MIT
// Ranks as points of a grid, for patterns that are made for one: rank = Σ x_d · stride_d, x_0 fastest.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "workload/patterns/open_loop.h"

namespace kasuri {

struct GridParams : OpenLoopParams {
  std::vector<std::uint32_t> grid;

  static config::Fields<GridParams> fields() {
    return open_loop_fields<GridParams>(
        {config::field("grid", &GridParams::grid,
                       "extents of the grid of ranks, fastest dimension first; default: endpoints of a "
                       "router, then the extents of a mesh or torus; else one dimension")
             .size(0, 16)
             .each(1, 1u << 30)});
  }
};

class RankGrid {
 public:
  // Throws Error(Exit::usage) if the extents are not those of as many ranks.
  RankGrid(std::string_view pattern, const std::vector<std::uint32_t>& asked,
           const PatternContext&);

  const std::vector<std::uint32_t>& extents() const { return extents_; }
  std::vector<std::uint32_t> point(std::uint32_t rank) const;
  std::uint32_t rank(const std::vector<std::uint32_t>& point) const;

 private:
  std::vector<std::uint32_t> extents_;
};

// A permutation of the ranks of a grid: each always sends to the same one.
class Permutation : public OpenLoop {
 public:
  bool demand(std::uint32_t rank, const DemandSink& to) const final {
    if (to_[rank] != rank) to(to_[rank], 1);
    return true;
  }

 protected:
  Permutation(const OpenLoopParams& p, PatternContext& c) : OpenLoop(p, c) {}
  // By the destination of each rank.
  template <class F>
  void fill(F f) {
    for (std::uint32_t r = 0; r < ranks(); ++r) to_.push_back(f(r));
  }

 private:
  std::uint32_t destination(std::uint32_t rank, std::uint64_t) const final { return to_[rank]; }

  std::vector<std::uint32_t> to_;
};

}  // namespace kasuri
