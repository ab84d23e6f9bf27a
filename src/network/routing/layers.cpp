// SPDX-License-Identifier: MIT
#include "network/routing/layers.h"

#include <algorithm>

namespace kasuri {

Layers::Layers(const Topology& t) : topology_(t) {
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_channel_.push_back(channels_);
    channels_ += t.degree({r});
  }
  nodes_.assign(channels_, kNone);
}

std::uint64_t Layers::steps() const {
  std::uint64_t sum = steps_;
  for (const AcyclicGraph& g : graphs_) sum += g.steps();
  return sum;
}

std::uint32_t Layers::node(std::uint32_t channel) {
  if (nodes_[channel] == kNone) nodes_[channel] = node_count_++;
  return nodes_[channel];
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
  name_nodes();
  if (path_.size() > 1 && !fits(graph(layer))) return false;
  count_ = std::max(count_, layer + 1);
  return true;
}

void Layers::set_path(std::span<const PortRef> path) {
  path_.clear();
  for (const PortRef& p : path) path_.push_back(first_channel_[p.router.v] + p.port);
}

// A path of one channel waits for nothing and fits anywhere.
void Layers::name_nodes() {
  if (path_.size() < 2) return;
  for (std::uint32_t& channel : path_) channel = node(channel);
}

AcyclicGraph& Layers::graph(std::uint32_t layer) {
  while (layer >= graphs_.size()) graphs_.emplace_back(node_count_);
  graphs_[layer].grow(node_count_);
  return graphs_[layer];
}

// Of path_.
std::uint32_t Layers::place_path() {
  name_nodes();
  std::uint32_t layer = 0;
  while (path_.size() > 1 && !fits(graph(layer))) ++layer;
  count_ = std::max(count_, layer + 1);
  return layer;
}

// Adds the dependencies of path_, all or none. One that closes a cycle by itself is noted: most paths are
// refused by such a note, without a search.
bool Layers::fits(AcyclicGraph& graph) {
  steps_ += path_.size();
  for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
    if (graph.is_refused(path_[i], path_[i + 1])) return false;
  }
  added_.clear();
  for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
    const std::uint32_t from = path_[i], to = path_[i + 1];
    if (graph.has(from, to)) continue;
    if (graph.add(from, to)) {
      added_.push_back(i);
      continue;
    }
    for (const std::size_t k : added_) graph.remove(path_[k], path_[k + 1]);
    if (added_.empty() || !graph.add(from, to)) {
      graph.refuse(from, to);
    } else {
      graph.remove(from, to);
    }
    return false;
  }
  return true;
}

DeadlockArgument free_by_layers() {
  return {true, "the paths of each layer form no cycle (Skeie et al. 2002)"};
}

}  // namespace kasuri
