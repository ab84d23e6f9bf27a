// SPDX-License-Identifier: MIT
// Packet switches as routers, links and circuits as channels with numbered ports.
#include "studies/chip/plan_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"

namespace kasuri::chip {
namespace {

// Which nodes reach each other both ways over channels that packets may take: numbers that are
// equal for nodes of one part (Kosaraju's two searches).
class Components {
 public:
  explicit Components(std::size_t nodes) : out_(nodes), in_(nodes), part_(nodes, kNone) {}

  void connect(std::uint32_t from, std::uint32_t to) {
    out_[from].push_back(to);
    in_[to].push_back(from);
  }

  const std::vector<std::uint32_t>& find() {
    std::vector<bool> seen(out_.size());
    for (std::uint32_t n = 0; n < out_.size(); ++n) {
      if (!seen[n]) finish(n, seen);
    }
    std::uint32_t parts = 0;
    for (auto n = finished_.rbegin(); n != finished_.rend(); ++n) {
      if (part_[*n] == kNone) fill(*n, parts++);
    }
    return part_;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void finish(std::uint32_t root, std::vector<bool>& seen) {
    std::vector<std::pair<std::uint32_t, std::size_t>> open{{root, 0}};
    seen[root] = true;
    while (!open.empty()) {
      auto& [at, next] = open.back();
      if (next == out_[at].size()) {
        finished_.push_back(at);
        open.pop_back();
        continue;
      }
      const std::uint32_t to = out_[at][next++];
      if (!seen[to]) open.emplace_back(to, 0);
      seen[to] = true;
    }
  }

  void fill(std::uint32_t root, std::uint32_t part) {
    std::vector<std::uint32_t> open{root};
    part_[root] = part;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t from : in_[at]) {
        if (part_[from] != kNone) continue;
        part_[from] = part;
        open.push_back(from);
      }
    }
  }

  std::vector<std::vector<std::uint32_t>> out_, in_;
  std::vector<std::uint32_t> finished_, part_;
};

}  // namespace

PlanNetwork::PlanNetwork(const Structure& structure, const Circuits& circuits)
    : structure_(structure), node_(structure.switches(), UINT32_MAX) {
  add_nodes();
  add_joins(circuits);
  used_.resize(nodes_.size());
  add_links();
  add_circuits(circuits);
  join_opposites();
  bridge();
}

void PlanNetwork::add_nodes() {
  const auto add = [&](SwitchId s, bool has_server) {
    const Place& at = structure_[s].at;
    node_[s.v] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({fmt::format("p{}.{}.{}", at.x, at.y, at.z), has_server, s});
  };
  for (std::uint32_t i = 0; i < structure_.servers(); ++i) add(structure_.home({i}), true);
  for (std::uint32_t s = 0; s < structure_.switches(); ++s) {
    if (structure_.is_packet({s}) && node_[s] == UINT32_MAX) add({s}, false);
  }
}

// A channel that several inputs lead to.
void PlanNetwork::add_joins(const Circuits& circuits) {
  std::vector<std::uint32_t> inputs(structure_.channels());
  for (std::uint32_t c = 0; c < structure_.channels(); ++c) {
    const ChannelId next = circuits.next({c});
    if (next.valid()) ++inputs[next.v];
  }
  for (std::uint32_t c = 0; c < structure_.channels(); ++c) {
    if (inputs[c] < 2) continue;
    joins_[ChannelId{c}] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({fmt::format("j{}", c), false, {}, true});
  }
}

// A bit takes a channel, and the circuit switch behind it.
void PlanNetwork::pass(Parts& parts, ChannelId at) const {
  ++parts.links;
  parts.mm += structure_[at].mm;
  if (!structure_.is_packet(structure_[at].to)) ++parts.circuit_switches;
}

void PlanNetwork::add_links() {
  for (std::uint32_t c = 0; c < structure_.channels(); ++c) {
    const Channel& channel = structure_[ChannelId{c}];
    if (!structure_.is_packet(channel.from) || !structure_.is_packet(channel.to)) continue;
    of_step_[ChannelId{c}] = {segments_.size()};
    segments_.push_back({node(channel.from), node(channel.to), {c}, {c}, Class::link});
    pass(segments_.back().parts, {c});
  }
}

