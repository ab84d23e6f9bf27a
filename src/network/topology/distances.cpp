// SPDX-License-Identifier: MIT
#include "network/topology/distances.h"

#include <algorithm>

#include "base/core/long_step.h"
#include "network/topology/lattice.h"

namespace kasuri {

std::vector<std::uint32_t> distances_from(const Topology& t, RouterId from) {
  std::vector<std::uint32_t> distance(t.routers(), kUnreachable);
  std::vector<RouterId> reached{from};
  reached.reserve(t.routers());
  distance[from.v] = 0;
  for (std::size_t i = 0; i < reached.size() && reached.size() < t.routers(); ++i) {
    const RouterId r = reached[i];
    const std::uint32_t ports = t.degree(r);
    for (std::uint32_t p = 0; p < ports; ++p) {
      const RouterId next = t.neighbour(r, p).router;
      if (distance[next.v] != kUnreachable) continue;
      distance[next.v] = distance[r.v] + 1;
      reached.push_back(next);
    }
  }
  return distance;
}

namespace {

DistanceSummary summarize(const Topology& t, const std::vector<RouterId>& ends) {
  if (const auto* lattice = dynamic_cast<const Lattice*>(&t)) {
    return {.diameter = lattice->diameter(), .mean = lattice->mean_distance()};
  }
  if (ends.empty()) return {};
  constexpr std::uint64_t kChannelVisits = 20'000'000;
  const std::uint64_t searches =
      std::clamp<std::uint64_t>(kChannelVisits / (channel_count(t) + 1), 1, ends.size());

  DistanceSummary summary{.exact = searches == ends.size()};
  std::uint64_t pairs = 0, hops = 0;
  LongStep step("distances", searches);
  for (std::uint64_t i = 0; i < searches; ++i) {
    step.at(i);
    const auto distance = distances_from(t, ends[i * ends.size() / searches]);
    for (const RouterId to : ends) {
      const std::uint32_t d = distance[to.v];
      if (d == 0 || d == kUnreachable) continue;
      summary.diameter = std::max(summary.diameter, d);
      hops += d;
      ++pairs;
    }
  }
  if (pairs) summary.mean = static_cast<double>(hops) / static_cast<double>(pairs);
  return summary;
}

}  // namespace

DistanceSummary summarize_distances(const Topology& t) {
  std::vector<RouterId> all;
  for (std::uint32_t r = 0; r < t.routers(); ++r) all.push_back({r});
  return summarize(t, all);
}

DistanceSummary summarize_terminal_distances(const Topology& t) {
  std::vector<RouterId> ends;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (t.endpoints_at({r})) ends.push_back({r});
  }
  return summarize(t, ends);
}

}  // namespace kasuri
