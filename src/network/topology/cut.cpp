// SPDX-License-Identifier: MIT
#include "network/topology/cut.h"

#include <algorithm>
#include <utility>

#include "base/core/hash.h"

namespace kasuri {
namespace {

// Enough to see which of several ways to split is best; asking all routers of a large machine for
// each way takes longer than the difference is worth.
constexpr std::size_t kAsked = 20'000;

class Cutter {
 public:
  // All routers belong to part 0 at first.
  Cutter(const Topology& t, std::vector<std::uint16_t>& owner)
      : t_(t), owner_(owner), axes_(t.coordinates({0}).size()) {}

  // Spreads `routers`, which belong to part `first`, over the parts first … first + parts − 1.
  void split(std::vector<RouterId> routers, std::uint32_t first, std::uint32_t parts) {
    if (parts == 1) return;
    const std::uint32_t left = parts / 2;
    std::size_t axis = axes_;
    std::uint64_t fewest = UINT64_MAX;
    const std::vector<RouterId> some = sample(routers);
    for (std::size_t a = 0; a <= axes_; ++a) {
      const std::uint64_t crossing = channels_across(some, a, left, parts);
      if (crossing >= fewest) continue;
      fewest = crossing;
      axis = a;
    }
    std::vector<Key> order = sorted(routers, axis);
    const std::size_t middle = middle_of(order, left, parts);
    routers.clear();
    std::vector<RouterId> right;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const RouterId r = order[i].second;
      (i < middle ? routers : right).push_back(r);
      if (i >= middle) owner_[r.v] = static_cast<std::uint16_t>(first + left);
    }
    order = {};
    split(std::move(routers), first, left);
    split(std::move(right), first + left, parts - left);
  }

 private:
  // Position along an axis, ties by id; the last axis is the id alone.
  using Key = std::pair<std::uint32_t, RouterId>;

  std::uint64_t weight(RouterId r) const { return 1 + t_.degree(r) + t_.endpoints_at(r); }

  static std::vector<RouterId> sample(const std::vector<RouterId>& routers) {
    if (routers.size() <= kAsked) return routers;
    std::vector<RouterId> some;
    const std::size_t step = routers.size() / kAsked;
    for (const RouterId r : routers) {
      // Not every so many: that would fall in step with a lattice.
      if (mix(r.v) % step == 0) some.push_back(r);
    }
    return some;
  }

  Key key(RouterId r, std::size_t axis) const {
    return {axis == axes_ ? 0 : t_.coordinates(r)[axis], r};
  }

  std::vector<Key> sorted(const std::vector<RouterId>& routers, std::size_t axis) const {
    std::vector<Key> order;
    order.reserve(routers.size());
    for (const RouterId r : routers) order.push_back(key(r, axis));
    std::ranges::sort(order);
    return order;
  }

  // How many of them make left / parts of the weight, leaving a router at least for each part.
  std::size_t middle_of(const std::vector<Key>& order, std::uint32_t left,
                        std::uint32_t parts) const {
    std::uint64_t total = 0;
    for (const auto& [position, r] : order) total += weight(r);
    std::uint64_t sum = 0;
    std::size_t n = 0;
    while (n < order.size() && (sum + weight(order[n].second) / 2) * parts < total * left) {
      sum += weight(order[n++].second);
    }
    return std::clamp<std::size_t>(n, left, order.size() - (parts - left));
  }

  // Of the channels of these routers within their part, those that a split along `axis` would cut.
  std::uint64_t channels_across(const std::vector<RouterId>& routers, std::size_t axis,
                                std::uint32_t left, std::uint32_t parts) const {
    const std::vector<Key> order = sorted(routers, axis);
    const std::size_t middle = std::min(middle_of(order, left, parts), order.size() - 1);
    const Key border = order[middle];
    std::uint64_t crossing = 0;
    for (const RouterId r : routers) {
      const bool here = key(r, axis) < border;
      for (std::uint32_t p = 0; p < t_.degree(r); ++p) {
        const RouterId to = t_.neighbour(r, p).router;
        crossing += owner_[to.v] == owner_[r.v] && (key(to, axis) < border) != here;
      }
    }
    return crossing;
  }

  const Topology& t_;
  std::vector<std::uint16_t>& owner_;
  std::size_t axes_;
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
