// SPDX-License-Identifier: MIT
// The machine in blocks of given extents: ranks fill one sub-torus after the other, each in the order
// of its coordinates.
#include <fmt/ranges.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

struct SubToriParams {
  std::vector<std::uint32_t> block;

  static config::Fields<SubToriParams> fields() {
    using P = SubToriParams;
    return {config::field("block", &P::block, "routers of a block along each dimension")
                .size(1, 16)
                .each(1, 1u << 30)
                .required()};
  }
};

class SubTori final : public Mapping {
 public:
  SubTori(const SubToriParams& p, MappingContext& c) : block_(p.block), c_(c) {}

  std::vector<std::uint32_t> arrange() const override {
    const std::vector<Coordinates> points = points_of_slots(c_);
    if (block_.size() != points.front().size()) {
      throw Error(Exit::usage,
                  fmt::format("a block of {} has {} dimensions, but {} has {}",
                              fmt::join(block_, "x"), block_.size(), c_.topology.describe(),
                              points.front().size()));
    }
    return sorted_by(points.size(),
                     [&](std::uint32_t slot) { return block_key(points[slot], block_); });
  }

 private:
  Coordinates block_;
  const MappingContext& c_;
};

const config::Register<SubTori, SubToriParams> sub_tori{
    "sub-tori", "ranks fill one sub-torus of the machine after the other"};

}  // namespace
}  // namespace kasuri
