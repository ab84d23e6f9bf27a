// SPDX-License-Identifier: MIT
// Ranks count through the coordinates of the machine in another order of dimensions: the XYZT, TXYZ, …
// of Blue Gene. T is the place within a router: its nodes, and the ranks of each.
#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

constexpr std::string_view kNames = "xyzabcdefghijklm";  // of coordinates, as a grid's link classes

struct PermutedParams {
  std::string order;

  static config::Fields<PermutedParams> fields() {
    using P = PermutedParams;
    return {config::field("order", &P::order,
                          "one letter per coordinate (x, y, z, a, b, …), and t for the places at one "
                          "router, fastest first: \"zyxt\"")
                .required()};
  }
};

class Permuted final : public Mapping {
 public:
  Permuted(const PermutedParams& p, MappingContext& c) : order_(p.order), c_(c) {}

  std::vector<std::uint32_t> arrange() const override {
    const std::vector<Coordinates> points = points_of_slots(c_);
    const std::size_t dimensions = points.front().size();
    const std::string all = std::string(kNames.substr(0, dimensions)) + "t";
    if (!std::ranges::is_permutation(order_, all)) {
      throw Error(Exit::usage, fmt::format("order '{}' must have each letter of '{}' once", order_,
                                           all));
    }
    std::vector<std::uint32_t> turn(c_.topology.routers(), 0), t;
    for (const NodeId n : c_.slots) t.push_back(turn[c_.router_of(n).v]++);
    return sorted_by(points.size(), [&](std::uint32_t slot) {
      Coordinates key;
      for (std::size_t k = order_.size(); k-- > 0;) {
        const std::size_t d = kNames.find(order_[k]);
        key.push_back(order_[k] == 't' ? t[slot] : points[slot][d]);
      }
      return key;
    });
  }

 private:
  std::string order_;
  const MappingContext& c_;
};

const config::Register<Permuted, PermutedParams> permuted{
    "permuted", "ranks follow the machine's coordinates in another order of dimensions"};

}  // namespace
}  // namespace kasuri
