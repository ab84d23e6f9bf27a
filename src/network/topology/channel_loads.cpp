// SPDX-License-Identifier: MIT
#include "network/topology/channel_loads.h"

#include <algorithm>
#include <cmath>

#include "base/core/long_step.h"
#include "base/core/rng.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kMostVisits = 2'000'000'000;  // of channels in one analysis: some seconds

// Shortest paths from one router: how many lead to each other, and what they carry.
class Tree {
 public:
  explicit Tree(const ChannelGraph& g)
      : g_(g), into_first_(g.routers() + 1), distance_(g.routers()), paths_(g.routers()),
        carried_(g.routers()) {
    for (std::size_t c = 0; c < g.channels(); ++c) ++into_first_[g.to(c) + 1];
    for (std::uint32_t r = 0; r < g.routers(); ++r) into_first_[r + 1] += into_first_[r];
    into_.resize(g.channels());
    std::vector<std::size_t> next(into_first_.begin(), into_first_.end() - 1);
    for (std::uint32_t r = 0; r < g.routers(); ++r) {
      for (std::size_t c = g.first(r); c < g.first(r + 1); ++c) into_[next[g.to(c)]++] = {r, c};
    }
  }

  void search(std::uint32_t source) {
    std::ranges::fill(distance_, kFar);
    std::ranges::fill(paths_, 0.0);
    order_.assign(1, source);
    distance_[source] = 0;
    paths_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t r = order_[i];
      const bool is_last = distance_[r] == distance_[order_.back()];
      if (is_last && order_.size() == g_.routers()) break;  // none is further
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
    levels_.resize(distance_[order_.back()] + 1);
  }
  bool reaches(std::uint32_t r) const { return distance_[r] != kFar; }
  std::uint32_t distance(std::uint32_t r) const { return distance_[r]; }
  double paths(std::uint32_t r) const { return paths_[r]; }

  // What the source sends to a router in reach, until carry() adds the loads of the paths there.
  void send(std::uint32_t to, double amount) {
    if (carried_[to] == 0) levels_[distance_[to]].push_back(to);
    carried_[to] += amount;
  }
  void carry(std::vector<double>& load) {
    for (std::size_t level = levels_.size(); level-- > 0;) {
      for (const std::uint32_t to : levels_[level]) {
        for (std::size_t i = into_first_[to]; level > 0 && i < into_first_[to + 1]; ++i) {
          const auto& [from, channel] = into_[i];
          if (distance_[from] + 1 != level || g_.rate(channel) == 0) continue;
          const double share = carried_[to] * paths_[from] / paths_[to];
          load[channel] += share;
          send(from, share);
        }
        carried_[to] = 0;
      }
      levels_[level].clear();
    }
  }

 private:
  static constexpr std::uint32_t kFar = UINT32_MAX;
  struct Into {
    std::uint32_t from;
    std::size_t channel;
  };
  const ChannelGraph& g_;
  std::vector<std::size_t> into_first_;
  std::vector<Into> into_;  // the channels into each router
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> paths_, carried_;
  std::vector<std::vector<std::uint32_t>> levels_;  // routers with something to carry, by distance
};

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
      class_.push_back(static_cast<std::uint8_t>(t.link_class({r}, p)));
      rate_.push_back(rates[class_.back()]);
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

namespace {

// The loads of one pattern, from the sources that have been looked at.
class Loads {
 public:
  Loads(const ChannelGraph& g, const TrafficDemand& traffic, const Topology& t)
      : g_(g), t_(t), traffic_(traffic), uniform_(!traffic.demand), load_(g.channels()) {}

