// SPDX-License-Identifier: MIT
// The free nodes in the order of their numbers: compact where numbers follow neighbourhood, and
// fragmented where earlier jobs have left holes.
#include "base/config/registry.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

class Linear final : public Placement {
 public:
  Linear(const config::NoParams&, PlacementContext& c) : c_(c) {}
  std::vector<NodeId> choose() const override {
    return {c_.free.begin(), c_.free.begin() + c_.count};
  }

 private:
  const PlacementContext& c_;
};

const config::Register<Linear> linear{"linear", "free nodes in the order of their numbers"};

}  // namespace
}  // namespace kasuri
