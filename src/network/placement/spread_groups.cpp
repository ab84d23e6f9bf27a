// SPDX-License-Identifier: MIT
// An equal share of the job in every group, consecutive nodes together: all links between groups serve
// the job, and neighbours in the job are mostly neighbours in the machine. A group that has fewer free
// nodes than its share leaves the rest to the others.
#include <algorithm>

#include "base/config/registry.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

class SpreadGroups final : public Placement {
 public:
  SpreadGroups(const config::NoParams&, PlacementContext& c) : c_(c) {}

  std::vector<NodeId> choose() const override {
    std::vector<NodeSet> groups = sets_by(c_, [this](NodeId n) { return c_.group_of(n); });
    // From the emptiest group on, so that what one cannot give is shared by those that follow.
    std::vector<NodeSet*> order;
    for (NodeSet& g : groups) order.push_back(&g);
    std::ranges::stable_sort(order, {}, [](const NodeSet* g) { return g->nodes.size(); });
    std::size_t missing = c_.count, left = order.size();
    for (NodeSet* g : order) {
      const std::size_t share = std::min(g->nodes.size(), (missing + left - 1) / left);
      g->nodes.resize(share);
      missing -= share;
      --left;
    }
    return first_nodes(groups, c_.count);
  }

 private:
  const PlacementContext& c_;
};

const config::Register<SpreadGroups> spread_groups{
    "spread-groups", "equal shares of the job on consecutive nodes of each group"};

}  // namespace
}  // namespace kasuri
