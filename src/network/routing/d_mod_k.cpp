// SPDX-License-Identifier: MIT
// D-mod-K routing on trees: up to the parent that the destination's number says, so that all
// packets to one endpoint meet at the same switches, and packets to neighbours in the order of
// endpoints spread over all links. On full trees every shift permutation then has each link to
// itself (Zahavi, Johnson, Kerbyson & Lang, "Optimized InfiniBand fat-tree routing for shift
// all-to-all communication patterns", 2010).

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/routing/up_down.h"

namespace kasuri {
namespace {

class DModK final : public UpDown {
 public:
  DModK(const config::NoParams&, RoutingContext& context)
      : UpDown("d-mod-k", context, Divisors::of_parents), endpoints_(tree().children(1)) {}

  // The path is the number of the destination at its leaf switch.
  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return step(input.at, target, std::uint64_t{target.v} * endpoints_ + input.path);
  }
  std::uint32_t paths() const override { return endpoints_; }
  Spread spread() const override { return Spread::by_destination; }
  std::string describe() const override { return "up and down, parents by destination (D-mod-K)"; }

 private:
  std::uint32_t endpoints_;
};

const config::Register<DModK> d_mod_k{
    "d-mod-k", "trees: up by the destination's number, then down (D-mod-k, deterministic)"};

}  // namespace
}  // namespace kasuri