  bool uniform() const { return uniform_; }
  void add(std::uint32_t from, Tree& tree) {
    const auto send = [&](std::uint32_t to, double amount) {
      all_ += amount;
      if (!tree.reaches(to)) return;
      arrives_ += amount;
      hops_ += amount * tree.distance(to);
      if (to != from) tree.send(to, amount);
    };
    const double here = g_.endpoints()[from], others = static_cast<double>(g_.all_endpoints() - 1);
    const std::uint32_t first = t_.first_endpoint({from}).v;
    for (std::uint32_t r = 0; uniform_ && r < g_.routers(); ++r) {
      const double amount = here * (r == from ? here - 1 : g_.endpoints()[r]) / others;
      if (amount > 0) send(r, amount);
    }
    for (std::uint32_t e = first; !uniform_ && e < first + t_.endpoints_at({from}); ++e) {
      traffic_.demand(e, [&](std::uint32_t to, double share) { send(t_.router_of({to}).v, share); });
    }
    tree.carry(load_);
  }
  LoadSummary summary(double nic_rate, double scale) const {
    LoadSummary s;
    s.exact = scale == 1;
    if (uniform_ && !s.exact) {
      s.saturation = by_class(nic_rate, scale);
    } else {
      for (std::size_t c = 0; c < g_.channels(); ++c) {
        if (load_[c] > 0) s.saturation = std::min(s.saturation, g_.rate(c) / (load_[c] * nic_rate));
      }
    }
    if (all_ > 0) s.connected = arrives_ / all_;
    if (arrives_ > 0) s.mean_hops = hops_ / arrives_;
    return s;
  }

 private:
  // The mean load of a class instead of the largest, which a sample overestimates by far.
  double by_class(double nic_rate, double scale) const {
    std::vector<double> rate(g_.classes()), load(g_.classes());
    for (std::size_t c = 0; c < g_.channels(); ++c) {
      rate[g_.link_class(c)] += g_.rate(c);
      load[g_.link_class(c)] += load_[c] * scale;
    }
    double least = 1;
    for (std::size_t k = 0; k < rate.size(); ++k) {
      if (load[k] > 0) least = std::min(least, rate[k] / (load[k] * nic_rate));
    }
    return least;
  }

  const ChannelGraph& g_;
  const Topology& t_;
  const TrafficDemand& traffic_;
  bool uniform_;
  std::vector<double> load_;
  double all_ = 0, arrives_ = 0, hops_ = 0;
};

}  // namespace

std::vector<LoadSummary> channel_loads(const ChannelGraph& g, std::span<const TrafficDemand> patterns,
                                       double nic_rate, const Topology& t) {
  if (g.all_endpoints() < 2) return std::vector<LoadSummary>(patterns.size());
  std::vector<std::uint32_t> sources;
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    if (g.endpoints()[r]) sources.push_back(r);
  }
  const std::uint64_t affordable = std::max<std::uint64_t>(1, kMostVisits / (2 * g.channels() + 1));
  const bool exact = sources.size() <= affordable;
  // A sample of the sources: spread for uniform traffic; for others side by side, as they meet on channels.
  const std::uint64_t used = exact ? sources.size() : std::max<std::uint64_t>(1, affordable / 20);
  std::vector<Loads> loads;
  for (const TrafficDemand& traffic : patterns) loads.emplace_back(g, traffic, t);
  Tree tree(g);
  const auto add = [&](std::uint64_t source, bool uniform, bool others) {
    tree.search(sources[source]);
    for (Loads& l : loads) {
      if (l.uniform() ? uniform : others) l.add(sources[source], tree);
    }
  };
  LongStep step("loads of channels", used);
  for (std::uint64_t i = 0; i < used; ++i) {
    step.at(i);
    if (exact) {
      add(i, true, true);
    } else {
      add(i * sources.size() / used, true, false);
      add(i, false, true);
    }
  }
  std::vector<LoadSummary> all;
  const double scale = static_cast<double>(sources.size()) / static_cast<double>(used);
  for (const Loads& l : loads) all.push_back(l.summary(nic_rate, scale));
  return all;
}

LoadSummary channel_loads(const ChannelGraph& g, const TrafficDemand& traffic, double nic_rate,
                          const Topology& t) {
  return channel_loads(g, std::span(&traffic, 1), nic_rate, t)[0];
}

PathDiversity path_diversity(const ChannelGraph& g) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t r = 0; r < g.routers(); ++r) {
    if (g.endpoints()[r]) ends.push_back(r);
  }
  PathDiversity d;
  if (ends.size() < 2) return d;
  const std::uint64_t affordable = std::max<std::uint64_t>(1, kMostVisits / 20 / (g.channels() + 1));
  const std::uint64_t used = std::min<std::uint64_t>(ends.size(), affordable);
  d.exact = used == ends.size();
  d.least = HUGE_VAL;
  Tree tree(g);
  double pairs = 0;
  LongStep step("numbers of shortest paths", used);
  for (std::uint64_t i = 0; i < used; ++i) {
    step.at(i);
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
