// SPDX-License-Identifier: MIT
// All entropies in turn, in an order that is drawn anew for each lap, whatever the network does (the rule
// of the public UEC simulator, htsim, August 2025).
#include "network/control/entropies.h"

namespace kasuri {
namespace {

class Oblivious final : public Balancer {
 public:
  Oblivious(const EntropyParams& p, BalancerContext& c) : laps_(p, c.seed) {}

  std::uint32_t next(Time) override { return laps_.next(); }

 private:
  EntropyLaps laps_;
};

const config::Register<Oblivious, EntropyParams> oblivious{
    "oblivious", "all entropies in turn, each lap in another order"};

}  // namespace
}  // namespace kasuri
