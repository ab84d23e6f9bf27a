// SPDX-License-Identifier: MIT
// All entropies in turn, in an order that is drawn anew for each lap, whatever the network does (the rule
// of the public UEC simulator, htsim, August 2025).
#include <bit>

#include "base/config/document.h"
#include "base/core/hash.h"
#include "network/control/balancer.h"

namespace kasuri {
namespace {

struct ObliviousParams {
  std::int64_t entropies = 64;

  static config::Fields<ObliviousParams> fields() {
    return {config::field("entropies", &ObliviousParams::entropies,
                          "different entropies of a connection, a power of two").range(1, 65'536)};
  }
  static void validate(const ObliviousParams& p, config::Section& section) {
    if (std::has_single_bit(static_cast<std::uint64_t>(p.entropies))) return;
    section.error(&ObliviousParams::entropies, "must be a power of two, as 64 or 128");
  }
};

class Oblivious final : public Balancer {
 public:
  Oblivious(const ObliviousParams& p, BalancerContext& c)
      : entropies_(static_cast<std::uint32_t>(p.entropies)), seed_(c.seed) {}

  std::uint32_t next() override {
    const std::uint32_t i = count_++ % entropies_;
    if (i == 0) order_ = static_cast<std::uint32_t>(mix(seed_, count_) >> 32) % entropies_;
    return i ^ order_;
  }

 private:
  std::uint32_t entropies_;
  std::uint64_t seed_;
  std::uint32_t count_ = 0, order_ = 0;
};

const config::Register<Oblivious, ObliviousParams> oblivious{
    "oblivious", "all entropies in turn, each lap in another order"};

}  // namespace
}  // namespace kasuri
