// SPDX-License-Identifier: MIT
#include "network/flow/shares.h"

#include <algorithm>

#include "base/core/check.h"

namespace kasuri {
namespace {

// If less than one in so many bytes of a flow finds no buffer, it holds nobody back.
constexpr std::int64_t kMostBytes = 1024;

}  // namespace

Shares::Shares(const std::vector<Capacity>& capacities, Bytes buffer) : buffer_(buffer.n) {
  links_.reserve(capacities.size());
  for (const auto& [rate, contended] : capacities) {
    check(1 <= contended && contended <= rate && rate <= kMaxRate, "the capacity of a link is a rate");
    links_.push_back({.capacity = rate, .contended = contended, .members = {}});
  }
  filling_.resize(links_.size());
  marks_.resize(links_.size());
}

bool Shares::can_fill(const Link& l) const {
  return l.demand > static_cast<decltype(l.demand)>(l.capacity) * kWholeFlow;
}

std::uint32_t Shares::start(std::span<const LinkUse> uses, std::int64_t bound, Time when, Bytes bytes) {
  check(bound >= 1 && bound <= kMaxRate, "the bound of a flow is a rate");
  std::uint32_t number;
  if (free_.empty()) {
    number = static_cast<std::uint32_t>(flows_.size());
    flows_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Flow& f = flows_[number];
  f.bound = bound;
  f.bytes = bytes.n;
  f.rate = 0;
  f.running = true;
  f.uses.clear();
  bool contends = false;
  for (const LinkUse& u : uses) {
    Link& l = links_[u.link];
    l.demand += static_cast<decltype(l.demand)>(bound) * u.share;
    l.shares += u.share;
    l.members.push_back({number, static_cast<std::uint32_t>(f.uses.size())});
    f.uses.push_back({u.link, u.share, static_cast<std::uint32_t>(l.members.size() - 1), u.depth, u.vcs});
    const bool fills = can_fill(l);
    marks_[u.link].filled = fills;
    contends |= fills || marks_[u.link].holds;
  }
  if (contends) new_flows_.push_back({number, when});
  else f.rate = bound;
  ++running_;
  return number;
}

void Shares::end(std::uint32_t number, Time when) {
  Flow& f = flows_[number];
  check(f.running, "a flow ends once");
  for (const Use& u : f.uses) {
    Link& l = links_[u.link];
    if (marks_[u.link].filled || marks_[u.link].holds) touched_links_.push_back({u.link, when});
    l.demand -= static_cast<decltype(l.demand)>(f.bound) * u.share;
    l.shares -= u.share;
    marks_[u.link].filled = can_fill(l);
    const Member last = l.members.back();
    l.members[u.position] = last;
    flows_[last.flow].uses[last.use].position = u.position;
    l.members.pop_back();
    marks_[u.link].holds &= !l.members.empty();
  }
  f.running = false;
  f.uses.clear();
  f.rate = 0;
  free_.push_back(number);
  --running_;
}

void Shares::reach_flow(std::uint32_t number) {
  Flow& f = flows_[number];
  if (!f.running || f.stamp == stamp_) return;
  f.stamp = stamp_;
  f.component = static_cast<std::uint32_t>(components_.size() - 1);
  f.settled = false;
  f.held = 0;
  reached_flows_.push_back(number);
  open_flows_.push_back(number);
}

void Shares::reach_link(std::uint32_t number) {
  Filling& l = filling_[number];
  if (l.stamp == stamp_) return;
  l.stamp = stamp_;
  l.component = static_cast<std::uint32_t>(components_.size() - 1);
  reached_links_.push_back(number);
  for (const Member& m : links_[number].members) {
    reach_flow(m.flow);
    Flow& f = flows_[m.flow];
    const Use& u = f.uses[m.use];
    if (u.share != kWholeFlow || u.depth <= f.held) continue;
    f.held = u.depth;
    open_flows_.push_back(m.flow);
  }
}

// Those that it could fill with others, and those where it could hold others back.
void Shares::reach_links_of(std::uint32_t flow) {
  for (const Use& u : flows_[flow].uses) {
    marks_[u.link].holds |= u.depth < flows_[flow].held;
    if (marks_[u.link].filled || (marks_[u.link].holds && links_[u.link].members.size() > 1))
      reach_link(u.link);
  }
}

void Shares::settle(std::uint32_t number, std::int64_t rate) {
  Flow& f = flows_[number];
  f.settled = true;
  f.rate = std::max<std::int64_t>(rate, 1);
  for (const Use& u : f.uses) {
    Filling& l = filling_[u.link];
    if (l.stamp != stamp_) continue;
    l.left = std::max<std::int64_t>(l.left - f.rate * u.share, 0);
    l.weight -= u.share;
  }
}

void Shares::push(Level level) {
  levels_.push_back(level);
  std::ranges::push_heap(levels_, std::greater<>());
}

// Flows that are not settled, at the level of a link or of what is in front of it.
void Shares::settle_all(std::uint32_t link, std::int64_t level) {
  for (const Member& m : links_[link].members) {
    Flow& f = flows_[m.flow];
    if (f.settled) continue;
    settle(m.flow, level);
    if (f.uses[m.use].share == kWholeFlow) hold_back(f, f.uses[m.use]);
  }
}

// A link limits a flow that is settled: so do the links before it, where its buffers are full.
void Shares::hold_back(const Flow& f, const Use& at) {
  std::int64_t held = 0;  // of the flow, in buffers
  for (std::size_t i = f.uses.size(); i-- > 0;) {
    const Use& u = f.uses[i];
    if (u.depth >= at.depth) continue;
    held += scaled(buffer_ * u.vcs, kWholeFlow,
                   static_cast<std::int64_t>(links_[u.link].members.size()) * u.share);
    if (held >= f.bytes - f.bytes / kMostBytes) return;
    Filling& l = filling_[u.link];
    if (l.stamp != stamp_ || l.weight == 0) continue;
    const std::int64_t level = scaled(f.rate, static_cast<std::uint64_t>(f.bytes), f.bytes - held);
    if (level >= l.held_at) continue;
    l.held_at = level;
    push({level, u.link});
  }
}

// Reaches all flows and links that contended links connect with a seed, one component after the other.
template <class Node>
void Shares::explore(std::vector<Node>& nodes, std::vector<Seed>& seeds,
                     void (Shares::*reach)(std::uint32_t)) {
  for (const auto& [number, when] : seeds) {
    Node& node = nodes[number];
    if (node.stamp == stamp_) {
      Time& last = components_[node.component];
      last = later(last, when);
      continue;
    }
    components_.push_back(when);
    (this->*reach)(number);
    while (!open_flows_.empty()) {
      const std::uint32_t flow = open_flows_.back();
      open_flows_.pop_back();
      reach_links_of(flow);
    }
  }
  seeds.clear();
}

// Settles the flows that were reached.
void Shares::fill() {
  for (const std::uint32_t number : reached_links_) {
    Filling& l = filling_[number];
    l.left = links_[number].contended * kWholeFlow;
    l.weight = links_[number].shares;
    l.held_at = INT64_MAX;
    if (l.weight > 0 && marks_[number].filled) levels_.push_back({l.left / l.weight, number});
  }
  // The lowest first, by the flow's bound where there are several.
  std::ranges::make_heap(levels_, std::greater<>());
  for (const std::uint32_t f : reached_flows_) bounds_.push_back({flows_[f].bound, f});
  std::ranges::sort(bounds_);
  std::size_t next_bound = 0;
  while (!levels_.empty()) {
    // No level is lower than the first, which may have risen since.
    for (; next_bound < bounds_.size(); ++next_bound) {
      const auto& [bound, f] = bounds_[next_bound];
      if (bound > levels_.front().first) break;
      if (!flows_[f].settled) settle(f, bound);
    }
    std::ranges::pop_heap(levels_, std::greater<>());
    const auto [level, number] = levels_.back();
    levels_.pop_back();
    const Filling& l = filling_[number];
    if (l.weight == 0) continue;
    const std::int64_t now = l.left / l.weight;
    if (now > level && l.held_at > level) push({now, number});  // others have settled below their share
    else settle_all(number, level);
  }
  for (const auto& [bound, f] : bounds_) {
    if (!flows_[f].settled) settle(f, bound);
  }
}

std::span<const Shares::Change> Shares::solve() {
  ++stamp_;
  reached_flows_.clear(), reached_links_.clear(), components_.clear(), changed_.clear();
  levels_.clear(), bounds_.clear(), before_.clear();
  explore(flows_, new_flows_, &Shares::reach_flow);
  explore(filling_, touched_links_, &Shares::reach_link);
  computed_ += reached_flows_.size();
  std::ranges::sort(reached_flows_);
  for (const std::uint32_t f : reached_flows_) before_.push_back(flows_[f].rate);

  fill();
  for (std::size_t i = 0; i < reached_flows_.size(); ++i) {
    const std::uint32_t f = reached_flows_[i];
    if (flows_[f].rate != before_[i]) changed_.push_back({f, before_[i], components_[flows_[f].component]});
  }
  return changed_;
}

std::uint64_t Shares::memory_bytes() const {
  std::uint64_t bytes = links_.size() * bytes_per_link() + flows_.size() * sizeof(Flow);
  for (const Link& l : links_) bytes += l.members.capacity() * sizeof(Member);
  for (const Flow& f : flows_) bytes += f.uses.capacity() * sizeof(Use);
  return bytes;
}

}  // namespace kasuri
