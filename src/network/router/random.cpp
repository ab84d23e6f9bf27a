// SPDX-License-Identifier: MIT
// Random arbitration: each packet that waits is as likely as any other. What is drawn is a function of the
// run's seed and of which decision it is, not of who drew before.
#include <vector>

#include "base/config/registry.h"
#include "base/core/rng.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

class RandomArbiter {
 public:
  RandomArbiter(const config::NoParams&, const RouterContext& c) : seed_(c.fabric.seed) {}

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    constexpr std::uint32_t kStream = 0x61726200;  // of this use of the seed, plus the port
    waiting_.clear();
    for_each_in(site.set(), site.words(), [&](std::uint32_t i) { waiting_.push_back(i); });
    std::uint64_t bits = random_at(seed_, site.router().v, kStream + site.port(), site.sent())[0];
    for (std::size_t left = waiting_.size(); left > 0; --left) {
      const std::size_t at = below(bits, left);
      if (take(waiting_[at])) return true;
      waiting_[at] = waiting_[left - 1];
      bits = mix(bits);
    }
    return false;
  }

 private:
  std::uint64_t seed_;
  std::vector<std::uint32_t> waiting_;
};

const config::Register<ArbiterOf<RandomArbiter>> random{"random",
                                                        "a random one of the waiting packets"};

}  // namespace
}  // namespace kasuri
