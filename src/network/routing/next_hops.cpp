// SPDX-License-Identifier: MIT
#include "network/routing/next_hops.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "base/core/long_step.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kUnknown = UINT32_MAX;

}  // namespace

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
  std::vector<bool> sends(t.routers());
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels);
    channels += t.degree({r});
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      if (!up({r}, p)) continue;
      sends[r] = true;
      senders_[t.neighbour({r}, p).router.v].push_back({{r}, static_cast<std::uint16_t>(p)});
    }
  }
  load_.resize(channels);
  for (std::uint32_t r = 0; r < t.routers(); ++r) connected_ += sends[r] || !senders_[r].empty();
}

NextHops ShortestPaths::next_table() {
  NextHops table(topology_, terminals_);
  LongStep step("routing: tables of shortest paths", terminals_.count());
  for (std::uint32_t i = 0; i < terminals_.count(); ++i) {
    towards(i, table);
    step.at(i + 1);
  }
  return table;
}

// Breadth-first from the destination against the channels, one distance after the other, so that where a
// router's neighbours go from there is known when it chooses. Once all routers are reached, nothing is left
// to be found: on a full mesh after the first of them.
void ShortestPaths::towards(std::uint32_t terminal, NextHops& table) {
  distance_.assign(topology_.routers(), kUnknown);
  first_candidate_.assign(topology_.routers(), kUnknown);
  reached_.assign(1, terminals_[terminal]);
  distance_[reached_[0].v] = 0;
  for (std::size_t begin = 0; begin < reached_.size() && reached_.size() < connected_;) {
    const std::size_t end = reached_.size();
    list_candidates(begin, end);
    for (std::size_t i = end; i < reached_.size(); ++i) choose(reached_[i], terminal, table);
    begin = end;
  }
  longest_ = std::max(longest_, distance_[reached_.back().v]);
}

// Of the routers that are one channel further from the destination than these of reached_.
void ShortestPaths::list_candidates(std::size_t begin, std::size_t end) {
  candidates_.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const RouterId next = reached_[i];
    for (const PortRef& s : senders_[next.v]) {
      std::uint32_t& distance = distance_[s.router.v];
      if (distance == kUnknown) {
        distance = distance_[next.v] + 1;
        reached_.push_back(s.router);
      } else if (distance != distance_[next.v] + 1) {
        continue;
      }
      std::uint32_t& first = first_candidate_[s.router.v];
      candidates_.push_back({next, first, s.port});
      first = static_cast<std::uint32_t>(candidates_.size() - 1);
    }
  }
}

// The port with the least load, the lowest of equal ones.
void ShortestPaths::choose(RouterId r, std::uint32_t terminal, NextHops& table) {
  std::uint16_t& chosen = table.port(r, terminal);
  std::uint64_t least = UINT64_MAX;
  for (std::uint32_t i = first_candidate_[r.v]; i != kUnknown; i = candidates_[i].other) {
    const Candidate& c = candidates_[i];
    std::uint64_t load = 0;
    if (balanced_) {
      load = load_[first_channel_[r.v] + c.port];
      along(c.next, terminal, table, [&](std::uint64_t channel) { load += load_[channel]; });
    }
    if (load < least || (load == least && c.port < chosen)) {
      least = load;
      chosen = c.port;
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
