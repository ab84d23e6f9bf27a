// SPDX-License-Identifier: MIT
// Shares of links whose outputs serve the virtual channels of their inputs in turn (shares.h).
#include <algorithm>
#include <bit>

#include "network/flow/shares.h"

namespace kasuri {
namespace {

// Parts of what a link serves, of one turn.
constexpr std::uint32_t kTurn = 1u << 24;
// Further upstream, parts are taken as equal.
constexpr std::uint32_t kDeepest = 4096;
// A link that keeps more than one part in so many of what it could give is looked at again.
constexpr std::int64_t kMostLeft = 32;
constexpr int kMorePasses = 2;
constexpr std::uint32_t kNoLink = UINT32_MAX;

}  // namespace

// What a flow has of the packets that a link serves, in parts of kTurn: of the turn of the virtual
// channels in which it waits, what it has of the packets that come into them for this link.
std::uint32_t Shares::part_of(std::uint32_t flow, std::size_t use, std::uint32_t deep) {
  std::vector<Use>& uses = flows_[flow].uses;
  if (use == 0) return kTurn;
  Use& u = uses[use];
  if (u.stamp == stamp_) return u.part;
  const Use& from = uses[use - 1];
  const std::vector<Member>& members = links_[u.link].members;
  // Of the virtual channels that it waits in, each has a turn, for all who wait there.
  std::vector<std::uint32_t>& kinds = in_turn_.kinds;
  kinds.clear();
  std::size_t same = 0;
  for (const Member& m : members) {
    if (m.use == 0) continue;
    const Use& other = flows_[m.flow].uses[m.use - 1];
    if (other.link != from.link) continue;
    same += other.turns == from.turns;
    if (std::ranges::find(kinds, other.turns) == kinds.end()) kinds.push_back(other.turns);
  }
  std::uint32_t turn = 0;
  for (std::uint32_t rest = from.turns; rest; rest &= rest - 1) {
    const std::uint32_t vc = rest & ~(rest - 1);
    const auto waits = std::ranges::count_if(kinds, [vc](auto kind) { return (kind & vc) != 0; });
    turn += kTurn / static_cast<std::uint32_t>(waits);
  }
  u.stamp = stamp_;
  u.part = turn;  // also for those who ask for it in a circle
  if (deep == kDeepest || same == 1) return turn;
  std::uint64_t all = 0;
  for (const Member& m : members) {
    if (m.use == 0) continue;
    const Use& other = flows_[m.flow].uses[m.use - 1];
    if (other.link == from.link && other.turns == from.turns) all += part_of(m.flow, m.use - 1u, deep + 1);
  }
  const std::uint64_t own = part_of(flow, use - 1, deep + 1);
  u.part = static_cast<std::uint32_t>(std::max<std::uint64_t>(turn * own / all, 1));
  return u.part;
}

// Gives the flows over a link their weights, on average their shares. Whether some are others.
bool Shares::weigh(std::uint32_t number) {
  const std::vector<Member>& members = links_[number].members;
  std::uint64_t known = 0, parts = 0;
  for (const Member& m : members) {
    Use& u = flows_[m.flow].uses[m.use];
    u.weight = u.share;
    if (m.use == 0 || u.turns == 0) continue;
    ++known;
    if (members.size() > 1) parts += part_of(m.flow, m.use, 0);
  }
  if (known < 2) return false;
  bool uneven = false;
  std::int64_t sum = 0;
  for (const Member& m : members) {
    Use& u = flows_[m.flow].uses[m.use];
    if (m.use > 0 && u.turns != 0) {
      u.weight = static_cast<std::uint32_t>(
          std::max<std::uint64_t>(known * u.share * std::uint64_t{u.part} / parts, 1));
    }
    uneven |= u.weight != u.share;
    sum += u.weight;
  }
  filling_[number].weight = sum;
  return uneven;
}

// What the flows over a link that are not settled have of it.
std::int64_t Shares::filled_level(std::uint32_t number) const {
  const Filling& l = filling_[number];
  return marks_[number].filled ? l.left / l.weight : INT64_MAX;
}

// At which a flow is held back on a link: where all of its virtual channels are full.
std::int64_t Shares::held_level(const Use& u) const {
  const std::vector<Held>& held = in_turn_.held[u.link];
  const auto least = [&](std::uint32_t vc) {
    std::int64_t level = INT64_MAX;
    for (const Held& h : held) {
      if (h.turns & vc) level = std::min(level, h.level);
    }
    return level;
  };
  if (held.empty() || u.turns == 0) return least(UINT32_MAX);
  std::int64_t most = 0;
  for (std::uint32_t rest = u.turns; rest; rest &= rest - 1) {
    most = std::max(most, least(rest & ~(rest - 1)));
  }
  return most;
}

std::int64_t Shares::level_of(std::uint32_t number) const {
  std::int64_t level = filled_level(number);
  if (in_turn_.held[number].empty()) return level;
  for (const Member& m : links_[number].members) {
    if (!reach_[m.flow].settled) level = std::min(level, held_level(flows_[m.flow].uses[m.use]));
  }
  return level;
}

std::int64_t Shares::rate_at(const Use& u) const {
  const std::int64_t level = std::min(filled_level(u.link), held_level(u));
  return level == INT64_MAX ? level : scaled(level, u.weight, u.share);
}

// Of a flow that is not settled.
Shares::Limit Shares::limit_of(std::uint32_t flow) const {
  const Flow& f = flows_[flow];
  Limit least{f.bound, kNoLink, 0};
  for (std::uint32_t i = 0; i < f.uses.size(); ++i) {
    if (filling_[f.uses[i].link].stamp != stamp_) continue;
    if (const std::int64_t rate = rate_at(f.uses[i]); rate < least.rate) least = {rate, f.uses[i].link, i};
  }
  return least;
}

void Shares::settle_at(const Limit& l, std::uint32_t flow) {
  if (l.link != kNoLink && held_level(flows_[flow].uses[l.use]) > filled_level(l.link)) {
    filling_[l.link].gave = std::max(filling_[l.link].gave, filled_level(l.link));
    reach_[flow].limit = l.link;
  }
  settle(flow, l.rate);
  const Flow& f = flows_[flow];
  if (l.link != kNoLink && f.uses[l.use].share == kWholeFlow) hold_back(f, f.uses[l.use]);
}

// Settles flows over a link, or over one that gives one of its flows less, and so on.
void Shares::settle_lowest(std::uint32_t link) {
  ++in_turn_.chain;
  for (;;) {
    filling_[link].chain = in_turn_.chain;
    Limit lowest{INT64_MAX, kNoLink, 0};
    std::uint32_t least = 0;
    bool changed = false;
    for (const Member& m : links_[link].members) {
      if (reach_[m.flow].settled) continue;
      const Use& u = flows_[m.flow].uses[m.use];
      const Limit l = limit_of(m.flow);
      if (l.link == kNoLink || (l.link == link && held_level(u) < filled_level(link))) {
        settle_at(l, m.flow);
        changed = true;
      } else if (l.link != link && l < lowest) {
        lowest = l, least = m.flow;
      }
    }
    if (filling_[link].weight == 0) return;
    if (changed) continue;
    if (lowest.link == kNoLink) {
      filling_[link].gave = filled_level(link);
      for (const Member& m : links_[link].members) {
        if (!reach_[m.flow].settled) reach_[m.flow].limit = link;
      }
      return settle_all(link, filled_level(link));
    }
    if (filling_[lowest.link].chain == in_turn_.chain) return settle_at(lowest, least);  // in a circle
    link = lowest.link;
  }
}

// A link has given flows no more than a level, but has not given all: some, of which it had kept as much,
// wait behind others that wait for it. Gives those the weight that they had use for. Whether there are any.
bool Shares::reweigh() {
  bool any = false;
  for (const std::uint32_t number : reached_.links) {
    Filling& l = filling_[number];
    const Link& link = links_[number];
    const bool again = l.gave > 0 && l.left > link.contended * kWholeFlow / kMostLeft;
    l.weight = 0;
    for (const Member& m : link.members) {
      Use& u = flows_[m.flow].uses[m.use];
      if (again && reach_[m.flow].limit != number) {
        const std::int64_t used = scaled(flows_[m.flow].rate, u.share, l.gave);
        u.weight = static_cast<std::uint32_t>(std::clamp<std::int64_t>(used, 1, u.weight));
      }
      l.weight += u.weight;
    }
    any |= again;
  }
  if (!any) return false;
  levels_.clear();
  for (const std::uint32_t number : reached_.links) {
    Filling& l = filling_[number];
    l.left = links_[number].contended * kWholeFlow;
    l.gave = 0;
    in_turn_.held[number].clear();
    l.next = marks_[number].filled ? l.left / l.weight : INT64_MAX;
    if (marks_[number].filled) levels_.push(l.next, number);
  }
  for (const std::uint32_t f : reached_.flows) reach_[f].settled = false, reach_[f].limit = kNoLink;
  return true;
}

void Shares::fill_unevenly() {
  unsettled_ = reached_.flows.size();
  const auto wanted = [&](std::uint32_t link) { return filling_[link].weight > 0; };
  while (unsettled_ > 0 && levels_.find(wanted)) {
    const std::int64_t level = levels_.level();
    const std::uint32_t number = levels_.pop();
    if (filling_[number].weight == 0) continue;
    std::int64_t now = level_of(number);
    if (now <= level) {
      settle_lowest(number);
      if (filling_[number].weight == 0) continue;
      now = std::max(level, level_of(number));
    }
    if (now < INT64_MAX) push(number, now);
  }
  for (const std::uint32_t f : reached_.flows) {
    if (!reach_[f].settled) settle(f, flows_[f].bound);
  }
}

void Shares::fill_in_turn() {
  fill_unevenly();
  for (int more = 0; more < kMorePasses && reweigh(); ++more) fill_unevenly();
}

}  // namespace kasuri
