// SPDX-License-Identifier: MIT
// Free nodes at random over the whole machine (RDN): balances load, and makes jobs share all links.
#include "base/config/registry.h"
#include "network/placement/random_order.h"

namespace kasuri {
namespace {

class RandomNodes final : public Placement {
 public:
  RandomNodes(const RandomOrderParams& p, PlacementContext& c) : p_(p), c_(c) {}
  std::vector<NodeId> choose() const override {
    return in_random_order(sets_by(c_, [](NodeId n) { return n.v; }), p_, c_);
  }

 private:
  RandomOrderParams p_;
  const PlacementContext& c_;
};

const config::Register<RandomNodes, RandomOrderParams> random_nodes{"random-nodes",
                                                                "free nodes in random order"};

}  // namespace
}  // namespace kasuri
