// SPDX-License-Identifier: MIT
// The ranks' own grid in blocks: a block of ranks that are neighbours in the program fills consecutive
// slots, a node or a router with as many as it has. So only the surface of a block leaves the node.
#include <fmt/ranges.h>

#include <numeric>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

struct BlockedParams {
  std::vector<std::uint32_t> grid, block;

  static config::Fields<BlockedParams> fields() {
    using P = BlockedParams;
    return {config::field("grid", &P::grid, "extents of the grid of ranks, fastest dimension first")
                .size(1, 8)
                .each(1, 1u << 30)
                .required(),
            config::field("block", &P::block, "ranks of a block along each dimension of the grid")
                .size(1, 8)
                .each(1, 1u << 30)
                .required()};
  }
  static void validate(const BlockedParams& p, config::Section& section) {
    if (p.grid.size() == p.block.size()) return;
    section.error(&BlockedParams::block, fmt::format("a block has as many extents as the grid: {}, not {}",
                                       p.grid.size(), p.block.size()));
  }
};

class BlockedMapping final : public Mapping {
 public:
  BlockedMapping(const BlockedParams& p, MappingContext& c) : p_(p), ranks_(c.slots.size()) {}

  std::vector<std::uint32_t> arrange() const override {
    const std::vector<Coordinates> points = points_of_ranks(p_.grid, ranks_);
    const std::vector<std::uint32_t> order = sorted_by(
        points.size(), [&](std::uint32_t rank) { return block_key(points[rank], p_.block); });
    std::vector<std::uint32_t> slots(ranks_);
    std::iota(slots.begin(), slots.end(), 0u);
    return join(order, slots);
  }

 private:
  BlockedParams p_;
  std::size_t ranks_;
};

const config::Register<BlockedMapping, BlockedParams> map_blocked{
    "blocked", "blocks of a grid of ranks fill consecutive places"};

}  // namespace
}  // namespace kasuri
