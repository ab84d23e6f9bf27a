// SPDX-License-Identifier: MIT
// Paths in layers of virtual channels that are free of deadlock (LASH: Skeie, Lysne & Theiss, IPDPS
// 2002; DFSSSP: Domke, Hoefler & Nagel, IPDPS 2011): one path after the other is put into the first layer
// where it closes no cycle of channels that wait for one another. A packet keeps its layer, and each
// layer has virtual channels of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/net/routing.h"
#include "network/routing/acyclic_graph.h"
#include "network/routing/next_hops.h"

namespace kasuri {

class Layers {
 public:
  explicit Layers(const Topology&);

  // The layer of the path that the table gives from a router to a terminal, one further than there are
  // if a new one was begun for it. 0 if there is no path.
  std::uint32_t place(const NextHops&, RouterId from, const Terminals&, std::uint32_t to);
  // The same of a path that is given by its channels, as the output ports that feed them.
  std::uint32_t place(std::span<const PortRef> path);
  // Puts a path, or the beginning of one whose rest is there, into this layer, if it closes no cycle.
  bool place_in(std::uint32_t layer, std::span<const PortRef> path);
  // How many there are, 1 at least.
  std::uint32_t count() const { return count_; }
  // Dependencies that were looked at so far: ten million of them take about a second.
  std::uint64_t steps() const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void set_path(std::span<const PortRef>);
  std::uint32_t node(std::uint32_t channel);
  void name_nodes();
  AcyclicGraph& graph(std::uint32_t layer);
  std::uint32_t place_path();
  bool fits(AcyclicGraph&);

  const Topology& topology_;
  std::uint32_t channels_ = 0;
  std::vector<std::uint32_t> first_channel_;
  std::vector<AcyclicGraph> graphs_;
  std::uint32_t count_ = 1;
  // Channels from which or to which a path goes on are nodes of the graphs, numbered as they come.
  std::vector<std::uint32_t> nodes_;  // by channel
  std::uint32_t node_count_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<std::uint32_t> path_;  // channels, then nodes
  std::vector<std::size_t> added_;
};

// Why routings by Layers have no deadlock.
DeadlockArgument free_by_layers();

// The virtual channels from..to-1 as a mask.
constexpr std::uint32_t vc_range(std::uint32_t from, std::uint32_t to) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << to) - (std::uint64_t{1} << from));
}

}  // namespace kasuri
