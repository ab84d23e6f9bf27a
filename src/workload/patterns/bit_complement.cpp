// SPDX-License-Identifier: MIT
// Bit complement (Dally & Towles 2004, Table 3.1), for numbers of ranks that need not be powers of
// two: in every dimension of k ranks, x goes to k − 1 − x. Whatever the grid, that is rank n − 1 − r,
// and for a power of two the complement of its bits.
#include "base/config/registry.h"
#include "workload/patterns/rank_grid.h"

namespace kasuri {
namespace {

class BitComplement final : public Permutation {
 public:
  BitComplement(const OpenLoopParams& p, PatternContext& c) : Permutation(p, c) {
    fill([&](std::uint32_t rank) { return ranks() - 1 - rank; });
  }
};

const config::Register<BitComplement, OpenLoopParams> bit_complement{
    "bit-complement", "open loop: to rank n - 1 - rank, opposite the centre of the grid"};

}  // namespace
}  // namespace kasuri
