// SPDX-License-Identifier: MIT
// Recycled entropies (Bonato et al., "REPS: Recycled Entropy Packet Spraying for Adaptive Load Balancing
// and Failure Mitigation", 2024): the latest good ones are used again, once each and the oldest first; if
// there are none, any. After a timeout only those known to be good are used, in turn, for a while.
#include <array>

#include "network/control/entropies.h"

namespace kasuri {
namespace {

using namespace literals;

class Reps final : public Balancer {
 public:
  Reps(const EntropyParams& p, BalancerContext& c)
      : entropies_(static_cast<std::uint32_t>(p.entropies)), seed_(c.seed) {}

  std::uint32_t next(Time now) override {
    if (frozen_until_ > Time{0} && now <= frozen_until_ && known_ > 0) return ring_[frozen_++ % known_];
    if (unused_ == 0) return static_cast<std::uint32_t>(mix(seed_, ++draws_) >> 32) % entropies_;
    return ring_[(added_ - unused_--) % kSize];
  }
  void heard(std::uint32_t entropy, Fate fate, Time now) override {
    if (frozen_until_ > Time{0} && now > frozen_until_) {
      frozen_until_ = Time{0};
      known_ = unused_ = 0;
      added_ = 0;
    }
    const bool frozen = frozen_until_ > Time{0};
    if (fate == Fate::lost && !frozen) frozen_until_ = now + 10_ms;
    if (fate != Fate::good || frozen) return;
    ring_[added_++ % kSize] = static_cast<std::uint16_t>(entropy);
    known_ = std::min(known_ + 1, kSize);
    unused_ = std::min(unused_ + 1, kSize);
  }

 private:
  static constexpr std::uint32_t kSize = 8;

  std::uint32_t entropies_;
  std::uint64_t seed_;
  std::array<std::uint16_t, kSize> ring_{};
  std::uint32_t added_ = 0, known_ = 0, unused_ = 0, frozen_ = 0, draws_ = 0;
  Time frozen_until_{0};
};

const config::Register<Reps, EntropyParams> reps{
    "reps", "the 8 latest entropies that were acknowledged unmarked again, else any"};

}  // namespace
}  // namespace kasuri
