// SPDX-License-Identifier: MIT
// Compact jobs that share as little as can be. On a grid: the smallest free box of routers, of those
// the one with the least surface, at a multiple of its own extents if there is such a place, since
// that leaves the largest holes (sub-tori as Blue Gene's partitions; Krevat, Castaños & Moreira, JSSPP
// 2002). Elsewhere: one group that is just large enough, else whole free groups and the rest of the job
// in the group that it fills best.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "config/registry.h"
#include "core/errors.h"
#include "placement/placement.h"
#include "topology/lattice.h"

namespace kasuri {
namespace {

using Extents = std::vector<std::uint32_t>;

class Blocked final : public Placement {
 public:
  Blocked(const config::NoParams&, PlacementContext& c) : c_(c) {}

  std::vector<NodeId> choose() const override {
    const auto* grid = dynamic_cast<const Lattice*>(&c_.topology);
    return grid ? box(*grid) : groups();
  }

 private:
  struct Shape {
    std::uint64_t volume = 0, surface = 0;
    Extents extents;
    bool operator<(const Shape& o) const {
      return std::tie(volume, surface, extents) < std::tie(o.volume, o.surface, o.extents);
    }
  };

  // All boxes of at least `routers` routers that would be too small if a side were shorter in the
  // last dimension.
  static std::vector<Shape> shapes(const Lattice& grid, std::uint64_t routers) {
    std::vector<Shape> all;
    Extents e(grid.dimensions().size(), 1);
    for (;;) {
      const std::uint64_t base =
          std::accumulate(e.begin(), e.end() - 1, std::uint64_t{1}, std::multiplies<>());
      const std::uint64_t last = (routers + base - 1) / base;
      if (last <= grid.dimensions().back().extent) {
        e.back() = static_cast<std::uint32_t>(last);
        std::uint64_t surface = 0;
        for (const std::uint32_t side : e) surface += base * last / side;
        all.push_back({base * last, surface, e});
      }
      std::size_t d = 0;
      while (d + 1 < e.size() && e[d] == grid.dimensions()[d].extent) e[d++] = 1;
      if (d + 1 >= e.size()) break;
      ++e[d];
    }
    std::ranges::sort(all, [](const Shape& a, const Shape& b) { return a < b; });
    return all;
  }

  // The routers of a box, or none if one of them is not free.
  static std::vector<RouterId> at(const Lattice& grid, const Extents& corner, const Extents& box,
                                  const std::vector<bool>& free) {
    std::vector<RouterId> all;
    Extents x = corner;
    for (;;) {
      const RouterId r = grid.router_at(x);
      if (!free[r.v]) return {};
      all.push_back(r);
      std::size_t d = 0;
      while (d < x.size() && x[d] + 1 == corner[d] + box[d]) x[d] = corner[d], ++d;
      if (d == x.size()) return all;
      ++x[d];
    }
  }

  static std::vector<RouterId> find(const Lattice& grid, const Extents& box,
                                    const std::vector<bool>& free, bool aligned) {
    Extents corner(box.size(), 0);
    for (;;) {
      if (std::vector<RouterId> found = at(grid, corner, box, free); !found.empty()) return found;
      std::size_t d = 0;
      for (; d < corner.size(); ++d) {
        corner[d] += aligned ? box[d] : 1;
        if (corner[d] + box[d] <= grid.dimensions()[d].extent) break;
        corner[d] = 0;
      }
      if (d == corner.size()) return {};
    }
  }

  std::vector<NodeId> box(const Lattice& grid) const {
    const std::uint32_t per_router = grid.endpoints_at({0}) / c_.nics_per_node;
    const std::uint32_t routers = (c_.count + per_router - 1) / per_router;
    std::vector<std::uint32_t> nodes(grid.routers(), 0);
    for (const NodeId n : c_.free) ++nodes[c_.router_of(n).v];
    std::vector<bool> free(grid.routers());
    for (std::uint32_t r = 0; r < grid.routers(); ++r) free[r] = nodes[r] == per_router;
    for (const Shape& s : shapes(grid, routers)) {
      for (const bool aligned : {true, false}) {
        const std::vector<RouterId> found = find(grid, s.extents, free, aligned);
        if (found.empty()) continue;
        std::vector<NodeId> all;
        for (const RouterId r : found) {
          for (std::uint32_t k = 0; k < per_router && all.size() < c_.count; ++k) {
            all.push_back({r.v * per_router + k});
          }
        }
        return all;
      }
    }
    throw Error(Exit::usage, "no box of " + std::to_string(routers) +
                                 " routers or more is free; place this job before the others, or "
                                 "take \"linear\"");
  }

  std::vector<NodeId> groups() const {
    std::vector<NodeSet> all = sets_by(c_, [this](NodeId n) { return c_.group_of(n); });
    std::vector<NodeSet> chosen;
    for (std::size_t missing = c_.count; missing > 0;) {
      // The smallest that is large enough, else the largest; of equals the first.
      const auto best = std::ranges::min_element(all, {}, [&](const NodeSet& g) {
        const std::size_t n = g.nodes.size();
        return n >= missing ? std::pair(0, n) : std::pair(1, SIZE_MAX - n);
      });
      missing -= std::min(missing, best->nodes.size());
      chosen.push_back(std::move(*best));
      all.erase(best);
    }
    return first_nodes(chosen, c_.count);
  }

  const PlacementContext& c_;
};

const config::Register<Blocked> blocked{
    "blocked", "a compact block: the smallest free box of a grid, else whole groups"};

}  // namespace
}  // namespace kasuri
