// SPDX-License-Identifier: MIT
#include "network/routing/dependency_graph.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "network/routing/acyclic_graph.h"

namespace kasuri {

DependencyGraph::DependencyGraph(const Topology& t, std::uint32_t vcs) : topology_(t), vcs_(vcs) {
  first_channel_.reserve(t.routers());
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels);
    channels += t.degree({r});
  }
  heads_.grow(channels * vcs);
}

void DependencyGraph::add(VirtualChannel held, Route next) {
  std::uint32_t& head = heads_[index(held)];
  std::uint32_t e = head;
  while (e != kNoEdge && edges_[e].port != next.port) e = edges_[e].next;
  if (e == kNoEdge) {
    e = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back({.next = head, .vc_mask = 0, .port = next.port});
    head = e;
  }
  const std::uint32_t fresh = next.vc_mask & ~edges_[e].vc_mask;
  if (fresh == 0) return;
  dependencies_ += static_cast<std::uint32_t>(std::popcount(fresh));
  edges_[e].vc_mask |= fresh;
}

void DependencyGraph::join(VirtualChannel held, Route next) {
  if (ring_.empty()) {
    ring_.resize(heads_.size());
    std::iota(ring_.begin(), ring_.end(), 0u);
  }
  const PortRef output{topology_.neighbour(held.output.router, held.output.port).router, next.port};
  for (std::uint32_t left = next.vc_mask; left; left &= left - 1) {
    const auto vc = static_cast<std::uint16_t>(std::countr_zero(left));
    const std::uint32_t a = ring_of(static_cast<std::uint32_t>(index(held)));
    const std::uint32_t b = ring_of(static_cast<std::uint32_t>(index({output, vc})));
    dependencies_ += a != b;
    ring_[std::max(a, b)] = std::min(a, b);
  }
}

std::uint32_t DependencyGraph::ring_of(std::uint32_t channel) const {
  while (ring_[channel] != channel) {
    ring_[channel] = ring_[ring_[channel]];
    channel = ring_[channel];
  }
  return channel;
}

VirtualChannel DependencyGraph::channel(std::uint32_t index) const {
  const std::uint64_t output = index / vcs_;
  const auto next = std::ranges::upper_bound(first_channel_, output);
  const auto router = static_cast<std::uint32_t>(next - first_channel_.begin() - 1);
  return {{{router}, static_cast<std::uint16_t>(output - first_channel_[router])},
          static_cast<std::uint16_t>(index % vcs_)};
}

// Where channels are joined: an edge that closes a cycle of rings, by the channels at its ends.
std::vector<VirtualChannel> DependencyGraph::find_cycle_of_rings() const {
  const auto n = static_cast<std::uint32_t>(heads_.size());
  AcyclicGraph graph(n);
  for (std::uint32_t c = 0; c < n; ++c) {
    const VirtualChannel held = channel(c);
    const RouterId next = topology_.neighbour(held.output.router, held.output.port).router;
    for (std::uint32_t e = heads_[c]; e != kNoEdge; e = edges_[e].next) {
      for (std::uint32_t left = edges_[e].vc_mask; left; left &= left - 1) {
        const auto vc = static_cast<std::uint16_t>(std::countr_zero(left));
        const auto to = static_cast<std::uint32_t>(index({{next, edges_[e].port}, vc}));
        const std::uint32_t from_ring = ring_of(c), to_ring = ring_of(to);
        if (graph.has(from_ring, to_ring)) continue;
        if (!graph.add(from_ring, to_ring)) return {held, channel(to)};
      }
    }
  }
  return {};
}

// Depth-first search with its stack on the heap: a virtual channel met again while it is still on
// the stack closes a cycle.
class DependencyGraph::Search {
 public:
  explicit Search(const DependencyGraph& graph) : graph_(graph), marks_(graph.heads_.size()) {}

  std::vector<VirtualChannel> cycle_from(const VirtualChannel& start) {
    if (marks_[graph_.index(start)] != kNew) return {};
    enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.vcs_left == 0) {
        if (step.next_edge == kNoEdge) {
          marks_[graph_.index(step.channel)] = kDone;
          path_.pop_back();
          continue;
        }
        const Edge& edge = graph_.edges_[step.next_edge];
        step.port = edge.port;
        step.vcs_left = edge.vc_mask;
        step.next_edge = edge.next;
      }
      const auto vc = static_cast<std::uint16_t>(std::countr_zero(step.vcs_left));
      step.vcs_left &= step.vcs_left - 1;
      const VirtualChannel next{{step.leads_to, step.port}, vc};
      const Mark mark = marks_[graph_.index(next)];
      if (mark == kOnPath) return path_since(next);
      if (mark == kNew) enter(next);
    }
    return {};
  }

 private:
  enum Mark : std::uint8_t { kNew, kOnPath, kDone };
  struct Step {
    VirtualChannel channel;
    RouterId leads_to;
    std::uint32_t next_edge;
    std::uint16_t port = 0;      // of the edge being followed,
    std::uint32_t vcs_left = 0;  // and its virtual channels yet to try
  };

  void enter(const VirtualChannel& c) {
    const std::size_t i = graph_.index(c);
    marks_[i] = kOnPath;
    path_.push_back({.channel = c,
                     .leads_to = graph_.topology_.neighbour(c.output.router, c.output.port).router,
                     .next_edge = graph_.heads_[i]});
  }

  std::vector<VirtualChannel> path_since(const VirtualChannel& c) const {
    std::vector<VirtualChannel> cycle;
    for (const Step& s : path_) {
      if (s.channel == c || !cycle.empty()) cycle.push_back(s.channel);
    }
    return cycle;
  }

  const DependencyGraph& graph_;
  LazyArray<Mark> marks_;
  std::vector<Step> path_;
};

std::vector<VirtualChannel> DependencyGraph::find_cycle() const {
  if (!ring_.empty()) return find_cycle_of_rings();
  Search search(*this);
  for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
    for (std::uint16_t port = 0; port < topology_.degree({r}); ++port) {
      for (std::uint16_t vc = 0; vc < vcs_; ++vc) {
        const VirtualChannel start{{{r}, port}, vc};
        if (heads_[index(start)] == kNoEdge) continue;
        if (auto cycle = search.cycle_from(start); !cycle.empty()) return cycle;
      }
    }
  }
  return {};
}

}  // namespace kasuri
