// SPDX-License-Identifier: MIT
#include "topology/channel_loads.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/rng.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kMostVisits = 400'000'000;  // of channels in one analysis: some seconds

// Shortest paths from one router: how many lead to each other, and what they carry.
class Tree {
 public:
  explicit Tree(const ChannelGraph& g)
      : g_(g), distance_(g.routers()), paths_(g.routers()), carried_(g.routers()) {}

  void search(std::uint32_t source) {
    std::ranges::fill(distance_, kFar);
    std::ranges::fill(paths_, 0.0);
    order_.assign(1, source);
    distance_[source] = 0;
    paths_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t r = order_[i];
      for (std::size_t c = g_.first(r); c < g_.first(r + 1); ++c) {
        if (g_.rate(c) == 0) continue;
        const std::uint32_t to = g_.to(c);
        if (distance_[to] == kFar) {
          distance_[to] = distance_[r] + 1;
          order_.push_back(to);
        }
        if (distance_[to] == distance_[r] + 1) paths_[to] += paths_[r];
      }
    }
  }
  bool reaches(std::uint32_t r) const { return distance_[r] != kFar; }
  std::uint32_t distance(std::uint32_t r) const { return distance_[r]; }
  double paths(std::uint32_t r) const { return paths_[r]; }

  // Adds the loads of what the source sends to each router.
  void carry(const std::vector<double>& sent, std::vector<double>& load) {
    for (const std::uint32_t r : order_) carried_[r] = sent[r];
    for (std::size_t i = order_.size(); i-- > 0;) {
      const std::uint32_t r = order_[i];
      for (std::size_t c = g_.first(r); c < g_.first(r + 1); ++c) {
        const std::uint32_t to = g_.to(c);
        if (g_.rate(c) == 0 || distance_[to] != distance_[r] + 1 || carried_[to] == 0) continue;
        const double share = carried_[to] * paths_[r] / paths_[to];
        load[c] += share;
        carried_[r] += share;
      }
    }
  }

 private:
  static constexpr std::uint32_t kFar = UINT32_MAX;
  const ChannelGraph& g_;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> paths_, carried_;
};

std::uint64_t squarest(std::uint64_t n) {
  auto a = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (n % a) --a;
  return a;
}

// Where endpoint e sends, of n; not for uniform traffic.
std::function<std::uint64_t(std::uint64_t)> permutation(TrafficKind kind, const Topology& t) {
  const std::uint64_t n = t.endpoints();
  switch (kind) {
    case TrafficKind::uniform: break;
    case TrafficKind::neighbour: return [n](std::uint64_t e) { return (e + 1) % n; };
    case TrafficKind::tornado: return [n](std::uint64_t e) { return (e + (n + 1) / 2 - 1) % n; };
    case TrafficKind::bit_complement: return [n](std::uint64_t e) { return n - 1 - e; };
    case TrafficKind::transpose: {
      const std::uint64_t a = squarest(n), b = n / a;
      return [a, b](std::uint64_t e) { return e % a * b + e / a; };
    }
    case TrafficKind::next_group: {
      std::vector<std::vector<std::uint64_t>> members;
      std::vector<std::pair<std::uint32_t, std::uint64_t>> place(n);
      for (std::uint64_t e = 0; e < n; ++e) {
        const std::uint32_t g = t.group(t.router_of({static_cast<std::uint32_t>(e)}));
        if (members.size() <= g) members.resize(g + 1);
        place[e] = {g, members[g].size()};
        members[g].push_back(e);
      }
      std::erase_if(members, [](const auto& m) { return m.empty(); });
      for (std::uint32_t g = 0; g < members.size(); ++g) {
        for (const std::uint64_t e : members[g]) place[e].first = g;
      }
      return [members, place](std::uint64_t e) {
        const auto& next = members[(place[e].first + 1) % members.size()];
        return next[place[e].second % next.size()];
      };
    }
  }
  return {};
}

}  // namespace

ChannelGraph::ChannelGraph(const Topology& t, std::span<const double> rates) {
  first_.push_back(0);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    endpoints_.push_back(t.endpoints_at({r}));
    first_.push_back(first_.back() + t.degree({r}));
  }
  all_endpoints_ = t.endpoints();
  to_.reserve(first_.back());
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef there = t.neighbour({r}, p);
      to_.push_back(there.router.v);
      rate_.push_back(rates[t.link_class({r}, p)]);
      const std::size_t back = first_[there.router.v] + there.port;
      const PortRef here{{r}, static_cast<std::uint16_t>(p)};
      const bool both = there.port < t.degree(there.router) &&
                        t.neighbour(there.router, there.port) == here;
      reverse_.push_back(both ? back : first_[r] + p);
    }
  }
}

