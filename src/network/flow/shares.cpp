// SPDX-License-Identifier: MIT
#include "network/flow/shares.h"

#include <algorithm>

#include "base/core/check.h"

namespace kasuri {
namespace {

// If less than one in so many bytes of a flow finds no buffer, it holds nobody back.
constexpr std::int64_t kMostBytes = 1024;
// However far a flow comes from, it has one part in so many of what it could have alone: else those whose
// buffers hold each other back in a circle would never end.
constexpr std::int64_t kSlowest = 256;

}  // namespace

Shares::Shares(const std::vector<Capacity>& capacities, Bytes buffer) : buffer_(buffer.n) {
  links_.reserve(capacities.size());
  for (const auto& [rate, contended] : capacities) {
    check(1 <= contended && contended <= rate && rate <= kMaxRate, "the capacity of a link is a rate");
    links_.push_back({.capacity = rate, .contended = contended, .members = {}});
  }
  filling_.resize(links_.size());
  marks_.resize(links_.size());
  in_turn_.held.resize(links_.size());
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
    reach_.emplace_back();
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
    check(f.uses.size() <= UINT16_MAX, "a flow has at most 65,536 links");
    l.members.push_back({number, static_cast<std::uint16_t>(f.uses.size()),
                         u.share == kWholeFlow ? u.depth : std::uint16_t{0}});
    const auto position = static_cast<std::uint32_t>(l.members.size() - 1);
    f.uses.push_back({u.link, u.share, position, u.depth, u.vcs, u.turns, 0, 0, u.share});
    in_turn_.any |= u.turns != 0;
    const bool fills = can_fill(l);
    marks_[u.link].filled = fills;
    marks_[u.link].several = l.members.size() > 1;
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
    marks_[u.link].several = l.members.size() > 1;
  }
  f.running = false;
  f.uses.clear();
  f.rate = 0;
  free_.push_back(number);
  --running_;
}

void Shares::reach_flow(std::uint32_t number) {
  Reach& f = reach_[number];
  if (f.stamp == stamp_) return;
  f = {.stamp = stamp_, .component = static_cast<std::uint32_t>(components_.size() - 1), .fresh = true,
       .open = true};
  reached_.flows.push_back(number);
  reached_.open.push_back(number);
}

void Shares::reach_link(std::uint32_t number) {
  Filling& l = filling_[number];
  if (l.stamp == stamp_) return;
  const Link& link = links_[number];
  l = {.left = link.contended * kWholeFlow, .weight = link.shares, .held_at = INT64_MAX,
       .next = INT64_MAX, .members = static_cast<std::uint32_t>(link.members.size()), .stamp = stamp_,
       .component = static_cast<std::uint32_t>(components_.size() - 1)};
  reached_.links.push_back(number);
  if (l.weight > 0 && marks_[number].filled) {
    l.next = l.left / l.weight;
    levels_.push(l.next, number);
  }
  for (const Member& m : link.members) {
    reach_flow(m.flow);
    Reach& f = reach_[m.flow];
    if (m.depth <= f.held) continue;
    f.held = m.depth;
    if (!f.open) reached_.open.push_back(m.flow);
    f.open = true;
  }
}

// Those that it could fill with others, and those where it could hold others back; the last ones first,
// since they tell which others it could hold back. Those that were looked at before are left out.
void Shares::reach_links_of(std::uint32_t number) {
  Reach& f = reach_[number];
  const std::vector<Use>& uses = flows_[number].uses;
  for (std::size_t i = uses.size(); i-- > 0;) {
    const Use& u = uses[i];
    const bool holds = u.depth < f.held;
    if (!f.fresh && !holds) continue;
    if (!f.fresh && u.depth < f.seen) break;
    Marks& marks = marks_[u.link];
    marks.holds |= holds;
    if (marks.filled || (marks.holds && marks.several)) reach_link(u.link);
  }
  f.seen = f.held;
  f.fresh = f.open = false;
}

void Shares::settle(std::uint32_t number, std::int64_t rate) {
  Flow& f = flows_[number];
  reach_[number].settled = true;
  --unsettled_;
  f.rate = std::max(rate, in_turn_.uneven ? std::max<std::int64_t>(f.bound / kSlowest, 1) : 1);
  for (const Use& u : f.uses) {
    Filling& l = filling_[u.link];
    if (l.stamp != stamp_) continue;
    l.left = std::max<std::int64_t>(l.left - f.rate * u.share, 0);
    l.weight -= u.weight;
  }
}

void Shares::push(std::uint32_t link, std::int64_t level) {
  filling_[link].next = level;
  levels_.push(level, link);
}

// Flows that are not settled, at the level of a link or of what is in front of it.
void Shares::settle_all(std::uint32_t link, std::int64_t level) {
  for (const Member& m : links_[link].members) {
    if (reach_[m.flow].settled) continue;
    const Flow& f = flows_[m.flow];
    const Use& u = f.uses[m.use];
    settle(m.flow, u.weight == u.share ? level : scaled(level, u.weight, u.share));
    if (f.uses[m.use].share == kWholeFlow) hold_back(f, f.uses[m.use]);
  }
}

