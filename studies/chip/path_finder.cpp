// SPDX-License-Identifier: MIT
// Shortest paths over (switch, input port): trees kept per source, or one target at a time.
#include "studies/chip/path_finder.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kUnreached = UINT32_MAX;
constexpr std::int64_t kUnreachable = INT64_MAX / 4;
constexpr std::uint32_t kMissesPerTree = 8;

template <class Entry>
using Nearest = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;

}  // namespace

PathFinder::PathFinder(const Structure& structure, const Costs& costs, const Circuits& circuits,
                       Search search, Labels labels)
    : structure_(structure), costs_(costs), circuits_(circuits), search_(search), labels_(labels),
      rank_(structure.switches(), kUnreached), state_(structure.channels()) {
  for (std::uint32_t s = 0; s < structure.switches(); ++s) {
    if (labels == Labels::per_port && !structure.is_packet({s})) continue;
    rank_[s] = static_cast<State>(switches_.size());
    switches_.push_back({s});
  }
  for (std::uint32_t c = 0; c < structure.channels(); ++c) {
    const SwitchId to = structure[ChannelId{c}].to;
    if (rank_[to.v] != kUnreached) {
      state_[c] = rank_[to.v];
    } else {
      state_[c] = static_cast<State>(switches_.size() + inputs_.size());
      inputs_.push_back({c});
    }
  }
  length_.resize(switches_.size() + inputs_.size());
  trees_.resize(switches_.size());
  costs_to_.resize(switches_.size());
}

std::optional<Path> PathFinder::find(SwitchId from, SwitchId to) {
  if (from == to) return Path{};
  if (search_ == Search::goals) return seek(from, to, {});
  if (labels_ == Labels::per_switch) return find_while_unchanged(from, to);
  Tree& tree = trees_[state(from)];
  if (!tree.parent.empty()) {
    // Once unreachable, always unreachable: circuits only take choices away.
    std::optional<Path> known = path(tree, state(from), state(to));
    if (!known || circuits_.passes(*known)) return known;
  }
  // The first demands set most of the circuits: a tree that is grown later lasts longer.
  if (++tree.misses % kMissesPerTree != 0) return seek(from, to, {});
  grow(from, tree);
  return path(tree, state(from), state(to));
}

// A tree pays from the second path on that is wanted of a source while circuits stay as they are.
std::optional<Path> PathFinder::find_while_unchanged(SwitchId from, SwitchId to) {
  Tree& tree = trees_[state(from)];
  const bool is_unchanged = tree.misses > 0 && tree.version == circuits_.version();
  if (is_unchanged && tree.is_current) return path(tree, state(from), state(to));
  ++tree.misses;
  tree.version = circuits_.version();
  tree.is_current = is_unchanged;
  if (!is_unchanged) return seek(from, to, {});
  grow(from, tree);
  return path(tree, state(from), state(to));
}

std::optional<Path> PathFinder::find_through(SwitchId from, SwitchId to, std::int64_t penalty) {
  if (from == to) return Path{};
  return seek(from, to, penalty);
}

template <class F>
void PathFinder::for_each_way_on(State here, const Tree& tree,
                                 std::optional<std::int64_t> penalty, F f) const {
  if (is_packet(here)) {
    for (const ChannelId out : structure_.out(switches_[here])) f(out, std::int64_t{0});
    return;
  }
  const ChannelId in = reached_by(tree, here);
  if (circuits_.next(in).valid() && !penalty) return f(circuits_.next(in), std::int64_t{0});
  for (const ChannelId out : structure_.out(structure_[in].to)) {
    if (circuits_.passes(in, out)) {
      f(out, std::int64_t{0});
    } else if (penalty && out != reverse(in)) {
      f(out, *penalty);
    }
  }
}

bool PathFinder::note(State here, ChannelId by, const Length& length, Tree& tree) {
  const State there = state(by);
  if (length > length_[there]) return false;
  const bool is_shorter = length < length_[there];
  if (!is_shorter) {
    const ChannelId known = reached_by(tree, there);
    if (std::tie(tree.parent[there], known) <= std::tie(here, by)) return false;
  }
  length_[there] = length;
  tree.parent[there] = here;
  if (is_switch(there)) tree.by[there] = by;
  return is_shorter;
}

