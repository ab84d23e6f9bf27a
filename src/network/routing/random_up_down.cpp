// SPDX-License-Identifier: MIT
// Random up*/down* routing on trees: each packet draws its parents, and among parallel links, on
// the path up (Leiserson 1985; as Valiant & Brebner, STOC 1981, for trees). No permutation is bad in
// expectation, but none is free of collisions either.

#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/routing/sprayed_paths.h"
#include "network/routing/up_down.h"

namespace kasuri {
namespace {

class RandomUpDown final : public UpDown, public SprayedPaths {
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
  // Where not all can be taken, all links of the lowest level have the same, as they are the busiest of a
  // message, and those above them are taken in turn.
  void sprayed_paths(EndpointId source, EndpointId destination, std::uint32_t most, std::uint32_t draw,
                     std::uint64_t, std::vector<std::uint32_t>& out) const override {
    const std::uint32_t all = paths_between(tree().router_of(source), tree().router_of(destination));
    const std::uint32_t lowest = std::min(all, tree().levels() > 1 ? tree().up_ports(1) : 1);
    const std::uint32_t rounds = lowest <= most ? std::min(most / lowest, all / lowest) : 1;
    const std::uint32_t above = all / lowest;
    const auto spread = [](std::uint64_t i, std::uint64_t of, std::uint64_t n, std::uint64_t first) {
      return static_cast<std::uint32_t>((first + i * of / n) % of);
    };
    for (std::uint32_t i = 0; i < std::min(lowest, most); ++i) {
      const std::uint32_t link = spread(i, lowest, std::min(lowest, most), draw);
      for (std::uint32_t k = 0; k < rounds; ++k) {
        out.push_back(spread(k, above, rounds, draw + link) * lowest + link);
      }
    }
  }
  std::string describe() const override {
    return fmt::format("up at random and down, {} paths", paths_);
  }

 private:
  // The levels above the nearest common ancestor make no difference.
  std::uint32_t paths_between(RouterId source, RouterId target) const {
    std::uint32_t paths = 1, below = 1;
    for (std::uint32_t level = 1; source.v / below != target.v / below; ++level) {
      paths *= tree().up_ports(level);
      below *= tree().children(level + 1);
    }
    return paths;
  }

  std::uint32_t paths_;
};

const config::Register<RandomUpDown> random_up_down{
    "random-up-down", "trees: up over random links, drawn for each packet, then down"};

}  // namespace
}  // namespace kasuri
