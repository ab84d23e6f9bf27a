// SPDX-License-Identifier: MIT
// Adaptive link rate (Gunaratne et al. 2008) or width: the part of a link's power that follows its
// rate is proportional to it. What does not follow it is P_LPI, as if nothing were sent.
#include "base/config/registry.h"
#include "network/power/scaling.h"

namespace kasuri {
namespace {

class RateScaling final : public Scaling {
 public:
  RateScaling(const ScalingParams& p, PolicyContext& c) : Scaling(p, c) {}
  double power(std::size_t mode, double active, double asleep) const override {
    return asleep + (active - asleep) * rate(mode);
  }
};

const config::Register<RateScaling, ScalingParams> rate_scaling{
    "rate-scaling", "links with little traffic run at half or a quarter of their rate or width"};

}  // namespace
}  // namespace kasuri
