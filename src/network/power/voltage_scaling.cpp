// SPDX-License-Identifier: MIT
// Dynamic voltage scaling of links (Shang, Peh & Jha, HPCA 2003): with the rate f the voltage falls
// too, so that the part of the power that follows the rate goes as f V² ~ f³, down to a least
// voltage of 0.4 of the full one. What does not follow it is P_LPI, as if nothing were sent.
#include <algorithm>

#include "base/config/registry.h"
#include "network/power/scaling.h"

namespace kasuri {
namespace {

class VoltageScaling final : public Scaling {
 public:
  VoltageScaling(const ScalingParams& p, PolicyContext& c) : Scaling(p, c) {}
  double power(std::size_t mode, double active, double asleep) const override {
    constexpr double kLeastVoltage = 0.4;
    const double voltage = std::max(kLeastVoltage, rate(mode));
    return asleep + (active - asleep) * rate(mode) * voltage * voltage;
  }
};

const config::Register<VoltageScaling, ScalingParams> voltage_scaling{
    "voltage-scaling", "as rate-scaling; the voltage of a link falls with its rate"};

}  // namespace
}  // namespace kasuri
