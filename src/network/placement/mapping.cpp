// SPDX-License-Identifier: MIT
#include "network/placement/mapping.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "base/core/errors.h"

namespace kasuri {

std::vector<Coordinates> points_of_slots(const MappingContext& c) {
  std::vector<Coordinates> all;
  all.reserve(c.slots.size());
  for (const NodeId n : c.slots) all.push_back(c.topology.coordinates(c.router_of(n)));
  return all;
}

Coordinates extents_of(std::span<const Coordinates> points) {
  Coordinates most;
  for (const Coordinates& p : points) {
    most.resize(std::max(most.size(), p.size()), 1);
    for (std::size_t d = 0; d < p.size(); ++d) most[d] = std::max(most[d], p[d] + 1);
  }
  return most;
}

std::vector<Coordinates> points_of_ranks(const Coordinates& grid, std::size_t ranks) {
  const std::uint64_t points =
      std::accumulate(grid.begin(), grid.end(), std::uint64_t{1}, std::multiplies<>());
  if (points != ranks) {
    throw Error(Exit::usage, fmt::format("a grid of {} has {} points, but the job has {} ranks",
                                         fmt::join(grid, "x"), points, ranks));
  }
  std::vector<Coordinates> all;
  all.reserve(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    Coordinates& p = all.emplace_back();
    std::uint32_t rest = r;
    for (const std::uint32_t e : grid) {
      p.push_back(rest % e);
      rest /= e;
    }
  }
  return all;
}

std::vector<std::uint32_t> sorted_by(
    std::size_t n, const std::function<std::vector<std::uint32_t>(std::uint32_t)>& key) {
  std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>> keyed(n);
  for (std::uint32_t i = 0; i < n; ++i) keyed[i] = {key(i), i};
  std::ranges::sort(keyed);
  std::vector<std::uint32_t> all;
  all.reserve(n);
  for (const auto& k : keyed) all.push_back(k.second);
  return all;
}

std::vector<std::uint32_t> join(std::span<const std::uint32_t> ranks,
                                std::span<const std::uint32_t> slots) {
  std::vector<std::uint32_t> slot_of(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) slot_of[ranks[i]] = slots[i];
  return slot_of;
}

std::vector<std::uint32_t> block_key(const Coordinates& p, const Coordinates& block) {
  std::vector<std::uint32_t> key;
  for (std::size_t d = p.size(); d-- > 0;) key.push_back(p[d] / block[d]);
  for (std::size_t d = p.size(); d-- > 0;) key.push_back(p[d] % block[d]);
  return key;
}

}  // namespace kasuri
