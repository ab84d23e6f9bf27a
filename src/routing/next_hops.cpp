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

ShortestPaths::ShortestPaths(const Topology& t, const Terminals& terminals, bool balanced,
                             const Failures* failures, std::uint32_t epoch)
    : topology_(t),
      terminals_(terminals),
      balanced_(balanced),
      failures_(failures),
      epoch_(epoch),
      senders_(t.routers()) {
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels);
    channels += t.degree({r});
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      if (!up({r}, p)) continue;
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

// Breadth-first from the destination against the channels, so that where a router's neighbours go
// from there is known when it chooses.
void ShortestPaths::towards(std::uint32_t terminal, NextHops& table) {
  constexpr std::uint32_t kUnknown = UINT32_MAX;
  distance_.assign(topology_.routers(), kUnknown);
  reached_.assign(1, terminals_[terminal]);
  distance_[reached_[0].v] = 0;
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    const RouterId r = reached_[i];
    if (i > 0) choose(r, terminal, table);
    for (const PortRef& s : senders_[r.v]) {
      if (distance_[s.router.v] != kUnknown) continue;
      distance_[s.router.v] = distance_[r.v] + 1;
      reached_.push_back(s.router);
    }
  }
}

void ShortestPaths::choose(RouterId r, std::uint32_t terminal, NextHops& table) {
  std::uint16_t& chosen = table.port(r, terminal);
  std::uint64_t least = UINT64_MAX;
  for (std::uint16_t p = 0; p < topology_.degree(r); ++p) {
    if (!up(r, p)) continue;
    const RouterId next = topology_.neighbour(r, p).router;
    if (distance_[next.v] >= distance_[r.v]) continue;
    std::uint64_t load = 0;
    if (balanced_) {
      load = load_[first_channel_[r.v] + p];
      along(next, terminal, table, [&](std::uint64_t channel) { load += load_[channel]; });
    }
    if (load < least) {
      least = load;
      chosen = p;
    }
  }
  if (!balanced_) return;
  along(r, terminal, table,
        [&](std::uint64_t channel) { load_[channel] += topology_.endpoints_at(r); });
}

// Calls f for each channel on the path that the table gives.
template <class F>
void ShortestPaths::along(RouterId at, std::uint32_t terminal, const NextHops& table, F f) const {
  while (at != terminals_[terminal]) {
    const std::uint16_t port = table.port(at, terminal);
    f(first_channel_[at.v] + port);
    at = topology_.neighbour(at, port).router;
  }
}

}  // namespace kasuri