void PlanNetwork::add_circuits(const Circuits& circuits) {
  std::map<ChannelId, std::size_t> known;  // segments that begin at a join, by its channel
  for (std::uint32_t c = 0; c < structure_.channels(); ++c) {
    const ChannelId first{c};
    const bool begins =
        structure_.is_packet(structure_[first].from) && circuits.next(first).valid();
    if (!begins) continue;
    std::vector<std::size_t>& all = of_step_[first];
    ChannelId begin = first;
    Parts parts;
    std::uint32_t from = node(structure_[first].from);
    for (ChannelId at = first;;) {
      pass(parts, at);
      const ChannelId next = circuits.next(at);
      const auto join = next.valid() ? joins_.find(next) : joins_.end();
      const bool meets = join != joins_.end();
      if (next.valid() && !meets) {
        at = next;
        continue;
      }
      // The segment from `begin` ends here.
      const auto old = begin == first ? known.end() : known.find(begin);
      if (old != known.end()) {
        all.push_back(old->second);
      } else {
        const std::uint32_t to = meets ? join->second : node(structure_[at].to);
        if (begin != first) known[begin] = segments_.size();
        all.push_back(segments_.size());
        segments_.push_back({from, to, begin, at, meets ? Class::branch : Class::circuit, parts});
      }
      parts = {};
      if (!meets) break;
      from = join->second;
      begin = at = next;
    }
  }
}

// Channels of two opposite directions become cables with the same ports, plain links with their own
// other direction; a circuit that has no opposite gets a channel back.
void PlanNetwork::join_opposites() {
  port_.assign(segments_.size(), 0);
  using Key = std::tuple<std::uint32_t, std::uint32_t, bool>;  // from, to, a plain link
  std::map<Key, std::vector<std::size_t>> waiting;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const Segment& s = segments_[i];
    const bool plain = s.kind == Class::link;
    auto opposite = waiting.find({s.to, s.from, plain});
    if (opposite == waiting.end() || opposite->second.empty()) {
      waiting[{s.from, s.to, plain}].push_back(i);
      continue;
    }
    const std::size_t other = opposite->second.front();
    opposite->second.erase(opposite->second.begin());
    const Cable cable{
        segments_[other].from, s.from, next_port(segments_[other].from), next_port(s.from),
        segments_[other].kind, s.kind, segments_[other].parts, s.parts};
    port_[other] = cable.port_a;
    port_[i] = cable.port_b;
    cables_.push_back(cable);
  }
  for (const auto& [key, rest] : waiting) {
    for (const std::size_t i : rest) {
      const Segment& s = segments_[i];
      port_[i] = next_port(s.from);
      cables_.push_back({s.from, s.to, port_[i], next_port(s.to), s.kind, Class::back, s.parts});
    }
  }
}

void PlanNetwork::bridge() {
  Components parts(nodes_.size());
  for (const Segment& s : segments_) parts.connect(s.from, s.to);
  const std::vector<std::uint32_t>& part = parts.find();
  std::map<std::uint32_t, std::uint32_t> first;  // server of each part
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].has_server) first.try_emplace(part[n], n);
  }
  std::vector<std::uint32_t> all;
  for (const auto& [p, n] : first) all.push_back(n);
  std::ranges::sort(all);
  for (std::size_t i = 1; i < all.size(); ++i) {
    cables_.push_back({all[i - 1], all[i], next_port(all[i - 1]), next_port(all[i]), Class::bridge,
                       Class::bridge});
  }
}

bool PlanNetwork::has(Class kind) const {
  return std::ranges::any_of(cables_,
                             [&](const Cable& c) { return c.there == kind || c.back == kind; });
}

bool PlanNetwork::is_plainly_connected() const {
  Components parts(nodes_.size());
  for (const Segment& s : segments_) {
    if (s.kind == Class::link) parts.connect(s.from, s.to);
  }
  const std::vector<std::uint32_t>& part = parts.find();
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].has_server && part[n] != part[0]) return false;
  }
  return true;
}

std::vector<std::uint32_t> PlanNetwork::ports(const Path& path) const {
  std::vector<std::uint32_t> all;
  for (const ChannelId first : steps_of(structure_, path)) {
    const auto segments = of_step_.find(first);
    check(segments != of_step_.end(), "each step of a path is a link or a circuit of the plan");
    for (const std::size_t s : segments->second) all.push_back(port_[s]);
  }
  return all;
}

Circuits circuits_of_round(const Experiment& e, const Plan& plan, std::uint32_t round) {
  Circuits circuits(e.structure, plan.circuits.direction(), plan.circuits.outputs());
  for (const std::uint32_t i : plan.order) {
    const std::uint32_t own = plan.round.empty() ? 0 : plan.round[i];
    if (own == round && plan.paths[i]) circuits.set(*plan.paths[i]);
  }
  return circuits;
}

}  // namespace kasuri::chip
