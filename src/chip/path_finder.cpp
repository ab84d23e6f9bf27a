// SPDX-License-Identifier: MIT
// Dijkstra over (switch, input port) with trees kept per source.
#include "chip/path_finder.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kUnreached = UINT32_MAX;

}  // namespace

PathFinder::PathFinder(const Structure& structure, const Costs& costs, const Circuits& circuits)
    : structure_(structure), costs_(costs), circuits_(circuits), trees_(structure.switches()),
      length_(structure.switches() + structure.channels()) {}

std::optional<Path> PathFinder::find(SwitchId from, SwitchId to) {
  if (from == to) return Path{};
  Tree& tree = trees_[from.v];
  if (!tree.empty()) {
    // Once unreachable, always unreachable: circuits only take choices away.
    std::optional<Path> known = path(tree, from, to);
    if (!known || circuits_.passes(*known)) return known;
  }
  search(from, tree);
  return path(tree, from, to);
}

std::optional<Path> PathFinder::find_through(SwitchId from, SwitchId to, std::int64_t penalty) {
  Tree tree;
  search(from, tree, penalty);
  return path(tree, from, to);
}

void PathFinder::forget() {
  for (Tree& tree : trees_) tree.clear();
}

std::uint32_t PathFinder::state(ChannelId into) const {
  const SwitchId to = structure_[into].to;
  return structure_.is_packet(to) ? to.v : structure_.switches() + into.v;
}

void PathFinder::search(SwitchId from, Tree& tree, std::optional<std::int64_t> penalty) {
  ++searches_;
  tree.assign(length_.size(), {kUnreached, {}});
  std::ranges::fill(length_, Length{});
  using Entry = std::pair<Length, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  length_[from.v] = {costs_.start(), 0};
  open.emplace(length_[from.v], from.v);
  while (!open.empty()) {
    const auto [length, here] = open.top();
    open.pop();
    if (length != length_[here]) continue;
    const auto step = [&, length = length, here = here](ChannelId out, std::int64_t more = 0) {
      const std::uint32_t there = state(out);
      const Length longer{length.cost + costs_.step(out) + more, length.hops + 1};
      if (longer > length_[there]) return;
      Reached& reached = tree[there];
      if (longer < length_[there]) {
        length_[there] = longer;
        open.emplace(longer, there);
      } else if (std::tie(reached.parent, reached.by) <= std::tuple(here, out)) {
        return;
      }
      reached = {here, out};
    };
    if (here < structure_.switches()) {
      for (const ChannelId out : structure_.out({here})) step(out);
    } else {
      const ChannelId in{here - structure_.switches()};
      if (circuits_.next(in).valid() && !penalty) {
        step(circuits_.next(in));
      } else {
        for (const ChannelId out : structure_.out(structure_[in].to)) {
          if (circuits_.passes(in, out)) {
            step(out);
          } else if (penalty && out != reverse(in)) {
            step(out, *penalty);
          }
        }
      }
    }
  }
}

std::optional<Path> PathFinder::path(const Tree& tree, SwitchId from, SwitchId to) const {
  if (tree[to.v].parent == kUnreached) return std::nullopt;
  Path path;
  for (std::uint32_t at = to.v; at != from.v; at = tree[at].parent) path.push_back(tree[at].by);
  std::ranges::reverse(path);
  return path;
}

}  // namespace kasuri::chip
