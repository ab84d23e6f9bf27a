// SPDX-License-Identifier: MIT
// Another entropy, drawn at random, after each pause that is long enough for packets not to overtake each
// other (Vanini et al., "Let It Flow: Resilient Asymmetric Load Balancing with Flowlet
// Switching", NSDI 2017).
#include <optional>

#include "base/config/document.h"
#include "base/core/hash.h"
#include "network/control/balancer.h"

namespace kasuri {
namespace {

using namespace literals;

struct FlowletParams {
  std::optional<Time> pause;

  static config::Fields<FlowletParams> fields() {
    return {config::field("pause", &FlowletParams::pause,
                          "time without a packet after which the entropy changes; default: a quarter of a "
                          "round trip")
                .at_least(1_ps)};
  }
};

class Flowlet final : public Balancer {
 public:
  Flowlet(const FlowletParams& p, BalancerContext& c)
      : seed_(c.seed), pause_(p.pause.value_or(Time{c.round_trip.ps / 4})) {}

  std::uint32_t next(Time now) override {
    if (draws_ == 0 || now - last_ >= pause_) {
      entropy_ = static_cast<std::uint16_t>(mix(seed_, ++draws_) >> 48);
    }
    last_ = now;
    return entropy_;
  }

 private:
  std::uint64_t seed_;
  Time pause_, last_{0};
  std::uint32_t draws_ = 0;
  std::uint16_t entropy_ = 0;
};

const config::Register<Flowlet, FlowletParams> flowlet{
    "flowlet", "another entropy after each pause of a connection"};

}  // namespace
}  // namespace kasuri
