// SPDX-License-Identifier: MIT
// Equal-cost multipath (RFC 2992): all packets of a connection have one entropy, so that switches hash them
// to one path.
#include "base/core/hash.h"
#include "network/control/balancer.h"

namespace kasuri {
namespace {

class OneEntropy final : public Balancer {
 public:
  OneEntropy(const config::NoParams&, BalancerContext& c)
      : entropy_(static_cast<std::uint16_t>(mix(c.seed) >> 48)) {}

  std::uint32_t next(Time) override { return entropy_; }

 private:
  std::uint16_t entropy_;
};

const config::Register<OneEntropy> one_entropy{"ecmp", "one entropy for all packets of a connection"};

}  // namespace
}  // namespace kasuri