void PathFinder::grow(SwitchId from, Tree& tree) {
  ++searches_;
  tree.parent.assign(length_.size(), kUnreached);
  tree.by.assign(switches_.size(), {});
  // A search for a goal has left its lengths, and must find none of these.
  std::ranges::fill(length_, Length{});
  Nearest<std::pair<Length, State>> open;
  length_[state(from)] = {costs_.start(), 0};
  open.emplace(length_[state(from)], state(from));
  while (!open.empty()) {
    const auto [length, here] = open.top();
    open.pop();
    if (length != length_[here]) continue;
    for_each_way_on(here, tree, {}, [&, length = length, here = here](ChannelId out, std::int64_t) {
      const Length longer{length.cost + costs_.step(out), length.hops + 1};
      if (note(here, out, longer, tree)) open.emplace(longer, state(out));
    });
  }
  std::ranges::fill(length_, Length{});
}

std::optional<Path> PathFinder::seek(SwitchId from, SwitchId to,
                                     std::optional<std::int64_t> penalty) {
  struct Entry {
    std::int64_t estimate;  // by this state to the target
    Length length;
    State state;
    auto operator<=>(const Entry&) const = default;
  };
  ++searches_;
  const std::vector<std::int64_t>& rest = costs_to(to);
  if (rest[from.v] == kUnreachable) return std::nullopt;
  scratch_.parent.resize(length_.size(), kUnreached);
  scratch_.by.resize(switches_.size());
  for (const State s : touched_) {
    length_[s] = {};
    scratch_.parent[s] = kUnreached;
  }
  touched_.clear();
  const State target = state(to);
  Nearest<Entry> open;
  length_[state(from)] = {costs_.start(), 0};
  touched_.push_back(state(from));
  open.push({rest[from.v], length_[state(from)], state(from)});
  // Whatever lies on a path as cheap as the best has an estimate that is not above its cost: all of
  // that is looked at, so that equals are told apart by the rule and not by the search.
  while (!open.empty() && open.top().estimate <= length_[target].cost) {
    const Entry at = open.top();
    open.pop();
    if (at.length != length_[at.state] || at.state == target) continue;
    for_each_way_on(at.state, scratch_, penalty, [&](ChannelId out, std::int64_t more) {
      const std::int64_t onward = rest[structure_[out].to.v];
      if (onward == kUnreachable) return;
      const Length longer{at.length.cost + costs_.step(out) + more, at.length.hops + 1};
      if (length_[state(out)].cost == INT64_MAX) touched_.push_back(state(out));
      if (note(at.state, out, longer, scratch_)) {
        open.push({longer.cost + onward, longer, state(out)});
      }
    });
  }
  return path(scratch_, state(from), target);
}

// What the way from each switch to this one costs at least: on a chip without circuits, where
// turning back is allowed. Less the switch where it starts.
const std::vector<std::int64_t>& PathFinder::costs_to(SwitchId target) {
  std::vector<std::int64_t>& rest = costs_to_[state(target)];
  if (!rest.empty()) return rest;
  rest.assign(structure_.switches(), kUnreachable);
  Nearest<std::pair<std::int64_t, SwitchId>> open;
  rest[target.v] = 0;
  open.emplace(0, target);
  while (!open.empty()) {
    const auto [cost, at] = open.top();
    open.pop();
    if (cost != rest[at.v]) continue;
    for (const ChannelId away : structure_.out(at)) {
      const SwitchId before = structure_[away].to;
      const std::int64_t longer = cost + costs_.step(reverse(away));
      if (longer >= rest[before.v]) continue;
      rest[before.v] = longer;
      open.emplace(longer, before);
    }
  }
  return rest;
}

std::optional<Path> PathFinder::path(const Tree& tree, State from, State to) const {
  if (tree.parent[to] == kUnreached) return std::nullopt;
  Path path;
  for (State at = to; at != from; at = tree.parent[at]) {
    path.push_back(reached_by(tree, at));
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace kasuri::chip
