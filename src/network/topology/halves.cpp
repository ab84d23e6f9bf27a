// SPDX-License-Identifier: MIT
#include "network/topology/halves.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <queue>

#include "base/core/rng.h"

namespace kasuri {
namespace {

std::int64_t heaviest(const WeightedGraph& g) { return std::ranges::max(g.vertex); }

class Refinement {
 public:
  Refinement(const WeightedGraph& g, Sides& first)
      : g_(g), first_(first), gain_(g.size()), moved_(g.size()), heaviest_(heaviest(g)) {
    for (std::uint32_t v = 0; v < g_.size(); ++v) difference_ += first_[v] ? g_.vertex[v] : -g_.vertex[v];
  }

  void run() {
    const int most = g_.size() > 20'000 ? 5 : 20;
    for (int i = 0; i < most && pass(); ++i) {
    }
  }

 private:
  struct Candidate {
    std::int64_t gain;
    std::uint64_t stamp;  // of equal gains the latest first: clusters move together
    std::uint32_t vertex;

    bool operator<(const Candidate& o) const { return std::pair(gain, stamp) < std::pair(o.gain, o.stamp); }
  };
  using Heap = std::priority_queue<Candidate>;

  bool weighs(std::uint32_t v) const { return g_.vertex[v] > 0; }
  std::int64_t after(std::uint32_t v) const {
    return difference_ + (first_[v] ? -2 : 2) * g_.vertex[v];
  }
  bool balanced() const { return std::abs(difference_) <= heaviest_; }

  // What is no longer true is left in the heap until it is at the top.
  void push(std::uint32_t v) { heaps_[first_[v]][weighs(v)].push({gain_[v], stamp_++, v}); }
  bool clean(Heap& h) {
    while (!h.empty() && (moved_[h.top().vertex] || gain_[h.top().vertex] != h.top().gain)) h.pop();
    return !h.empty();
  }
  // The vertex that saves most of those whose move leaves the sides equal enough for the next one.
  std::uint32_t best() {
    std::uint32_t found = UINT32_MAX;
    for (int side = 0; side < 2; ++side) {
      for (const bool heavy : {false, true}) {
        Heap& h = heaps_[side][heavy];
        if (!clean(h)) continue;
        const std::uint32_t v = h.top().vertex;
        const std::int64_t then = std::abs(after(v)), now = std::abs(difference_);
        if (heavy && then > 2 * heaviest_ && then >= now) continue;
        if (heavy && !balanced() && then >= now) continue;
        if (found == UINT32_MAX || gain_[v] > gain_[found]) found = v;
      }
    }
    return found;
  }

  void move(std::uint32_t v) {
    difference_ = after(v);
    first_[v] = !first_[v];
  }

  // Returns whether the division became better.
  bool pass() {
    for (auto& side : heaps_) side = {};
    moved_.assign(g_.size(), false);
    for (std::uint32_t v = 0; v < g_.size(); ++v) {
      gain_[v] = 0;
      for (std::size_t e = g_.first[v]; e < g_.first[v + 1]; ++e) {
        gain_[v] += first_[v] == first_[g_.to[e]] ? -g_.edge[e] : g_.edge[e];
      }
      push(v);
    }
    const std::size_t patience = std::max<std::size_t>(2000, g_.size() / 20);
    std::int64_t saved = 0, most = 0, least = std::abs(difference_);
    const bool was_balanced = balanced();
    bool found_balance = was_balanced;
    std::vector<std::uint32_t> moves;
    std::size_t kept = 0;
    while (moves.size() < kept + patience) {
      const std::uint32_t v = best();
      if (v == UINT32_MAX) break;
      saved += gain_[v];
      moved_[v] = true;
      move(v);
      moves.push_back(v);
      for (std::size_t e = g_.first[v]; e < g_.first[v + 1]; ++e) {
        const std::uint32_t to = g_.to[e];
        if (moved_[to]) continue;
        gain_[to] += first_[to] == first_[v] ? -2 * g_.edge[e] : 2 * g_.edge[e];
        push(to);
      }
      const std::int64_t now = std::abs(difference_);
      const bool better = found_balance ? balanced() && (saved > most || (saved == most && now < least))
                                        : balanced() || now < least;
      if (!better) continue;
      found_balance = balanced();
      kept = moves.size();
      most = saved;
      least = now;
    }
    for (std::size_t i = moves.size(); i-- > kept;) move(moves[i]);
    return kept > 0;
  }

