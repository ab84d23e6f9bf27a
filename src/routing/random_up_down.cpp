// SPDX-License-Identifier: MIT
// Random up*/down* routing on trees: each packet draws its parents, and among parallel links, on
// the way up (Leiserson 1985; as Valiant & Brebner, STOC 1981, for trees). No permutation is bad in
// expectation, but none is free of collisions either.

#include <fmt/format.h>

#include "config/registry.h"
#include "core/errors.h"
#include "routing/up_down.h"

namespace kasuri {
namespace {

class RandomUpDown final : public UpDown {
 public:
  RandomUpDown(const config::NoParams&, RoutingContext& context)
      : UpDown("random-up-down", context, Divisors::of_links) {
    std::uint64_t ways = 1;
    for (std::uint32_t level = 1; level < tree().levels(); ++level) {
      ways *= tree().up_ports(level);
      if (ways > UINT32_MAX) {
        throw Error(Exit::usage, fmt::format("routing 'random-up-down' can number 2^32 paths up a tree, "
                                             "and {} has more",
                                             tree().describe()));
      }
    }
    ways_ = static_cast<std::uint32_t>(ways);
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return step(input.at, target, input.way);
  }
  std::uint32_t ways() const override { return ways_; }
  Spread spread() const override { return Spread::by_packet; }
  std::string describe() const override {
    return fmt::format("up at random and down, {} paths", ways_);
  }

 private:
  std::uint32_t ways_;
};

const config::Register<RandomUpDown> random_up_down{
    "random-up-down", "trees: up over random links, drawn for each packet, then down"};

}  // namespace
}  // namespace kasuri