void ChannelGraph::fail(std::size_t channel) {
  rate_[channel] = 0;
  rate_[reverse_[channel]] = 0;
}

void ChannelGraph::fail_cables(double share, std::uint64_t seed) {
  std::vector<std::size_t> cables;
  for (std::size_t c = 0; c < channels(); ++c) {
    if (c <= reverse_[c]) cables.push_back(c);
  }
  const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(cables.size())));
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t j = i + below(random_at(seed, 0, 1, i)[0], cables.size() - i);
    std::swap(cables[i], cables[j]);
    fail(cables[i]);
  }
}

void ChannelGraph::fail_routers(double share, std::uint64_t seed) {
  std::vector<std::uint32_t> all(routers());
  for (std::uint32_t r = 0; r < routers(); ++r) all[r] = r;
  const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(all.size())));
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t j = i + below(random_at(seed, 0, 2, i)[0], all.size() - i);
    std::swap(all[i], all[j]);
    for (std::size_t c = first(all[i]); c < first(all[i] + 1); ++c) fail(c);
    for (std::size_t c = 0; reverse_.size() < 1'000'000 && c < channels(); ++c) {
      if (to_[c] == all[i]) rate_[c] = 0;  // one-way channels into it
    }
    all_endpoints_ -= endpoints_[all[i]];
    endpoints_[all[i]] = 0;
  }
}

LoadSummary channel_loads(const ChannelGraph& g, TrafficKind kind, double nic_rate, const Topology& t) {
  LoadSummary s;
  const auto destination = permutation(kind, t);
  std::vector<std::uint32_t> sources;
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    if (g.endpoints()[r]) sources.push_back(r);
  }
  if (g.all_endpoints() < 2) return s;
  const std::uint64_t affordable = std::max<std::uint64_t>(1, kMostVisits / (2 * g.channels() + 1));
  const std::uint64_t used = std::min<std::uint64_t>(sources.size(), affordable);
  s.exact = used == sources.size();

  Tree tree(g);
  std::vector<double> load(g.channels()), sent(g.routers());
  double all = 0, arrives = 0, hops = 0;
  const double others = static_cast<double>(g.all_endpoints() - 1);
  for (std::uint64_t i = 0; i < used; ++i) {
    const std::uint32_t from = sources[i * sources.size() / used];
    const double here = g.endpoints()[from];
    std::ranges::fill(sent, 0.0);
    if (kind == TrafficKind::uniform) {
      for (std::uint32_t r = 0; r < g.routers(); ++r) sent[r] = here * g.endpoints()[r] / others;
      sent[from] = here * (here - 1) / others;
    } else {
      const std::uint32_t first = t.first_endpoint({from}).v;
      for (std::uint32_t e = first; e < first + t.endpoints_at({from}); ++e) {
        const auto to = static_cast<std::uint32_t>(destination(e));
        if (to != e) sent[t.router_of({to}).v] += 1;
      }
    }
    tree.search(from);
    for (std::uint32_t r = 0; r < g.routers(); ++r) {
      if (sent[r] == 0) continue;
      all += sent[r];
      if (!tree.reaches(r)) {
        sent[r] = 0;
        continue;
      }
      arrives += sent[r];
      hops += sent[r] * tree.distance(r);
    }
    sent[from] = 0;
    tree.carry(sent, load);
  }
  const double scale = static_cast<double>(sources.size()) / static_cast<double>(used);
  for (std::size_t c = 0; c < g.channels(); ++c) {
    if (load[c] > 0) s.saturation = std::min(s.saturation, g.rate(c) / (load[c] * scale * nic_rate));
  }
  if (all > 0) s.connected = arrives / all;
  if (arrives > 0) s.mean_hops = hops / arrives;
  return s;
}

PathDiversity path_diversity(const ChannelGraph& g) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    if (g.endpoints()[r]) ends.push_back(r);
  }
  PathDiversity d;
  if (ends.size() < 2) return d;
  const std::uint64_t affordable = std::max<std::uint64_t>(1, kMostVisits / 8 / (g.channels() + 1));
  const std::uint64_t used = std::min<std::uint64_t>(ends.size(), affordable);
  d.exact = used == ends.size();
  d.least = HUGE_VAL;
  Tree tree(g);
  double pairs = 0;
  for (std::uint64_t i = 0; i < used; ++i) {
    const std::uint32_t from = ends[i * ends.size() / used];
    tree.search(from);
    for (const std::uint32_t to : ends) {
      if (to == from || !tree.reaches(to)) continue;
      d.least = std::min(d.least, tree.paths(to));
      d.mean += tree.paths(to);
      ++pairs;
    }
  }
  d.mean = pairs > 0 ? d.mean / pairs : 0;
  return d;
}

}  // namespace kasuri