  const WeightedGraph& g_;
  Sides& first_;
  std::vector<std::int64_t> gain_;
  std::vector<bool> moved_;
  std::int64_t heaviest_, difference_ = 0;
  std::array<std::array<Heap, 2>, 2> heaps_;
  std::uint64_t stamp_ = 0;
};

class Multilevel {
 public:
  explicit Multilevel(std::uint64_t seed) : seed_(seed) {}

  Sides halve(const WeightedGraph& g) {
    std::vector<std::uint32_t> coarse_of;
    WeightedGraph coarse;
    const bool shrunk = g.size() > kFew && coarsen(g, coarse_of, coarse);
    if (!shrunk) return initial(g);
    const Sides found = halve(coarse);
    Sides first(g.size());
    for (std::uint32_t v = 0; v < g.size(); ++v) first[v] = found[coarse_of[v]];
    refine_halves(g, first);
    return first;
  }

 private:
  static constexpr std::uint32_t kFew = 80;

  std::uint64_t draw() { return random_at(seed_, 0, 3, count_++)[0]; }

  std::vector<std::uint32_t> shuffled(std::uint32_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(draw(), i)]);
    return order;
  }

  // Pairs of vertices along heaviest edges become one each. False if too few find a partner.
  bool coarsen(const WeightedGraph& g, std::vector<std::uint32_t>& coarse_of, WeightedGraph& coarse) {
    const std::int64_t total = std::accumulate(g.vertex.begin(), g.vertex.end(), std::int64_t{0});
    const std::int64_t limit = std::max(total / 20, 2 * heaviest(g));
    std::vector<std::uint32_t> partner(g.size(), UINT32_MAX);
    std::uint32_t pairs = 0;
    for (const std::uint32_t v : shuffled(g.size())) {
      if (partner[v] != UINT32_MAX) continue;
      std::uint32_t with = v;
      std::int64_t most = 0;
      for (std::size_t e = g.first[v]; e < g.first[v + 1]; ++e) {
        const std::uint32_t to = g.to[e];
        if (to == v || partner[to] != UINT32_MAX || g.vertex[v] + g.vertex[to] > limit) continue;
        const bool lighter = with != v && g.edge[e] == most && g.vertex[to] < g.vertex[with];
        if (g.edge[e] > most || lighter) {
          most = g.edge[e];
          with = to;
        }
      }
      partner[v] = with;
      partner[with] = v;
      pairs += with != v;
    }
    if (pairs < g.size() / 20) return false;
    merge(g, partner, coarse_of, coarse);
    return true;
  }

  static void merge(const WeightedGraph& g, const std::vector<std::uint32_t>& partner,
                    std::vector<std::uint32_t>& coarse_of, WeightedGraph& coarse) {
    coarse_of.resize(g.size());
    std::uint32_t n = 0;
    for (std::uint32_t v = 0; v < g.size(); ++v) {
      coarse_of[v] = partner[v] < v ? coarse_of[partner[v]] : n++;
    }
    std::vector<std::size_t> place(n, SIZE_MAX);  // of an edge to this vertex
    for (std::uint32_t v = 0; v < g.size(); ++v) {
      if (partner[v] < v) continue;
      const std::size_t begin = coarse.to.size();
      std::int64_t weight = 0;
      const auto add = [&](std::uint32_t fine) {
        weight += g.vertex[fine];
        for (std::size_t e = g.first[fine]; e < g.first[fine + 1]; ++e) {
          const std::uint32_t to = coarse_of[g.to[e]];
          if (to == coarse_of[v]) continue;
          if (place[to] == SIZE_MAX || place[to] < begin) {
            place[to] = coarse.to.size();
            coarse.to.push_back(to);
            coarse.edge.push_back(0);
          }
          coarse.edge[place[to]] += g.edge[e];
        }
      };
      add(v);
      if (partner[v] != v) add(partner[v]);
      coarse.vertex.push_back(weight);
      coarse.first.push_back(coarse.to.size());
    }
  }

