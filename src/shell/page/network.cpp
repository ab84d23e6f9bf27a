// SPDX-License-Identifier: MIT
#include "shell/page/network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"

namespace kasuri::view {

Network Network::of(const Hdf5Reader& f) {
  Network n;
  n.title = f.attribute("topology");
  n.type = n.title.substr(0, n.title.find_first_of(" ,:"));
  n.classes = f.texts("link_classes", "name");
  if (!n.classes.empty()) n.classes.pop_back();  // the links to NICs
  std::vector<std::vector<std::int64_t>> x;
  while (f.has("routers", fmt::format("x{}", x.size()))) {
    x.push_back(f.column("routers", fmt::format("x{}", x.size())));
  }
  if (x.empty()) throw Error(Exit::usage, "results.h5 has no table of routers");
  n.routers = static_cast<std::uint32_t>(x[0].size());
  n.dimensions = static_cast<std::uint32_t>(x.size());
  n.coordinates.resize(std::size_t{n.routers} * n.dimensions);
  for (std::size_t d = 0; d < x.size(); ++d) {
    for (std::size_t r = 0; r < n.routers; ++r) {
      n.coordinates[r * n.dimensions + d] = static_cast<std::uint32_t>(x[d][r]);
    }
  }
  const auto from = f.rows_of("links", "from", n.routers), to = f.column("links", "to"),
             kind = f.rows_of("links", "class", n.classes.size() + 1),
             ejection = f.column("links", "ejection");
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (ejection[i]) continue;
    if (to[i] < 0 || to[i] >= n.routers) {
      throw Error(Exit::usage,
                  fmt::format("results.h5: link {} leads to router {} of {}", i, to[i], n.routers));
    }
    n.from.push_back(static_cast<std::uint32_t>(from[i]));
    n.to.push_back(static_cast<std::uint32_t>(to[i]));
    n.link_class.push_back(static_cast<std::uint8_t>(kind[i]));
    n.row.push_back(static_cast<std::uint32_t>(i));
  }
  for (const std::int64_t r : f.rows_of("nics", "router", n.routers)) {
    n.node_router.push_back(static_cast<std::uint32_t>(r));
  }
  return n;
}

std::uint32_t Network::extent(std::uint32_t dimension) const {
  std::uint32_t most = 0;
  for (std::uint32_t r = 0; r < routers; ++r) most = std::max(most, at(r, dimension));
  return most + 1;
}

Network::Adjacency Network::adjacency() const {
  Adjacency a;
  a.first.assign(routers + 1, 0);
  for (const std::uint32_t r : from) ++a.first[r + 1];
  for (std::uint32_t r = 0; r < routers; ++r) a.first[r + 1] += a.first[r];
  a.neighbours.resize(from.size());
  std::vector<std::uint32_t> next(a.first.begin(), a.first.end() - 1);
  for (std::size_t i = 0; i < from.size(); ++i) a.neighbours[next[from[i]]++] = to[i];
  return a;
}

}  // namespace kasuri::view
