// SPDX-License-Identifier: MIT
// Routers at random, each with all its free nodes (RDR): what is at one router stays together.
#include "base/config/registry.h"
#include "network/placement/random_order.h"

namespace kasuri {
namespace {

class RandomRouters final : public Placement {
 public:
  RandomRouters(const RandomOrderParams& p, PlacementContext& c) : p_(p), c_(c) {}
  std::vector<NodeId> choose() const override {
    return in_random_order(sets_by(c_, [this](NodeId n) { return c_.router_of(n).v; }), p_, c_);
  }

 private:
  RandomOrderParams p_;
  const PlacementContext& c_;
};

const config::Register<RandomRouters, RandomOrderParams> random_routers{"random-routers",
                                                                "free nodes of routers in random order"};

}  // namespace
}  // namespace kasuri
