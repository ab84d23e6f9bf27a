// SPDX-License-Identifier: MIT
// Entropies whose packets were acknowledged without a mark are used again, once each and in their order; if
// there are none, as `bitmap` chooses (the rule of the public UEC simulator, htsim, August 2025).
#include "network/control/entropies.h"

namespace kasuri {
namespace {

class Mixed final : public Balancer {
 public:
  Mixed(const EntropyParams& p, BalancerContext& c) : entropies_(p, c.seed) {}

  std::uint32_t next(Time) override {
    if (used_ == good_.size()) return entropies_.next();
    const std::uint32_t e = good_[used_++];
    if (used_ == good_.size() || used_ == 64) {
      good_.erase(good_.begin(), good_.begin() + used_);
      used_ = 0;
    }
    return e;
  }
  void heard(std::uint32_t entropy, Fate fate, Time) override {
    entropies_.heard(entropy, fate);
    if (fate == Fate::good) good_.push_back(static_cast<std::uint16_t>(entropy));
  }

 private:
  PenalisedEntropies entropies_;
  std::vector<std::uint16_t> good_;
  std::uint32_t used_ = 0;  // of them
};

const config::Register<Mixed, EntropyParams> mixed{
    "mixed", "entropies that were acknowledged unmarked again, else as 'bitmap'"};

}  // namespace
}  // namespace kasuri
