// SPDX-License-Identifier: MIT
// Compact jobs that share as little as can be. On a grid: the smallest free box of routers, of those
// the one with the least surface, at a multiple of its own extents if there is such a place, since
// that leaves the largest holes (sub-tori as Blue Gene's partitions; Krevat, Castaños & Moreira, JSSPP
// 2002). Elsewhere: one group that is just large enough, else whole free groups and the rest of the job
// in the group that it fills best.
//
// With `extents`, that box and no other, its nodes with the first axis fastest. The axes are those that the
// grid shows to programs: Tofu's are X with A, Y with B and Z with C, folded so that neighbours along an
// axis are neighbours in the machine, and so are its ends if their number is even (Ajima, Sumimoto &
// Shimizu, IEEE Computer 42(11), 2009). A box of fewer axes is folded onto them (folded_box.h).
#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/placement/folded_box.h"
#include "network/placement/placement.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace {

using Extents = std::vector<std::uint32_t>;

struct BlockedBoxParams {
  std::optional<Extents> extents;

  static config::Fields<BlockedBoxParams> fields() {
    return {config::field("extents", &BlockedBoxParams::extents,
                          "the box of routers along each axis of a grid (Tofu: X, Y, Z as jobs see them); "
                          "with fewer axes, folded onto these; default: the smallest that is free")
                .size(1, Lattice::kMaxDimensions)
                .each(1, Lattice::kMaxRouters)};
  }
};

class Blocked final : public Placement {
 public:
  Blocked(const BlockedBoxParams& p, PlacementContext& c) : extents_(p.extents), c_(c) {}

  std::vector<NodeId> choose() const override {
    const auto* grid = dynamic_cast<const Lattice*>(&c_.topology);
    if (extents_) return given_box(grid, *extents_);
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

  // Which routers of a grid have all their nodes free.
  struct Grid {
    std::uint32_t per_router;
    std::vector<bool> free;

    Grid(const Lattice& grid, const PlacementContext& c)
        : per_router(grid.endpoints_at({0}) / c.nics_per_node), free(grid.routers()) {
      std::vector<std::uint32_t> nodes(grid.routers(), 0);
      for (const NodeId n : c.free) ++nodes[c.router_of(n).v];
      for (std::uint32_t r = 0; r < grid.routers(); ++r) free[r] = nodes[r] == per_router;
    }
    std::vector<NodeId> nodes_of(std::span<const RouterId> routers, std::uint32_t count) const {
      std::vector<NodeId> all;
      for (const RouterId r : routers) {
        for (std::uint32_t k = 0; k < per_router && all.size() < count; ++k) {
          all.push_back({r.v * per_router + k});
        }
      }
      return all;
    }
  };

  std::vector<NodeId> box(const Lattice& grid) const {
    const Grid room(grid, c_);
    const std::uint32_t routers = (c_.count + room.per_router - 1) / room.per_router;
    for (const Shape& s : shapes(grid, routers)) {
      for (const bool aligned : {true, false}) {
        const std::vector<RouterId> found = find(grid, s.extents, room.free, aligned);
        if (!found.empty()) return room.nodes_of(found, c_.count);
      }
    }
    throw Error(Exit::usage, "no box of " + std::to_string(routers) +
                                 " routers or more is free; place this job before the others, or use "
                                 "\"linear\"");
  }

  // An axis of a box: along the first of its dimensions to the end of the box, back in the next row of the
  // others, and so on. So its ends meet again where there is an even number of rows.
  struct Line {
    std::vector<std::uint32_t> dimensions;
    std::uint32_t rows = 1, places = 1, length = 1;  // places: along the first dimension

    Line(const Lattice& grid, std::vector<std::uint32_t> of, std::uint32_t extent)
        : dimensions(std::move(of)), places(grid.dimensions()[dimensions.front()].extent) {
      for (std::size_t k = 1; k < dimensions.size(); ++k) rows *= grid.dimensions()[dimensions[k]].extent;
      length = (extent + rows - 1) / rows;
    }
    std::uint32_t most() const { return rows * places; }
    void put(const Lattice& grid, std::uint32_t corner, std::uint32_t i, Extents& point) const {
      std::uint32_t row = i / length;
      point[dimensions.front()] = corner + (row % 2 ? length - 1 - i % length : i % length);
      for (std::size_t k = 1; k < dimensions.size(); ++k) {
        const std::uint32_t e = grid.dimensions()[dimensions[k]].extent;
        point[dimensions[k]] = row % e;
        row /= e;
      }
    }
  };

  // The routers of the box at this corner, the first axis fastest, or none if one is not free.
  static std::vector<RouterId> at(const Lattice& grid, const std::vector<Line>& lines,
                                  const Extents& corner, const Extents& box, const FoldedBox& folded,
                                  const std::vector<bool>& free) {
    std::vector<RouterId> all;
    Extents x(box.size(), 0), point(grid.dimensions().size(), 0);
    for (;;) {
      const Extents place = folded.at(x);
      for (std::size_t a = 0; a < place.size(); ++a) lines[a].put(grid, corner[a], place[a], point);
      const RouterId r = grid.router_at(point);
      if (!free[r.v]) return {};
      all.push_back(r);
      std::size_t a = 0;
      while (a < x.size() && x[a] + 1 == box[a]) x[a++] = 0;
      if (a == x.size()) return all;
      ++x[a];
    }
  }

  std::vector<NodeId> given_box(const Lattice* grid, const Extents& box) const {
    if (!grid) {
      throw Error(Exit::usage, "placement 'blocked' takes 'extents' on grids alone (torus, mesh, tofu), "
                               "not on this network: " + c_.topology.describe());
    }
    const FoldedBox folded(box, places_along_axes(*grid));
    const Extents& sides = folded.sides();
    std::vector<Line> lines;
    std::uint64_t volume = 1;
    bool fits = true;
    for (auto& dimensions : grid->folded_axes()) {
      const std::uint32_t extent = lines.size() < sides.size() ? sides[lines.size()] : 0;
      lines.emplace_back(*grid, std::move(dimensions), extent);
      fits = fits && extent > 0 && extent <= lines.back().most();
      volume *= extent;
    }
    fits = fits && lines.size() == sides.size();
    const Grid room(*grid, c_);
    if (!fits || volume * room.per_router < c_.count) throw Error(Exit::usage, misfit(lines, box));
    Extents corner(lines.size(), 0);
    for (;;) {
      const std::vector<RouterId> found = at(*grid, lines, corner, box, folded, room.free);
      if (!found.empty()) return room.nodes_of(found, c_.count);
      std::size_t a = 0;
      for (; a < corner.size(); ++a) {
        if (++corner[a] + lines[a].length <= lines[a].places) break;
        corner[a] = 0;
      }
      if (a == corner.size()) break;
    }
    throw Error(Exit::usage,
                "no box of " + product(box) + " routers is free; place this job before the others");
  }

  static std::string product(const Extents& e) {
    std::string text;
    for (const std::uint32_t n : e) text += (text.empty() ? "" : "x") + std::to_string(n);
    return text;
  }

  std::string misfit(const std::vector<Line>& lines, const Extents& box) const {
    Extents most;
    for (const Line& l : lines) most.push_back(l.most());
    return "a box of " + product(box) + " routers does not hold " + std::to_string(c_.count) +
           " nodes within the machine's axes, " + product(most);
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

  std::optional<Extents> extents_;
  const PlacementContext& c_;
};

const config::Register<Blocked, BlockedBoxParams> blocked{
    "blocked", "a compact block: the smallest or a given box of a grid; on other topologies whole groups"};

}  // namespace
}  // namespace kasuri
