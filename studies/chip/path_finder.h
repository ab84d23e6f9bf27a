// SPDX-License-Identifier: MIT
// Cheapest paths under the circuits that are set: shortest paths over (switch, input port), where
// the port matters only at a circuit switch (spec of the paper's ch. 4).
//
// Paths are ordered by energy, then by hops; among equals the predecessor with the lowest state
// number wins, then the lowest channel. A state is a packet switch (in the order of their numbers)
// or, after those, a channel into a circuit switch (in the order of theirs). The rule speaks of final
// lengths only, so every way to search gives the same path. There are two:
//
// - Trees (Dijkstra). Setting circuits only takes choices away, so a path of a tree found earlier
//   is still the one that a new search would find, as long as it still passes: trees are kept per
//   source and grown again only when some wanted paths were blocked. For many demands of each
//   source, and only while no circuit is released.
// - Goals (A*, Hart, Nilsson & Raphael 1968): what the way to the target costs on a chip without
//   circuits is never more than what it costs now, and guides the search. For few demands.
//
// That is the search per port, which finds the cheapest path there is. `Labels::per_switch` is Dijkstra's
// algorithm as it is taught, on a graph of switches: each has one label, the shortest path to it, and
// what goes on from a circuit switch is what the input of that label allows. A path that would have to
// enter by another input is not found, so demands may pay more than they must, or have no path at all.
// Setting circuits can change labels for the better elsewhere, so a tree is right only until circuits
// change. States are switches in the order of their numbers; ties as above.
//
// A search costs O(E log E) at most for E channels times ports; docs/on-chip.md has the counts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "studies/chip/circuits.h"
#include "studies/chip/energy.h"

namespace kasuri::chip {

// Energy first, hops among equals: every step is longer than nothing, even with zero weights.
struct Length {
  std::int64_t cost = INT64_MAX;
  std::uint32_t hops = 0;
  friend auto operator<=>(const Length&, const Length&) = default;
};

enum class Search : std::uint8_t { trees, goals };

// What a search tells apart: the inputs of circuit switches, or switches alone.
enum class Labels : std::uint8_t { per_port, per_switch };
constexpr auto names_of(Labels) { return name_table("per-port", "per-switch"); }

// What pays for this many demands between so many servers.
constexpr Search search_for(std::size_t demands, std::uint32_t servers) {
  constexpr std::size_t kManyPerServer = 16;
  return demands > kManyPerServer * servers ? Search::trees : Search::goals;
}

class PathFinder {
 public:
  PathFinder(const Structure&, const Costs&, const Circuits&, Search,
             Labels labels = Labels::per_port);

  // From packet switch to packet switch; nothing if there is no way left. Empty for from == to.
  std::optional<Path> find(SwitchId from, SwitchId to);

  // The cheapest path if each setting that contradicts a circuit were possible for this penalty.
  std::optional<Path> find_through(SwitchId from, SwitchId to, std::int64_t penalty);

  std::uint64_t searches() const { return searches_; }

 private:
  using State = std::uint32_t;
  // How each state was reached: the state before and by which channel. The state of a channel is
  // reached by that channel.
  struct Tree {
    std::vector<State> parent;
    std::vector<ChannelId> by;  // of switches
    std::uint32_t misses = 0;   // wanted paths that it did not have or that were blocked
    std::uint64_t version = 0;  // of the circuits, when a path was wanted last
    bool is_current = false;    // grown at that version
  };

  State state(ChannelId into) const { return state_[into.v]; }
  State state(SwitchId s) const { return rank_[s.v]; }
  bool is_switch(State s) const { return s < switches_.size(); }
  bool is_packet(State s) const { return is_switch(s) && structure_.is_packet(switches_[s]); }
  // The channel by which a state was reached.
  ChannelId reached_by(const Tree& tree, State s) const {
    return is_switch(s) ? tree.by[s] : inputs_[s - switches_.size()];
  }

  // Calls f(channel, penalty to pay) for each way on from a state.
  template <class F>
  void for_each_way_on(State, const Tree&, std::optional<std::int64_t> penalty, F f) const;
  // Notes that `there` can be reached like this; says whether that is shorter than what was known.
  bool note(State here, ChannelId by, const Length&, Tree&);

  std::optional<Path> find_while_unchanged(SwitchId from, SwitchId to);
  void grow(SwitchId from, Tree&);
  std::optional<Path> seek(SwitchId from, SwitchId to, std::optional<std::int64_t> penalty);
  const std::vector<std::int64_t>& costs_to(SwitchId target);
  std::optional<Path> path(const Tree&, State from, State to) const;

  const Structure& structure_;
  const Costs& costs_;
  const Circuits& circuits_;
  Search search_;
  Labels labels_;
  std::vector<SwitchId> switches_;  // state -> switch: packet switches, or all of them
  std::vector<ChannelId> inputs_;   // state, less the switches -> channel into a circuit switch
  std::vector<State> rank_;         // switch -> state
  std::vector<State> state_;        // channel -> state that it leads to
  std::vector<Tree> trees_;         // of each switch that has a state, empty if none is kept
  Tree scratch_;
  std::vector<Length> length_;      // by state, of the search that runs
  std::vector<State> touched_;      // those that the last search for a goal set
  std::vector<std::vector<std::int64_t>> costs_to_;  // by target's state, then by switch
  std::uint64_t searches_ = 0;
};

}  // namespace kasuri::chip
