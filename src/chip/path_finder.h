// SPDX-License-Identifier: MIT
// Cheapest paths under the circuits that are set: Dijkstra over (switch, input port), where the
// port matters only at a circuit switch (spec of the paper's ch. 4).
//
// Paths are ordered by energy, then by hops; among equals the predecessor with the lowest state
// number wins, then the lowest channel. A state is a packet switch (its number) or a channel into a
// circuit switch (the number of switches plus its own). Setting circuits only takes choices away,
// so a path of a tree found earlier is still the one that a new search would find, as long as it
// still passes: trees are kept per source and searched again only when a wanted path was blocked.
//
// One search costs O(E log E) for E channels times ports; planning D demands costs at most D
// searches, and in practice few more than circuits are set (docs/on-chip.md has the counts).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chip/circuits.h"
#include "chip/energy.h"

namespace kasuri::chip {

// Energy first, hops among equals: every step is longer than nothing, even with zero weights.
struct Length {
  std::int64_t cost = INT64_MAX;
  std::uint32_t hops = 0;
  friend auto operator<=>(const Length&, const Length&) = default;
};

class PathFinder {
 public:
  PathFinder(const Structure&, const Costs&, const Circuits&);

  // From packet switch to packet switch; nothing if there is no way left. Empty for from == to.
  std::optional<Path> find(SwitchId from, SwitchId to);

  // The cheapest path if each setting that contradicts a circuit were possible for this penalty.
  std::optional<Path> find_through(SwitchId from, SwitchId to, std::int64_t penalty);

  // Call after circuits were released: what was found before may no longer be cheapest.
  void forget();

  std::uint64_t searches() const { return searches_; }

 private:
  struct Reached {
    std::uint32_t parent;  // state
    ChannelId by;
  };
  using Tree = std::vector<Reached>;

  std::uint32_t state(ChannelId into) const;
  // With a penalty, circuits can be contradicted for it.
  void search(SwitchId from, Tree&, std::optional<std::int64_t> penalty = {});
  std::optional<Path> path(const Tree&, SwitchId from, SwitchId to) const;

  const Structure& structure_;
  const Costs& costs_;
  const Circuits& circuits_;
  std::vector<Tree> trees_;  // of each packet switch, empty if none is kept
  std::vector<Length> length_;
  std::uint64_t searches_ = 0;
};

}  // namespace kasuri::chip