// A link limits a flow that is settled: so do the links before it, where its buffers are full.
void Shares::hold_back(const Flow& f, const Use& at) {
  std::int64_t held = 0;  // of the flow, in buffers
  for (std::size_t i = f.uses.size(); i-- > 0;) {
    const Use& u = f.uses[i];
    if (u.depth >= at.depth) continue;
    Filling& l = filling_[u.link];
    const std::size_t members = l.stamp == stamp_ ? l.members : links_[u.link].members.size();
    held += scaled(buffer_ * u.vcs, kWholeFlow, static_cast<std::int64_t>(members) * u.share);
    if (held >= f.bytes - f.bytes / kMostBytes) return;
    if (l.stamp != stamp_ || l.weight == 0) continue;
    std::int64_t level = scaled(f.rate, static_cast<std::uint64_t>(f.bytes), f.bytes - held);
    if (u.weight != u.share) level = scaled(level, u.share, u.weight);
    if (in_turn_.uneven) {
      if (level >= held_level(u)) continue;
      in_turn_.held[u.link].push_back({u.turns ? u.turns : UINT32_MAX, level});
      level = std::max(level, levels_.level());
    } else {
      if (level >= l.held_at) continue;
      l.held_at = level;
    }
    if (level < l.next) push(u.link, level);
  }
}

// Reaches all flows and links that contended links connect with a seed, one component after the other.
// `known`: the component of a seed that was reached before.
template <class Known>
void Shares::explore(std::vector<Seed>& seeds, Known known, void (Shares::*reach)(std::uint32_t)) {
  for (const auto& [number, when] : seeds) {
    if (const std::uint32_t* component = known(number)) {
      Time& last = components_[*component];
      last = later(last, when);
      continue;
    }
    components_.push_back(when);
    (this->*reach)(number);
    for (std::size_t i = 0; i < reached_.open.size(); ++i) reach_links_of(reached_.open[i]);
    reached_.open.clear();
  }
  seeds.clear();
}

// Settles the flows that were reached: the lowest level first, by the flow's bound where there are several.
void Shares::fill() {
  for (const std::uint32_t f : reached_.flows) bounds_.push_back({flows_[f].bound, f});
  if (!std::ranges::is_sorted(bounds_)) std::ranges::sort(bounds_);
  std::size_t next_bound = 0;
  unsettled_ = reached_.flows.size();
  const auto wanted = [&](std::uint32_t link) { return filling_[link].weight > 0; };
  while (unsettled_ > 0 && levels_.find(wanted)) {
    // No level is lower than the first, which may have risen since.
    const std::int64_t level = levels_.level();
    for (; next_bound < bounds_.size(); ++next_bound) {
      const auto& [bound, f] = bounds_[next_bound];
      if (bound > level) break;
      if (!reach_[f].settled) settle(f, bound);
    }
    const std::uint32_t number = levels_.pop();
    const Filling& l = filling_[number];
    if (l.weight == 0) continue;
    // Others may have settled below their share since.
    const std::int64_t now = std::min(l.left / l.weight, l.held_at);
    if (now > level) push(number, now);
    else settle_all(number, level);
  }
  for (const auto& [bound, f] : bounds_) {
    if (!reach_[f].settled) settle(f, bound);
  }
}

std::span<const Shares::Change> Shares::solve() {
  ++stamp_;
  reached_.flows.clear(), components_.clear(), changed_.clear();
  levels_.clear(), bounds_.clear(), reached_.links.clear();
  std::erase_if(new_flows_, [&](const Seed& s) { return !flows_[s.number].running; });
  const auto known = [&](std::uint32_t flow) {
    return reach_[flow].stamp == stamp_ ? &reach_[flow].component : nullptr;
  };
  explore(new_flows_, known, &Shares::reach_flow);
  const auto known_link = [&](std::uint32_t link) {
    return filling_[link].stamp == stamp_ ? &filling_[link].component : nullptr;
  };
  explore(touched_links_, known_link, &Shares::reach_link);
  computed_ += reached_.flows.size();
  std::ranges::sort(reached_.flows);
  for (const std::uint32_t f : reached_.flows) {
    changed_.push_back({f, flows_[f].rate, components_[reach_[f].component]});
  }

  in_turn_.uneven = false;
  if (in_turn_.any) {
    for (const std::uint32_t l : reached_.links) in_turn_.uneven |= weigh(l), in_turn_.held[l].clear();
  }
  if (in_turn_.uneven) fill_in_turn();
  else fill();
  std::erase_if(changed_, [&](const Change& c) { return flows_[c.flow].rate == c.before; });
  return changed_;
}

std::uint64_t Shares::memory_bytes() const {
  std::uint64_t bytes = links_.size() * bytes_per_link() + flows_.size() * (sizeof(Flow) + sizeof(Reach));
  for (const Link& l : links_) bytes += l.members.capacity() * sizeof(Member);
  for (const Flow& f : flows_) bytes += f.uses.capacity() * sizeof(Use);
  return bytes;
}

}  // namespace kasuri
