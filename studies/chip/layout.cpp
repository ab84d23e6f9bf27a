// SPDX-License-Identifier: MIT
// The structures of the paper (ch. 3): layers in plane are meshes of neighbours; between layers,
// wiring A joins the neighbours of a column, B joins the packet switches of a column to all its
// circuit switches, C is both (a link that both have is one link). Numbers of layers and the
// geometry of mixed layers are not stated there; docs/on-chip.md tells how they were inferred.
#include "studies/chip/layout.h"

#include <charconv>

#include "studies/chip/sites.h"
#include "base/core/rng.h"

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kLayerStream = 1;
constexpr std::uint32_t kMostPerSide = 128;

// The layer of a server and its packet switch: 0, or, dispersed, one drawn for each by itself.
std::uint32_t home_of(std::uint32_t server, const LayoutParams& p, std::uint32_t layers,
                      std::uint64_t seed) {
  if (p.attachment != Attachment::dispersed) return 0;
  return static_cast<std::uint32_t>(below(random_at(seed, server, kLayerStream, 0)[0], layers));
}

// Each column has one packet switch with a server; the other sites are circuit switches.
Sites homogeneous(const Grid& grid, const LayoutParams& p, std::uint64_t seed) {
  Sites sites(grid.columns, grid.rows, p.wiring == LayerWiring::mesh ? 1 : p.layers);
  for (std::uint32_t y = 0; y < grid.rows; ++y) {
    for (std::uint32_t x = 0; x < grid.columns; ++x) {
      const std::uint32_t home = home_of(y * grid.columns + x, p, sites.layers, seed);
      for (std::uint32_t z = 0; z < sites.layers; ++z) {
        sites.at({x, y, z}) = z == home ? SwitchKind::packet : SwitchKind::circuit;
      }
      sites.servers.push_back({x, y, home});
    }
  }
  return sites;
}

// The same with columns of packet switches on every second site of every second row, and circuit switches
// around them.
Sites mixed(const Grid& grid, const LayoutParams& p, std::uint64_t seed) {
  Sites sites(2 * grid.columns - 1, 2 * grid.rows - 1, p.layers);
  for (std::uint32_t y = 0; y < sites.rows; ++y) {
    for (std::uint32_t x = 0; x < sites.columns; ++x) {
      if (x % 2 == 1 && y % 2 == 1 && p.mixed_pattern == MixedPattern::chain) continue;
      for (std::uint32_t z = 0; z < p.layers; ++z) sites.at({x, y, z}) = SwitchKind::circuit;
      if (x % 2 == 1 || y % 2 == 1) continue;
      const std::uint32_t home = home_of(y / 2 * grid.columns + x / 2, p, p.layers, seed);
      sites.at({x, y, home}) = SwitchKind::packet;
      sites.servers.push_back({x, y, home});
    }
  }
  return sites;
}

}  // namespace

std::optional<Grid> parse_grid(const std::string& text) {
  Grid grid;
  const char* end = text.data() + text.size();
  const auto [cross, failure] = std::from_chars(text.data(), end, grid.columns);
  if (failure != std::errc{} || cross == end || *cross != 'x') return std::nullopt;
  const auto [last, failure2] = std::from_chars(cross + 1, end, grid.rows);
  if (failure2 != std::errc{} || last != end) return std::nullopt;
  const auto legal = [](std::uint32_t n) { return n >= 1 && n <= kMostPerSide; };
  if (!legal(grid.columns) || !legal(grid.rows) || grid.size() < 2) return std::nullopt;
  return grid;
}

Structure assemble(const Sites& sites, const Wiring& w, const std::vector<ExtraLink>& extra) {
  std::vector<Switch> switches;
  std::vector<SwitchId> at(sites.kinds.size());
  for (std::uint32_t i = 0; i < sites.kinds.size(); ++i) {
    if (!sites.kinds[i]) continue;
    at[i] = {static_cast<std::uint32_t>(switches.size())};
    switches.push_back({*sites.kinds[i], sites.place(i)});
  }
  std::vector<Link> links;
  const auto join = [&](Place a, Place b, double mm) {
    const SwitchId from = at[sites.index(a)], to = at[sites.index(b)];
    if (!from.valid() || !to.valid()) return;
    const bool plain = switches[from.v].kind == SwitchKind::packet &&
                       switches[to.v].kind == SwitchKind::packet;
    links.insert(links.end(), plain ? 1 : w.lanes, {from, to, mm});
  };
  const auto aggregates = [&](Place a, Place b) {  // wiring B joins these two
    const auto &ka = sites.kinds[sites.index(a)], &kb = sites.kinds[sites.index(b)];
    return w.aggregated && ka && kb && ka != kb;
  };
  for (const Switch& s : switches) {
    const auto [x, y, z] = s.at;
    if (x + 1 < sites.columns) join(s.at, {x + 1, y, z}, w.link_mm);
    if (y + 1 < sites.rows) join(s.at, {x, y + 1, z}, w.link_mm);
    for (std::uint32_t up = z + 1; up < sites.layers; ++up) {
      const Place above{x, y, up};
      if ((w.adjacent && up == z + 1) || aggregates(s.at, above)) {
        join(s.at, above, w.vertical_mm * (up - z));
      }
    }
  }
  for (const ExtraLink& e : extra) join(e.a, e.b, e.mm);
  std::vector<SwitchId> servers;
  for (const Place& p : sites.servers) servers.push_back(at[sites.index(p)]);
  return {std::move(switches), links, std::move(servers)};
}

Wiring wiring_of(const LayoutParams& p) {
  return {.adjacent = p.wiring == LayerWiring::A || p.wiring == LayerWiring::C,
          .aggregated = p.wiring == LayerWiring::B || p.wiring == LayerWiring::C,
          .link_mm = p.link_mm,
          .vertical_mm = p.vertical_mm,
          .lanes = p.lanes};
}

Structure make_structure(const LayoutParams& p, std::uint64_t seed) {
  if (p.structure_file) return read_structure(*p.structure_file, p);
  const Grid grid = *parse_grid(p.servers);
  if (p.composition != Composition::mixed) return assemble(homogeneous(grid, p, seed), wiring_of(p));
  Wiring wiring = wiring_of(p);
  wiring.link_mm *= p.mixed_spacing;
  return assemble(mixed(grid, p, seed), wiring);
}

Structure make_mesh(Grid grid, double link_mm) {
  LayoutParams flat;
  flat.wiring = LayerWiring::mesh;
  flat.link_mm = link_mm;
  return assemble(homogeneous(grid, flat, 0), wiring_of(flat));
}

}  // namespace kasuri::chip
