// SPDX-License-Identifier: MIT
#include "network/routing/routed_loads.h"

#include <algorithm>
#include <bit>

#include "base/core/check.h"
#include "base/core/long_step.h"
#include "base/core/rng.h"

namespace kasuri {
namespace {

// The loads of one pattern.
class RoutedPattern {
 public:
  RoutedPattern(const ChannelGraph& g, const Topology& t, const Routing& routing, std::uint64_t seed)
      : g_(g), t_(t), routing_(routing), selector_(routing, seed), load_(g.channels()),
        planes_(routing.planes()), paths_(routing.paths() / routing.epochs() / planes_),
        by_pair_(planes_ > 1 || routing.spread() == Spread::by_destination ||
                 routing.spread() == Spread::by_flow || routing.spread() == Spread::by_routing),
        most_hops_(routing.hop_limit().value_or(4 * t.routers() + 64)) {}

  // How many paths a pair has here, at most `limit`.
  std::uint32_t paths_of_pair(std::uint32_t limit) const {
    switch (routing_.spread()) {
      case Spread::by_packet: return std::min(paths_, limit);
      case Spread::by_routing: return std::min(kSampled, limit);
      default: return 1;
    }
  }
  bool samples(std::uint32_t used) const {
    return routing_.spread() == Spread::by_routing ||
           (routing_.spread() == Spread::by_packet && used < paths_);
  }
  // Whether the paths of two endpoints of one router to two of another may differ.
  bool by_pair() const { return by_pair_; }

  void add(EndpointId from, EndpointId to, double amount, std::uint32_t used) {
    const RouterId source = t_.router_of(from), target = t_.router_of(to);
    sent_ += amount;
    if (source == target) return;
    for (std::uint32_t k = 0; k < used; ++k) {
      walk(source, target, path(from, to, k, used), amount / used);
    }
  }
  LoadSummary summary(double nic_rate, bool exact) const {
    LoadSummary s;
    s.exact = exact;
    for (std::size_t c = 0; c < g_.channels(); ++c) {
      if (load_[c] > 0) s.saturation = std::min(s.saturation, g_.rate(c) / (load_[c] * nic_rate));
    }
    if (sent_ > 0) s.mean_hops = hops_ / sent_;
    return s;
  }

 private:
  static constexpr std::uint32_t kSampled = 64;  // packets of a pair, where the routing selects paths

  std::uint32_t path(EndpointId from, EndpointId to, std::uint32_t k, std::uint32_t used) {
    if (routing_.spread() != Spread::by_packet) return selector_.path(from, to, k);
    const std::uint32_t first = to.v % planes_ * paths_;
    if (used == paths_) return first + k;
    const auto draw = random_at(1, from.v, to.v, k)[0];
    return first + static_cast<std::uint32_t>(below(draw, paths_));
  }
  void walk(RouterId source, RouterId target, std::uint32_t path, double amount) {
    RouteInput input{source, RouteInput::kInjected, 0, path};
    for (std::uint32_t hops = 0; input.at != target; ++hops) {
      check(hops <= most_hops_, "a path ends at its target");
      const Route route = routing_.route(input, source, target);
      load_[g_.first(input.at.v) + route.port] += amount;
      hops_ += amount;
      const PortRef next = t_.neighbour(input.at, route.port);
      const auto vc = static_cast<std::uint16_t>(std::countr_zero(route.vc_mask));
      input = {next.router, next.port, vc, path};
    }
  }

  const ChannelGraph& g_;
  const Topology& t_;
  const Routing& routing_;
  PathSelector selector_;
  std::vector<double> load_;
  std::uint32_t planes_, paths_;
  bool by_pair_;
  std::uint32_t most_hops_;
  double sent_ = 0, hops_ = 0;
};

// The mean length of some paths.
std::uint32_t usual_hops(const ChannelGraph& g, const Topology& t, const Routing& routing,
                         std::uint64_t seed) {
  constexpr std::uint32_t kPairs = 100;
  RoutedPattern some(g, t, routing, seed);
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    const auto draw = random_at(2, 0, 0, i);
    some.add({static_cast<std::uint32_t>(below(draw[0], t.endpoints()))},
             {static_cast<std::uint32_t>(below(draw[1], t.endpoints()))}, 1, 1);
  }
  return 1 + static_cast<std::uint32_t>(some.summary(1, false).mean_hops);
}

// Uniform traffic between routers: their endpoints share paths.
template <class F>
void for_routers(const ChannelGraph& g, const Topology& t, F f) {
  const double others = static_cast<double>(g.all_endpoints() - 1);
  for (std::uint32_t a = 0; a < g.routers(); ++a) {
    const double here = g.endpoints()[a];
    for (std::uint32_t b = 0; here > 0 && b < g.routers(); ++b) {
      const double amount = here * (a == b ? here - 1 : g.endpoints()[b]) / others;
      if (amount > 0) f(t.first_endpoint({a}), t.first_endpoint({b}), amount);
    }
  }
}

template <class F>
void for_pairs(const TrafficDemand& traffic, const Topology& t, F f) {
  const std::uint32_t n = t.endpoints();
  for (std::uint32_t e = 0; e < n; ++e) {
    if (traffic.demand) {
      traffic.demand(e, [&](std::uint32_t to, double share) { f(EndpointId{e}, EndpointId{to}, share); });
    } else {
      for (std::uint32_t to = 0; to < n; ++to) {
        if (to != e) f(EndpointId{e}, EndpointId{to}, 1.0 / (n - 1));
      }
    }
  }
}

}  // namespace

RoutedLoads routed_loads(const ChannelGraph& g, const Topology& t, const Routing& routing,
                         std::span<const TrafficDemand> patterns, double nic_rate, std::uint64_t seed,
                         std::uint64_t most) {
  RoutedLoads all;
  all.described = routing.describe();
  all.adaptive = routing.adaptive();
  if (all.adaptive) {
    all.reason = "it selects by the lengths of queues, so only a run shows where it saturates ([measure])";
    return all;
  }
  if (g.all_endpoints() < 2) return all;
  const std::uint32_t hops = usual_hops(g, t, routing, seed);
  LongStep step("loads of the routing's channels", patterns.size());
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    step.at(k);
    RoutedPattern loads(g, t, routing, seed);
    const bool routers = !patterns[k].demand && !loads.by_pair();
    std::uint64_t pairs = 0;
    if (patterns[k].demand) {
      patterns[k].demand(0, [&](std::uint32_t, double) { ++pairs; });
      pairs = std::max<std::uint64_t>(1, pairs) * t.endpoints();
    } else {
      const auto with = std::ranges::count_if(g.endpoints(), [](std::uint32_t n) { return n > 0; });
      const auto n = routers ? static_cast<std::uint64_t>(with) : t.endpoints();
      pairs = n * n;
    }
    const std::uint64_t affordable = most / hops / pairs;
    if (affordable == 0) {
      all.loads.emplace_back();
      continue;
    }
    const std::uint32_t used =
        loads.paths_of_pair(static_cast<std::uint32_t>(std::min<std::uint64_t>(affordable, UINT32_MAX)));
    const auto add = [&](EndpointId a, EndpointId b, double amount) { loads.add(a, b, amount, used); };
    if (routers) for_routers(g, t, add);
    else for_pairs(patterns[k], t, add);
    all.loads.push_back(loads.summary(nic_rate, !loads.samples(used)));
  }
  return all;
}

}  // namespace kasuri
