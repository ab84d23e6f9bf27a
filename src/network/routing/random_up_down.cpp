// SPDX-License-Identifier: MIT
// Random up*/down* routing on trees: each packet draws its parents, and among parallel links, on
// the path up (Leiserson 1985; as Valiant & Brebner, STOC 1981, for trees). No permutation is bad in
// expectation, but none is free of collisions either.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/routing/up_down.h"

namespace kasuri {
namespace {

class RandomUpDown final : public UpDown {
 public:
  RandomUpDown(const config::NoParams&, RoutingContext& context)
      : UpDown("random-up-down", context, Divisors::of_links) {
    std::uint64_t paths = 1;
    for (std::uint32_t level = 1; level < tree().levels(); ++level) {
      paths *= tree().up_ports(level);
      if (paths > UINT32_MAX) {
        throw Error(Exit::usage, fmt::format("routing 'random-up-down' can number 2^32 paths up a tree, "
                                             "and {} has more",
                                             tree().describe()));
      }
    }
    paths_ = static_cast<std::uint32_t>(paths);
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return step(input.at, target, input.path);
  }
  std::uint32_t paths() const override { return paths_; }
  Spread spread() const override { return Spread::by_packet; }
  std::string describe() const override {
    return fmt::format("up at random and down, {} paths", paths_);
  }

 private:
  std::uint32_t paths_;
};

const config::Register<RandomUpDown> random_up_down{
    "random-up-down", "trees: up over random links, drawn for each packet, then down"};

}  // namespace
}  // namespace kasuri
