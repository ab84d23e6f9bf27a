// SPDX-License-Identifier: MIT
// Laps over all entropies that pass over those of which bad news came: one turn for a mark, 4 for a trimmed
// packet, 15 for a timeout (the rule of the public UEC simulator, htsim, August 2025).
#include "network/control/entropies.h"

namespace kasuri {
namespace {

class Bitmap final : public Balancer {
 public:
  Bitmap(const EntropyParams& p, BalancerContext& c) : entropies_(p, c.seed) {}

  std::uint32_t next(Time) override { return entropies_.next(); }
  void heard(std::uint32_t entropy, Fate fate, Time) override { entropies_.heard(entropy, fate); }

 private:
  PenalisedEntropies entropies_;
};

const config::Register<Bitmap, EntropyParams> bitmap{
    "bitmap", "entropies in turn, without the ones of recent marks, trimmed packets or timeouts"};

}  // namespace
}  // namespace kasuri
