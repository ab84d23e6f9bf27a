// SPDX-License-Identifier: MIT
// Shuffle-exchange network (Stone, "Parallel Processing with the Perfect Shuffle", IEEE Trans.
// Computers C-20(2), 1971): 2^n routers with numbers of n bits. The shuffle channel leads to the
// number rotated left by one bit, the exchange channel to the one with bit 0 flipped. Shuffle
// channels go one way; 00…0 and 11…1 have none, since they would lead back.

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/net/topology.h"

namespace kasuri {
namespace {

struct ShuffleExchangeParams {
  std::uint32_t bits = 0;
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<ShuffleExchangeParams> fields() {
    using P = ShuffleExchangeParams;
    return {config::field("bits", &P::bits, "n: there are 2^n routers").range(2, 29).required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096)};
  }

  static void validate(const ShuffleExchangeParams& p, config::Section& section) {
    constexpr std::uint64_t kMost = (1u << 30) - 1;
    if ((std::uint64_t{p.endpoints_per_router} << p.bits) <= kMost) return;
    section.error(&ShuffleExchangeParams::endpoints_per_router,
                  fmt::format("2^{} routers with {} endpoints each are too many; at most {} each",
                              p.bits, p.endpoints_per_router, kMost >> p.bits));
  }
};

class ShuffleExchange final : public Topology {
 public:
  static constexpr std::uint16_t kExchange = 0, kShuffle = 1;

  ShuffleExchange(const ShuffleExchangeParams& p, TopologyContext&)
      : bits_(p.bits), endpoints_(p.endpoints_per_router), ones_((1u << p.bits) - 1) {}

  std::uint32_t routers() const override { return ones_ + 1; }
  std::uint32_t degree(RouterId r) const override { return r.v == 0 || r.v == ones_ ? 1 : 2; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    if (port == kExchange) return {{r.v ^ 1}, kExchange};
    return {{shuffled(r.v)}, kShuffle};
  }
  std::uint32_t endpoints() const override { return routers() * endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }

  // With s shuffles on the way, bit i of `a` ends at place i + s; a bit can be flipped whenever it
  // is at place 0, which all bits are once n − 1 shuffles have been made. More than 2n − 2 never
  // help.
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override {
    std::uint32_t best = UINT32_MAX, turned = a.v;
    for (std::uint32_t s = 0; s <= 2 * bits_ - 2; ++s) {
      const std::uint32_t visited = s + 1 < bits_ ? (1u << (s + 1)) - 1 : ones_;
      const std::uint32_t wrong = turned ^ b.v;
      if ((wrong & ~visited) == 0) {
        best = std::min(best, s + static_cast<std::uint32_t>(std::popcount(wrong)));
      }
      turned = shuffled(turned);
    }
    return best;
  }
  std::vector<std::string> link_classes() const override { return {"exchange", "shuffle"}; }
  std::uint32_t link_class(RouterId, std::uint32_t port) const override { return port; }
  std::string name(RouterId r) const override { return fmt::format("({:0{}b})", r.v, bits_); }
  std::string describe() const override {
    return fmt::format("shuffle-exchange network of {} routers{}", routers(),
                       endpoints_ > 1 ? fmt::format(", {} endpoints per router", endpoints_) : "");
  }

 private:
  std::uint32_t shuffled(std::uint32_t x) const { return (x << 1 & ones_) | x >> (bits_ - 1); }

  std::uint32_t bits_, endpoints_, ones_;
};

const config::Register<ShuffleExchange, ShuffleExchangeParams> shuffle_exchange{
    "shuffle-exchange", "2^n routers, connected by one-way shuffle links and by exchange links"};

}  // namespace
}  // namespace kasuri
