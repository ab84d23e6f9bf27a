// SPDX-License-Identifier: MIT
// Uniform random traffic: destinations drawn uniformly among all other ranks, or with `self` among all.
#include "base/config/registry.h"
#include "base/core/rng.h"
#include "workload/patterns/open_loop.h"

namespace kasuri {
namespace {

class Uniform final : public OpenLoop {
 public:
  Uniform(const OpenLoopParams& p, PatternContext& c) : OpenLoop(p, c) {}
  bool demand(std::uint32_t rank, const DemandSink& sink) const override {
    const double share = 1.0 / (ranks() - !includes_self());
    for (std::uint32_t to = 0; to < ranks(); ++to) {
      if (to != rank) sink(to, share);
    }
    return true;
  }

 private:
  std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const override {
    if (includes_self()) return static_cast<std::uint32_t>(below(bits, ranks()));
    const auto to = static_cast<std::uint32_t>(below(bits, ranks() - 1));
    return to + (to >= rank);
  }
  bool sends(std::uint32_t) const override { return true; }
};

const config::Register<Uniform, OpenLoopParams> uniform{
    "uniform", "open loop: uniform random destinations, exponential intervals"};

}  // namespace
}  // namespace kasuri
