// SPDX-License-Identifier: MIT
#include "network/topology/bisection.h"

#include <algorithm>
#include <limits>

#include "network/topology/halves.h"

namespace kasuri {
namespace {

// Dinic's algorithm: levels by breadth-first search, then paths along them until none is left.
class Flow {
 public:
  explicit Flow(std::uint32_t nodes) : edges_of_(nodes), level_(nodes), next_(nodes) {}

  void add(std::uint32_t from, std::uint32_t to, std::uint64_t capacity) {
    edges_of_[from].push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.push_back({to, capacity});
    edges_of_[to].push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.push_back({from, 0});
  }

  std::uint64_t run(std::uint32_t source, std::uint32_t sink) {
    std::uint64_t total = 0;
    while (find_levels(source, sink)) {
      std::ranges::fill(next_, 0u);
      while (const std::uint64_t f = push(source, sink)) total += f;
    }
    return total;
  }
  // After run(): whether a node is on the source's side of the smallest cut.
  bool reached(std::uint32_t node) const { return level_[node] != kNone; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Edge {
    std::uint32_t to;
    std::uint64_t left;
  };

  bool find_levels(std::uint32_t source, std::uint32_t sink) {
    std::ranges::fill(level_, kNone);
    std::vector<std::uint32_t> found{source};
    level_[source] = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::uint32_t e : edges_of_[found[i]]) {
        const Edge& edge = edges_[e];
        if (!edge.left || level_[edge.to] != kNone) continue;
        level_[edge.to] = level_[found[i]] + 1;
        found.push_back(edge.to);
      }
    }
    return level_[sink] != kNone;
  }

  // One path, depth first on a stack of its own.
  std::uint64_t push(std::uint32_t source, std::uint32_t sink) {
    path_.clear();
    std::uint32_t at = source;
    while (at != sink) {
      std::uint32_t& i = next_[at];
      while (i < edges_of_[at].size()) {
        const Edge& edge = edges_[edges_of_[at][i]];
        if (edge.left && level_[edge.to] == level_[at] + 1) break;
        ++i;
      }
      if (i < edges_of_[at].size()) {
        path_.push_back(edges_of_[at][i]);
        at = edges_[path_.back()].to;
      } else if (path_.empty()) {
        return 0;
      } else {  // a dead end
        at = edges_[path_.back() ^ 1].to;
        path_.pop_back();
        ++next_[at];
      }
    }
    std::uint64_t amount = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint32_t e : path_) amount = std::min(amount, edges_[e].left);
    for (const std::uint32_t e : path_) {
      edges_[e].left -= amount;
      edges_[e ^ 1].left += amount;
    }
    return amount;
  }

  std::vector<Edge> edges_;  // each is followed by its reverse
  std::vector<std::vector<std::uint32_t>> edges_of_;
  std::vector<std::uint32_t> level_, next_, path_;
};

// What a division into two sides cuts.
MinimumCut measure(const Topology& t, std::vector<bool> first, std::span<const std::uint64_t> capacity) {
  MinimumCut cut{0, std::vector<std::uint64_t>(capacity.size()), {}};
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (!first[r]) continue;
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      if (first[t.neighbour({r}, p).router.v]) continue;
      const std::uint32_t c = t.link_class({r}, p);
      ++cut.channels[c];
      cut.capacity += capacity[c];
    }
  }
  cut.first_half = std::move(first);
  return cut;
}

// The routers with endpoints keep their sides; the others go where they cost least.
MinimumCut cut_between(const Topology& t, const std::vector<RouterId>& ends, const std::vector<bool>& first,
                       std::span<const std::uint64_t> capacity) {
  std::vector<RouterId> here, there;
  for (const RouterId r : ends) (first[r.v] ? here : there).push_back(r);
  return max_flow(t, here, there, capacity);
}

std::vector<RouterId> routers_with_endpoints(const Topology& t) {
  std::vector<RouterId> ends;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (t.endpoints_at({r})) ends.push_back({r});
  }
  return ends;
}

class Search {
 public:
  Search(const Topology& t, std::span<const std::uint64_t> capacity)
      : t_(t), capacity_(capacity), ends_(routers_with_endpoints(t)) {}

