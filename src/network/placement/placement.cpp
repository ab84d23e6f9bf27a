// SPDX-License-Identifier: MIT
#include "network/placement/placement.h"

#include <map>

namespace kasuri {

std::vector<NodeSet> sets_by(const PlacementContext& c,
                             const std::function<std::uint32_t(NodeId)>& key) {
  std::map<std::uint32_t, std::vector<NodeId>> found;
  for (const NodeId n : c.free) found[key(n)].push_back(n);
  std::vector<NodeSet> all;
  for (auto& [k, nodes] : found) all.push_back({k, std::move(nodes)});
  return all;
}

std::vector<NodeId> first_nodes(std::span<const NodeSet> sets, std::uint32_t count) {
  std::vector<NodeId> all;
  for (const NodeSet& s : sets) {
    for (const NodeId n : s.nodes) {
      if (all.size() == count) return all;
      all.push_back(n);
    }
  }
  return all;
}

}  // namespace kasuri
