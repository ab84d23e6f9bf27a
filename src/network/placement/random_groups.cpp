// SPDX-License-Identifier: MIT
// Groups at random, each with all its free nodes in order (RDG): jobs share few links, and a job loads
// the links between its own groups alone.
#include "base/config/registry.h"
#include "network/placement/random_order.h"

namespace kasuri {
namespace {

class RandomGroups final : public Placement {
 public:
  RandomGroups(const RandomOrderParams& p, PlacementContext& c) : p_(p), c_(c) {}
  std::vector<NodeId> choose() const override {
    return in_random_order(sets_by(c_, [this](NodeId n) { return c_.group_of(n); }), p_, c_);
  }

 private:
  RandomOrderParams p_;
  const PlacementContext& c_;
};

const config::Register<RandomGroups, RandomOrderParams> random_groups{"random-groups",
                                                                "free nodes of groups in random order"};

}  // namespace
}  // namespace kasuri
