// SPDX-License-Identifier: MIT
// Matrix transpose (Dally & Towles 2004, Table 3.1): (x, y) goes to (y, x). In d dimensions of one
// extent the coordinates are rotated, (x, y, z) to (y, z, x). Ranks that are no such grid, but k², are
// taken as k × k. Those on the diagonal send nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "config/registry.h"
#include "core/errors.h"
#include "workload/rank_grid.h"

namespace kasuri {
namespace {

struct TransposeParams : GridParams {
  static config::Fields<TransposeParams> fields() { return grid_fields<TransposeParams>(); }
};

class Transpose final : public Permutation {
 public:
  Transpose(const TransposeParams& p, PatternContext& c) : Permutation(p, c) {
    RankGrid grid("transpose", p.grid, c);
    const auto square = [](const RankGrid& g) {
      const auto& e = g.extents();
      return e.size() > 1 && std::adjacent_find(e.begin(), e.end(), std::not_equal_to<>()) == e.end();
    };
    if (!square(grid) && p.grid.empty()) {
      const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(ranks())));
      if (side * side == ranks()) grid = RankGrid("transpose", {side, side}, c);
    }
    if (!square(grid)) {
      const auto side = static_cast<std::uint32_t>(std::sqrt(ranks()));
      throw Error(Exit::usage,
                  fmt::format("pattern 'transpose' needs a grid of equal extents, or k² ranks; the "
                              "nearest to {} are {} and {}",
                              ranks(), side * side, (side + 1) * (side + 1)));
    }
    fill([&](std::uint32_t rank) {
      auto x = grid.point(rank);
      std::rotate(x.begin(), x.begin() + 1, x.end());
      return grid.rank(x);
    });
  }
};

const config::Register<Transpose, TransposeParams> transpose{
    "transpose", "open loop: coordinates of a grid rotated by one; in two dimensions the transpose"};

}  // namespace
}  // namespace kasuri
