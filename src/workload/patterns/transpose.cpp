// SPDX-License-Identifier: MIT
// Matrix transpose (Dally & Towles 2004, Table 3.1): (x, y) goes to (y, x). In more dimensions the
// coordinates are rotated, (x, y, z) to (y, z, x). Ranks that are no grid of equal extents, but k², are
// taken as k × k. Of a grid that is given extents may differ: then x goes to the rank that has the rotated
// coordinates on the rotated grid, as the elements of an a × b matrix go to their places in the b × a one.
// Those on the diagonal send nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "workload/patterns/rank_grid.h"

namespace kasuri {
namespace {

class Transpose final : public Permutation {
 public:
  Transpose(const GridParams& p, PatternContext& c) : Permutation(p, c) {
    RankGrid grid("transpose", p.grid, c);
    const auto square = [](const RankGrid& g) {
      const auto& e = g.extents();
      return e.size() > 1 && std::adjacent_find(e.begin(), e.end(), std::not_equal_to<>()) == e.end();
    };
    if (!square(grid) && p.grid.empty()) {
      const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(ranks())));
      if (side * side == ranks()) grid = RankGrid("transpose", {side, side}, c);
    }
    if (!square(grid) && grid.extents().size() > 1 && !p.grid.empty()) {
      auto extents = grid.extents();
      std::rotate(extents.begin(), extents.begin() + 1, extents.end());
      turn(grid, RankGrid("transpose", extents, c));
      return;
    }
    if (!square(grid)) {
      const auto side = static_cast<std::uint32_t>(std::sqrt(ranks()));
      throw Error(Exit::usage,
                  fmt::format("pattern 'transpose' needs a grid of equal extents, or k² ranks (the "
                              "nearest to {} are {} and {}), or a `grid` with several dimensions",
                              ranks(), side * side, (side + 1) * (side + 1)));
    }
    turn(grid, grid);
  }

 private:
  void turn(const RankGrid& from, const RankGrid& to) {
    fill([&](std::uint32_t rank) {
      auto x = from.point(rank);
      std::rotate(x.begin(), x.begin() + 1, x.end());
      return to.rank(x);
    });
  }
};

const config::Register<Transpose, GridParams> transpose{
    "transpose", "open loop: coordinates of a grid rotated by one position; the transpose in two "
                 "dimensions"};

}  // namespace
}  // namespace kasuri
