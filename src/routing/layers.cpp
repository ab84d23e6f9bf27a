// SPDX-License-Identifier: MIT
#include "routing/layers.h"

#include <algorithm>

namespace kasuri {

Layers::Layers(const Topology& t) : topology_(t) {
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels_);
    channels_ += t.degree({r});
  }
}

std::uint32_t Layers::place(const NextHops& table, RouterId from, const Terminals& terminals,
                            std::uint32_t to) {
  path_.clear();
  for (RouterId at = from; at != terminals[to];) {
    const std::uint16_t port = table.port(at, to);
    if (port == NextHops::kNone) return 0;
    path_.push_back(first_channel_[at.v] + port);
    at = topology_.neighbour(at, port).router;
  }
  return place_path();
}

std::uint32_t Layers::place(std::span<const PortRef> path) {
  set_path(path);
  return place_path();
}

bool Layers::place_in(std::uint32_t layer, std::span<const PortRef> path) {
  set_path(path);
  if (!fits(graph(layer))) return false;
  count_ = std::max(count_, layer + 1);
  return true;
}

void Layers::set_path(std::span<const PortRef> path) {
  path_.clear();
  for (const PortRef& p : path) path_.push_back(first_channel_[p.router.v] + p.port);
}

AcyclicGraph& Layers::graph(std::uint32_t layer) {
  while (layer >= graphs_.size()) graphs_.emplace_back(channels_);
  return graphs_[layer];
}

// Of path_.
std::uint32_t Layers::place_path() {
  std::uint32_t layer = 0;
  while (!fits(graph(layer))) ++layer;
  count_ = std::max(count_, layer + 1);
  return layer;
}

// Adds the dependencies of path_, all or none.
bool Layers::fits(AcyclicGraph& graph) {
  added_.clear();
  for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
    if (graph.has(path_[i], path_[i + 1])) continue;
    if (graph.add(path_[i], path_[i + 1])) {
      added_.push_back(i);
      continue;
    }
    for (const std::size_t k : added_) graph.remove(path_[k], path_[k + 1]);
    return false;
  }
  return true;
}

DeadlockArgument free_by_layers() {
  return {true, "the paths of each layer form no cycle (Skeie et al. 2002)"};
}

}  // namespace kasuri
