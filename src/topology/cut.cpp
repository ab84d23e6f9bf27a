// SPDX-License-Identifier: MIT
#include "topology/cut.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace kasuri {
namespace {

// Enough to see which of several ways to split is best; asking all routers of a large machine for
// each way takes longer than the difference is worth.
constexpr std::size_t kAsked = 20'000;

class Cutter {
 public:
  Cutter(const Topology& t, std::vector<std::uint16_t>& owner)
      : t_(t), owner_(owner), axes_(t.coordinates({0}).size()), side_(t.routers(), kOutside) {}

  // Gives `routers` to the parts first … first + parts − 1.
  void split(std::vector<RouterId> routers, std::uint32_t first, std::uint32_t parts) {
    if (parts == 1) {
      for (const RouterId r : routers) owner_[r.v] = static_cast<std::uint16_t>(first);
      return;
    }
    const std::uint32_t left = parts / 2;
    std::vector<RouterId> best;
    std::size_t best_middle = 0;
    std::uint64_t fewest = UINT64_MAX;
    for (std::size_t axis = 0; axis <= axes_; ++axis) {
      std::vector<RouterId> order = sorted(routers, axis);
      const std::size_t middle = middle_of(order, left, parts);
      const std::uint64_t crossing = channels_between(order, middle);
      if (crossing < fewest) {
        fewest = crossing;
        best = std::move(order);
        best_middle = middle;
      }
    }
    std::vector<RouterId> right(best.begin() + static_cast<std::ptrdiff_t>(best_middle), best.end());
    best.resize(best_middle);
    split(std::move(best), first, left);
    split(std::move(right), first + left, parts - left);
  }

 private:
  static constexpr std::uint8_t kOutside = 2;

  std::uint64_t weight(RouterId r) const { return 1 + t_.degree(r) + t_.endpoints_at(r); }

  // By a coordinate and, within it, by id; the last axis is the id alone.
  std::vector<RouterId> sorted(const std::vector<RouterId>& routers, std::size_t axis) const {
    std::vector<RouterId> order = routers;
    if (axis == axes_) {
      std::ranges::sort(order);
      return order;
    }
    std::vector<std::pair<std::uint32_t, RouterId>> keyed;
    keyed.reserve(order.size());
    for (const RouterId r : order) keyed.emplace_back(t_.coordinates(r)[axis], r);
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, order.begin(), [](const auto& k) { return k.second; });
    return order;
  }

  // How many of them make left / parts of the weight, leaving a router at least for each part.
  std::size_t middle_of(const std::vector<RouterId>& order, std::uint32_t left,
                        std::uint32_t parts) const {
    std::uint64_t total = 0;
    for (const RouterId r : order) total += weight(r);
    std::uint64_t sum = 0;
    std::size_t n = 0;
    while (n < order.size() && (sum + weight(order[n]) / 2) * parts < total * left) {
      sum += weight(order[n++]);
    }
    return std::clamp<std::size_t>(n, left, order.size() - (parts - left));
  }

  std::uint64_t channels_between(const std::vector<RouterId>& order, std::size_t middle) {
    for (std::size_t i = 0; i < order.size(); ++i) side_[order[i].v] = i < middle ? 0 : 1;
    std::uint64_t crossing = 0;
    const std::size_t step = std::max<std::size_t>(1, order.size() / kAsked);
    for (std::size_t i = 0; i < order.size(); i += step) {
      const RouterId r = order[i];
      for (std::uint32_t p = 0; p < t_.degree(r); ++p) {
        const std::uint8_t there = side_[t_.neighbour(r, p).router.v];
        crossing += there != kOutside && there != side_[r.v];
      }
    }
    for (const RouterId r : order) side_[r.v] = kOutside;
    return crossing;
  }

  const Topology& t_;
  std::vector<std::uint16_t>& owner_;
  std::size_t axes_;
  std::vector<std::uint8_t> side_;
};

}  // namespace

Cut cut_topology(const Topology& t, std::uint32_t parts) {
  Cut cut;
  cut.parts = std::min({std::max(1u, parts), t.routers(), 65'535u});
  cut.owner.assign(t.routers(), 0);
  if (cut.parts == 1) return cut;
  std::vector<RouterId> all(t.routers());
  for (std::uint32_t r = 0; r < t.routers(); ++r) all[r] = {r};
  Cutter(t, cut.owner).split(std::move(all), 0, cut.parts);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      cut.crossing += cut.owner[r] != cut.owner[t.neighbour({r}, p).router.v];
    }
  }
  return cut;
}

}  // namespace kasuri
