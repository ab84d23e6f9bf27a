// SPDX-License-Identifier: MIT
// Neighbour traffic (Dally & Towles 2004, Table 3.1): in every dimension of k ranks, x goes to
// x + 1 (mod k).
#include "base/config/registry.h"
#include "workload/patterns/rank_grid.h"

namespace kasuri {
namespace {

class Neighbour final : public Permutation {
 public:
  Neighbour(const GridParams& p, PatternContext& c) : Permutation(p, c) {
    const RankGrid grid("neighbour", p.grid, c);
    fill([&](std::uint32_t rank) {
      auto x = grid.point(rank);
      for (std::size_t d = 0; d < x.size(); ++d) x[d] = (x[d] + 1) % grid.extents()[d];
      return grid.rank(x);
    });
  }
};

const config::Register<Neighbour, GridParams> neighbour{
    "neighbour", "open loop: to the next rank in every dimension of a grid"};

}  // namespace
}  // namespace kasuri
