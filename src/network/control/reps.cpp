// SPDX-License-Identifier: MIT
// Recycled entropies (Bonato et al., "REPS: Recycled Entropy Packet Spraying for Adaptive Load Balancing
// and Failure Mitigation", 2024): the latest good ones are used again, once each and the oldest first; if
// there are none, any. After a timeout only the latest good ones are used, in turn, for a while, and then
// some drawn at random.
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
    if (explores_ == 0 && frozen_until_ > Time{0} && now <= frozen_until_ && known_ > 0) {
      frozen_ %= known_;
      return ring_[frozen_++];
    }
    if (explores_ > 0) --explores_;
    else if (unused_ > 0) return ring_[(added_ - unused_--) % kSize];
    return static_cast<std::uint32_t>(mix(seed_, ++draws_) >> 32) % entropies_;
  }
  void heard(std::uint32_t entropy, Fate fate, Time now) override {
    if (frozen_until_ > Time{0} && now > frozen_until_) {
      frozen_until_ = Time{0};
      known_ = unused_ = added_ = frozen_ = 0;
      explores_ = 16;
    }
    if (fate == Fate::lost && frozen_until_ == Time{0} && explores_ == 0) frozen_until_ = now + 10_ms;
    if (fate != Fate::good) return;
    ring_[added_++ % kSize] = static_cast<std::uint16_t>(entropy);
    known_ = std::min(known_ + 1, kSize);
    unused_ = std::min(unused_ + 1, kSize);
  }

 private:
  static constexpr std::uint32_t kSize = 8;

  std::uint32_t entropies_;
  std::uint64_t seed_;
  std::array<std::uint16_t, kSize> ring_{};
  std::uint32_t added_ = 0, known_ = 0, unused_ = 0, frozen_ = 0, draws_ = 0, explores_ = 0;
  Time frozen_until_{0};
};

const config::Register<Reps, EntropyParams> reps{
    "reps", "the 8 latest entropies that were acknowledged unmarked again, else any"};

}  // namespace
}  // namespace kasuri