  // The best of several parts that grow from a random vertex by whatever costs least.
  Sides initial(const WeightedGraph& g) {
    const std::size_t starts = g.to.size() > 200'000 ? 2 : 12;
    Sides best;
    std::int64_t least = 0;
    for (std::size_t i = 0; i < starts; ++i) {
      Sides first = grown(g);
      refine_halves(g, first);
      const std::int64_t cut = weight_of_cut(g, first);
      if (!best.empty() && cut >= least) continue;
      best = std::move(first);
      least = cut;
    }
    return best;
  }

  Sides grown(const WeightedGraph& g) {
    const std::int64_t total = std::accumulate(g.vertex.begin(), g.vertex.end(), std::int64_t{0});
    Sides first(g.size());
    std::vector<std::int64_t> inside(g.size());  // weight of edges to the part
    std::priority_queue<std::pair<std::int64_t, std::uint32_t>> next;
    std::int64_t weight = 0;
    for (const std::uint32_t start : shuffled(g.size())) {  // others only if the graph has several parts
      if (2 * weight >= total) break;
      next.emplace(inside[start], start);
      while (!next.empty() && 2 * weight < total) {
        const auto [known, v] = next.top();
        next.pop();
        if (first[v] || known != inside[v]) continue;
        first[v] = true;
        weight += g.vertex[v];
        for (std::size_t e = g.first[v]; e < g.first[v + 1]; ++e) {
          if (first[g.to[e]]) continue;
          inside[g.to[e]] += g.edge[e];
          next.emplace(inside[g.to[e]], g.to[e]);
        }
      }
    }
    return first;
  }

  std::uint64_t seed_, count_ = 0;
};

}  // namespace

WeightedGraph weighted_graph(const Topology& t, std::span<const std::uint64_t> capacity) {
  std::uint64_t unit = 0;
  for (const std::uint64_t c : capacity) unit = std::gcd(unit, c);
  WeightedGraph g;
  // A channel is an edge of both of its routers; those of a cable are joined.
  std::vector<std::vector<std::pair<std::uint32_t, std::int64_t>>> into(t.routers());
  const auto weight = [&](RouterId r, std::uint32_t p) {
    return static_cast<std::int64_t>(capacity[t.link_class(r, p)] / std::max<std::uint64_t>(1, unit));
  };
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      into[t.neighbour({r}, p).router.v].emplace_back(r, weight({r}, p));
    }
  }
  std::vector<std::pair<std::uint32_t, std::int64_t>> edges;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    edges = std::move(into[r]);
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      edges.emplace_back(t.neighbour({r}, p).router.v, weight({r}, p));
    }
    std::ranges::sort(edges);
    for (const auto& [to, w] : edges) {
      if (to == r) continue;
      if (g.to.size() > g.first.back() && g.to.back() == to) {
        g.edge.back() += w;
      } else {
        g.to.push_back(to);
        g.edge.push_back(w);
      }
    }
    g.first.push_back(g.to.size());
    g.vertex.push_back(t.endpoints_at({r}));
  }
  return g;
}

std::int64_t weight_of_cut(const WeightedGraph& g, const Sides& first) {
  std::int64_t sum = 0;
  for (std::uint32_t v = 0; v < g.size(); ++v) {
    if (!first[v]) continue;
    for (std::size_t e = g.first[v]; e < g.first[v + 1]; ++e) sum += first[g.to[e]] ? 0 : g.edge[e];
  }
  return sum;
}

void refine_halves(const WeightedGraph& g, Sides& first) {
  if (g.size() > 1) Refinement(g, first).run();
}

Sides multilevel_halves(const WeightedGraph& g) {
  // Small graphs are divided several times, from different random numbers.
  const std::size_t times = std::clamp<std::size_t>(1'000'000 / (g.to.size() + 1), 1, 10);
  Sides best;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < times; ++i) {
    Sides first = Multilevel(i + 1).halve(g);
    const std::int64_t cut = weight_of_cut(g, first);
    if (!best.empty() && cut >= least) continue;
    best = std::move(first);
    least = cut;
  }
  return best;
}

}  // namespace kasuri
