// SPDX-License-Identifier: MIT
// One node, or all free nodes of one router, from each group in turn (RRN and RRR): neighbours in the
// job are in different groups.
#include "base/config/registry.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

enum class TurnUnit { node, router };
constexpr auto names_of(TurnUnit) { return name_table("node", "router"); }

struct RoundRobinParams {
  TurnUnit unit = TurnUnit::node;

  static config::Fields<RoundRobinParams> fields() {
    using P = RoundRobinParams;
    return {config::field("unit", &P::unit, "unit that each group contributes in its turn")};
  }
};

class RoundRobin final : public Placement {
 public:
  RoundRobin(const RoundRobinParams& p, PlacementContext& c)
      : routers_(p.unit == TurnUnit::router), c_(c) {}

  std::vector<NodeId> choose() const override {
    const std::vector<NodeSet> groups = sets_by(c_, [this](NodeId n) { return c_.group_of(n); });
    std::vector<std::size_t> taken(groups.size(), 0);
    std::vector<NodeId> all;
    for (std::size_t g = 0; all.size() < c_.count; g = (g + 1) % groups.size()) {
      const std::vector<NodeId>& nodes = groups[g].nodes;
      const std::size_t first = taken[g];
      while (taken[g] < nodes.size() && all.size() < c_.count && belongs(nodes, first, taken[g])) {
        all.push_back(nodes[taken[g]++]);
      }
    }
    return all;
  }

 private:
  bool belongs(const std::vector<NodeId>& nodes, std::size_t first, std::size_t next) const {
    return routers_ ? c_.router_of(nodes[first]) == c_.router_of(nodes[next]) : first == next;
  }

  bool routers_;
  const PlacementContext& c_;
};

const config::Register<RoundRobin, RoundRobinParams> round_robin{
    "round-robin", "one free node or router of each group in turn"};

}  // namespace
}  // namespace kasuri
