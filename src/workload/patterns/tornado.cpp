// SPDX-License-Identifier: MIT
// Tornado traffic (Dally & Towles 2004, Table 3.1): in every dimension of k ranks, x goes to
// x + ⌈k/2⌉ − 1 (mod k). On a torus minimal routing then sends everything one way around each ring.
#include "base/config/registry.h"
#include "workload/patterns/rank_grid.h"

namespace kasuri {
namespace {

class Tornado final : public Permutation {
 public:
  Tornado(const GridParams& p, PatternContext& c) : Permutation(p, c) {
    const RankGrid grid("tornado", p.grid, c);
    fill([&](std::uint32_t rank) {
      auto x = grid.point(rank);
      for (std::size_t d = 0; d < x.size(); ++d) {
        const std::uint32_t k = grid.extents()[d];
        x[d] = (x[d] + (k + 1) / 2 - 1) % k;
      }
      return grid.rank(x);
    });
  }
};

const config::Register<Tornado, GridParams> tornado{
    "tornado", "open loop: one step less than halfway around every ring of a grid, in the same direction "
               "for all"};

}  // namespace
}  // namespace kasuri
