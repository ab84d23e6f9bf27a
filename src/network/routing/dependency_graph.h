// SPDX-License-Identifier: MIT
// The channel dependency graph of Dally & Seitz (1987): which virtual channel may be held while
// which next one is waited for.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "network/net/routing.h"
#include "network/routing/virtual_channel.h"

namespace kasuri {

class DependencyGraph {
 public:
  DependencyGraph(const Topology&, std::uint32_t vcs);

  // A packet that holds `held`, a channel into next's router, may be told to take `next`.
  void add(VirtualChannel held, Route next);

  // The same where packets of both always get on at last, since the ring of channels that they are in
  // has a free place: all channels joined in this way are one node.
  void join(VirtualChannel held, Route next);

  std::uint64_t channels() const { return heads_.size(); }
  std::uint64_t dependencies() const { return dependencies_; }
  // A cycle, or nothing if there is none.
  std::vector<VirtualChannel> find_cycle() const;

 private:
  // The routes taken from one virtual channel form a list: few, since most are of one dimension.
  struct Edge {
    std::uint32_t next;
    std::uint32_t vc_mask;
    std::uint16_t port;
  };
  static constexpr std::uint32_t kNoEdge = 0;

  std::size_t index(const VirtualChannel& c) const {
    return (first_channel_[c.output.router.v] + c.output.port) * vcs_ + c.vc;
  }

  class Search;
  std::vector<VirtualChannel> find_cycle_of_rings() const;
  std::uint32_t ring_of(std::uint32_t channel) const;
  VirtualChannel channel(std::uint32_t index) const;

  const Topology& topology_;
  std::uint32_t vcs_;
  std::vector<std::uint64_t> first_channel_;  // of each router
  LazyArray<std::uint32_t> heads_;            // of each virtual channel: its first edge
  std::vector<Edge> edges_{Edge{}};           // edge 0 stands for none
  std::uint64_t dependencies_ = 0;
  mutable std::vector<std::uint32_t> ring_;   // union-find over channels; empty if none are joined
};

}  // namespace kasuri
