// SPDX-License-Identifier: MIT
#include "routing/next_hops.h"

#include <fmt/format.h>

#include "core/errors.h"

namespace kasuri {

Terminals::Terminals(const Topology& t) : indices_(t.routers(), kNone) {
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (!t.endpoints_at({r})) continue;
    indices_[r] = count();
    routers_.push_back({r});
  }
}

NextHops::NextHops(const Topology& t, const Terminals& terminals) : terminals_(terminals.count()) {
  const std::uint64_t entries = std::uint64_t{t.routers()} * terminals_;
  if (entries * sizeof(std::uint16_t) > kMostBytes) {
    throw Error(Exit::limit, fmt::format("tables of {} routers for {} destinations would take more "
                                         "than 4 GiB; use a routing without tables",
                                         t.routers(), terminals_));
  }
  ports_.assign(entries, kNone);
}

ShortestPaths::ShortestPaths(const Topology& t, const Terminals& terminals, bool balanced)
    : topology_(t), terminals_(terminals), balanced_(balanced), senders_(t.routers()) {
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels);
    channels += t.degree({r});
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      senders_[t.neighbour({r}, p).router.v].push_back({{r}, static_cast<std::uint16_t>(p)});
    }
  }
  load_.resize(channels);
}

NextHops ShortestPaths::next_table() {
  NextHops table(topology_, terminals_);
  for (std::uint32_t i = 0; i < terminals_.count(); ++i) towards(i, table);
  return table;
}

// Breadth-first from the destination against the channels; then, the farthest routers first, each
// chooses its port, knowing by then how many paths come through it.
void ShortestPaths::towards(std::uint32_t terminal, NextHops& table) {
  constexpr std::uint32_t kUnknown = UINT32_MAX;
  distance_.assign(topology_.routers(), kUnknown);
  flow_.assign(topology_.routers(), 0);
  reached_.assign(1, terminals_[terminal]);
  distance_[reached_[0].v] = 0;
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    for (const PortRef& s : senders_[reached_[i].v]) {
      if (distance_[s.router.v] != kUnknown) continue;
      distance_[s.router.v] = distance_[reached_[i].v] + 1;
      reached_.push_back(s.router);
    }
  }
  for (std::size_t i = reached_.size() - 1; i > 0; --i) {
    const RouterId r = reached_[i];
    std::uint16_t best = NextHops::kNone;
    for (std::uint32_t p = 0; p < topology_.degree(r); ++p) {
      if (distance_[topology_.neighbour(r, p).router.v] + 1 != distance_[r.v]) continue;
      const std::uint64_t c = first_channel_[r.v];
      if (best == NextHops::kNone || (balanced_ && load_[c + p] < load_[c + best])) {
        best = static_cast<std::uint16_t>(p);
      }
    }
    table.port(r, terminal) = best;
    const std::uint64_t paths = flow_[r.v] + topology_.endpoints_at(r);
    load_[first_channel_[r.v] + best] += paths;
    flow_[topology_.neighbour(r, best).router.v] += paths;
  }
}

}  // namespace kasuri