  std::optional<MinimumCut> run() {
    if (ends_.size() < 2) return std::nullopt;
    try_order(ends_);
    const std::size_t dimensions = t_.coordinates(ends_[0]).size();
    for (std::size_t d = 0; dimensions > 1 && d < dimensions; ++d) {
      std::vector<std::pair<std::uint32_t, RouterId>> keyed;
      for (const RouterId r : ends_) keyed.emplace_back(t_.coordinates(r)[d], r);
      std::ranges::stable_sort(keyed, {}, [](const auto& k) { return k.first; });
      std::vector<RouterId> order;
      for (const auto& [key, r] : keyed) order.push_back(r);
      try_order(order);
    }
    if (channel_count(t_) <= kMostToRefine) improve();
    if (ends_.size() <= kMostToMeasure) improve_by_flows();
    return best_;
  }

 private:
  static constexpr std::uint64_t kMostToRefine = 4'000'000;
  static constexpr std::uint32_t kMostToMeasure = 24;

  // The first routers that together have half of the endpoints against the others.
  void try_order(const std::vector<RouterId>& order) {
    std::uint64_t before = 0;
    std::size_t n = 0;
    while (n < order.size() - 1 && 2 * (before + t_.endpoints_at(order[n])) <= t_.endpoints()) {
      before += t_.endpoints_at(order[n++]);
    }
    if (n == 0) n = 1;
    const std::span all(order);
    keep(max_flow(t_, all.first(n), all.subspan(n), capacity_));
  }

  void keep(MinimumCut cut) {
    if (!best_ || cut.capacity < best_->capacity) best_ = std::move(cut);
  }

  // Swaps two routers with equally many endpoints while that makes the smallest cut between both halves
  // smaller: routers without endpoints follow.
  void improve_by_flows() {
    for (bool better = true; better;) {
      const std::uint64_t before = best_->capacity;
      const std::vector<bool> first = best_->first_half;
      for (const RouterId a : ends_) {
        for (const RouterId b : ends_) {
          if (!first[a.v] || first[b.v] || t_.endpoints_at(a) != t_.endpoints_at(b)) continue;
          std::vector<RouterId> here, there;
          for (const RouterId r : ends_) ((r == a || r == b) != first[r.v] ? here : there).push_back(r);
          keep(max_flow(t_, here, there, capacity_));
        }
      }
      better = best_->capacity < before;
    }
  }

  // Moves routers from side to side (halves.h).
  void improve() {
    Sides first = best_->first_half;
    refine_halves(weighted_graph(t_, capacity_), first);
    keep(cut_between(t_, ends_, first, capacity_));
  }

  const Topology& t_;
  std::span<const std::uint64_t> capacity_;
  std::vector<RouterId> ends_;
  std::optional<MinimumCut> best_;
};

}  // namespace

MinimumCut max_flow(const Topology& t, std::span<const RouterId> sources, std::span<const RouterId> sinks,
             std::span<const std::uint64_t> capacity) {
  std::vector<bool> first(t.routers());
  for (const RouterId r : sources) first[r.v] = true;
  if (sources.size() + sinks.size() == t.routers()) return measure(t, std::move(first), capacity);

  constexpr std::uint64_t kUnbounded = std::uint64_t{1} << 62;
  const std::uint32_t source = t.routers(), sink = source + 1;
  Flow flow(t.routers() + 2);
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      flow.add(r, t.neighbour({r}, p).router.v, capacity[t.link_class({r}, p)]);
    }
  }
  for (const RouterId r : sources) flow.add(source, r.v, kUnbounded);
  for (const RouterId r : sinks) flow.add(r.v, sink, kUnbounded);
  flow.run(source, sink);
  for (std::uint32_t r = 0; r < t.routers(); ++r) first[r] = flow.reached(r);
  return measure(t, std::move(first), capacity);
}

std::optional<MinimumCut> find_bisection(const Topology& t, std::span<const std::uint64_t> capacity) {
  constexpr std::uint64_t kMostChannels = 10'000'000;
  if (channel_count(t) > kMostChannels) return std::nullopt;
  return Search(t, capacity).run();
}

std::optional<MinimumCut> multilevel_bisection(const Topology& t, std::span<const std::uint64_t> capacity) {
  constexpr std::uint64_t kMostChannels = 8'000'000;
  const std::vector<RouterId> ends = routers_with_endpoints(t);
  if (ends.size() < 2 || channel_count(t) > kMostChannels) return std::nullopt;
  return cut_between(t, ends, multilevel_halves(weighted_graph(t, capacity)), capacity);
}

}  // namespace kasuri
