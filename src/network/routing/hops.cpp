// SPDX-License-Identifier: MIT
#include "network/routing/hops.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "base/core/host_memory.h"
#include "base/core/long_step.h"
#include "network/topology/distances.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kSmallTable = 32'000'000;

}  // namespace

Hops::Hops(std::string_view routing, const Topology& t, const Terminals& terminals)
    : topology_(t), terminals_(terminals) {
  const std::uint64_t entries = std::uint64_t{t.routers()} * terminals.count();
  if (entries > kSmallTable && closed_form()) {
    for (std::uint32_t i = 0; i < terminals.count(); ++i) {
      diameter_ = std::max(diameter_, *t.distance(terminals[i], terminals[0]));
    }
    return;
  }
  if (entries > available_memory()) {
    throw Error(Exit::limit,
                fmt::format("routing '{}' needs a table of {} between {} routers, but {} of memory are "
                            "available; use a routing without tables",
                            routing, to_string(Bytes{static_cast<std::int64_t>(entries)}), t.routers(),
                            to_string(Bytes{static_cast<std::int64_t>(available_memory())})));
  }
  std::vector<std::size_t> first(t.routers() + 1);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) ++first[t.neighbour({r}, p).router.v + 1];
  }
  for (std::uint32_t r = 0; r < t.routers(); ++r) first[r + 1] += first[r];
  std::vector<std::uint32_t> senders(first.back());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) senders[next[t.neighbour({r}, p).router.v]++] = r;
  }
  constexpr std::uint8_t kUnknown = UINT8_MAX;
  table_.assign(entries, kUnknown);
  std::vector<std::uint32_t> reached;
  LongStep step("routing: distances of routers", terminals.count());
  for (std::uint32_t i = 0; i < terminals.count(); ++i) {
    std::uint8_t* const row = &table_[std::size_t{i} * t.routers()];
    reached.assign(1, terminals[i].v);
    row[terminals[i].v] = 0;
    for (std::size_t k = 0; k < reached.size() && reached.size() < t.routers(); ++k) {
      const std::uint32_t r = reached[k];
      for (std::size_t s = first[r]; s < first[r + 1]; ++s) {
        if (row[senders[s]] != kUnknown) continue;
        row[senders[s]] = static_cast<std::uint8_t>(std::min<std::uint32_t>(row[r] + 1u, kMost));
        reached.push_back(senders[s]);
      }
    }
    for (std::uint32_t j = 0; j < terminals.count(); ++j) {
      const std::uint8_t d = row[terminals[j].v];
      if (d != kUnknown) diameter_ = std::max<std::uint32_t>(diameter_, d);
    }
    step.at(i + 1);
  }
}

// Of all topologies so far that know some distances between routers with endpoints, all know all.
bool Hops::closed_form() const {
  const std::uint32_t n = terminals_.count();
  for (std::uint32_t i = 0; i < topology_.routers(); i += std::max(1u, topology_.routers() / 1000)) {
    if (!topology_.distance({i}, terminals_[i % n])) return false;
  }
  return true;
}

std::uint32_t Hops::reach(const Topology& t, const Terminals& terminals) {
  if (!terminals.count()) return 0;
  const auto distance = distances_from(t, terminals[0]);
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < terminals.count(); ++i) {
    const std::uint32_t d = distance[terminals[i].v];
    if (d != kUnreachable) most = std::max(most, d);
  }
  return most;
}

}  // namespace kasuri
