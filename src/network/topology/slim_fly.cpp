// SPDX-License-Identifier: MIT
// Slim Fly (Besta & Hoefler, "Slim Fly: a cost effective low-diameter network topology", SC 2014, section
// II-B): the graphs of McKay, Miller and Širáň (1998) in the form of Hafner (2004). For a prime power q =
// 4 w + d, d one of -1, 0 and 1, there are 2 q^2 routers of degree (3 q - d) / 2, and none is further from
// another than two channels.
//
// Routers are (0, x, y) and (1, m, c) over GF(q), with a generator g of its elements but 0:
//
//     (0, x, y) and (0, x, y') are joined if y - y' is in X,
//     (1, m, c) and (1, m, c') if c - c' is in g X,
//     (0, x, y) and (1, m, c) if y = m x + c.
//
// X: for d = 1 the even powers of g; for d = 0 those up to q - 2; for d = -1 the even powers up to 2 w - 2
// and the odd ones from 2 w - 1 to 4 w - 3.
//
// A group is (0, x, all y) and (1, m = x, all c), the rack of the paper's section VI; routers are numbered
// group by group.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/topology/family.h"
#include "network/topology/galois_field.h"
#include "network/topology/listed.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kLeastSlimQ = 3, kMostSlimQ = 256;

int slim_delta(std::uint32_t q) { return q % 4 == 3 ? -1 : static_cast<int>(q % 4); }
std::uint32_t slim_degree(std::uint32_t q) {
  return static_cast<std::uint32_t>((3 * static_cast<int>(q) - slim_delta(q)) / 2);
}

struct SlimFlyParams {
  std::uint32_t q = 0;
  std::optional<std::uint32_t> endpoints_per_router{};

  static config::Fields<SlimFlyParams> fields() {
    using P = SlimFlyParams;
    return {config::field("q", &P::q,
                          "a prime power 4 w + d, d = -1, 0, 1: 2 q^2 routers with (3 q - d) / 2 links")
                .range(kLeastSlimQ, kMostSlimQ)
                .required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router; default: half as many as it has links, "
                          "rounded up")
                .range(1, 4096)};
  }
  static void validate(const SlimFlyParams& p, config::Section& section) {
    if (prime_power(p.q)) return;
    section.error(&SlimFlyParams::q, fmt::format("{} is no power of a prime; the nearest: {}", p.q,
                                                 nearest_prime_powers(p.q, kLeastSlimQ)));
  }
  std::uint32_t endpoints() const { return endpoints_per_router.value_or((slim_degree(q) + 1) / 2); }
};

class SlimFly final : public Listed {
 public:
  SlimFly(const SlimFlyParams& p, TopologyContext&)
      : Listed(2 * p.q * p.q, p.endpoints(), edges(GaloisField(p.q))), q_(p.q) {}

  // (subgraph, x or m, y or c).
  std::vector<std::uint32_t> coordinates(RouterId r) const override {
    return {r.v / q_ % 2, r.v / (2 * q_), r.v % q_};
  }
  std::uint32_t group(RouterId r) const override { return r.v / (2 * q_); }
  std::vector<std::string> link_classes() const override { return {"local", "global"}; }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return group(neighbour(r, port).router) != group(r);
  }
  std::string_view usual_routing() const override { return "minimal"; }
  std::string describe() const override {
    return fmt::format("slim fly, q = {}: {} routers of degree {} with {} endpoints each", q_, routers(),
                       degree({0}), endpoints_per_router());
  }

 private:
  static std::vector<std::uint32_t> generators(const GaloisField& f) {
    const std::uint32_t q = f.size();
    std::vector<std::uint32_t> x;
    if (slim_delta(q) >= 0) {
      for (std::uint32_t i = 0; i + 2 <= q; i += 2) x.push_back(f.power(i));
    } else {
      const std::uint32_t w = (q + 1) / 4;
      for (std::uint32_t i = 0; i + 2 <= 2 * w; i += 2) x.push_back(f.power(i));
      for (std::uint32_t i = 2 * w - 1; i + 3 <= 4 * w; i += 2) x.push_back(f.power(i));
    }
    return x;
  }
  static std::vector<Edge> edges(const GaloisField& f) {
    const std::uint32_t q = f.size();
    const auto id = [q](std::uint32_t side, std::uint32_t x, std::uint32_t y) {
      return x * 2 * q + side * q + y;
    };
    std::vector<Edge> all;
    for (std::uint32_t g : generators(f)) {
      for (std::uint32_t side = 0; side < 2; ++side, g = f.multiply(g, f.power(1))) {
        for (std::uint32_t x = 0; x < q; ++x) {
          for (std::uint32_t y = 0; y < q; ++y) {
            const std::uint32_t other = f.add(y, g);
            // With - g a member, too, each link is found from both of its ends.
            if (y < other) all.emplace_back(id(side, x, y), id(side, x, other));
          }
        }
      }
    }
    for (std::uint32_t x = 0; x < q; ++x) {
      for (std::uint32_t m = 0; m < q; ++m) {
        for (std::uint32_t c = 0; c < q; ++c) {
          all.emplace_back(id(0, x, f.add(f.multiply(m, x), c)), id(1, m, c));
        }
      }
    }
    return all;
  }

  std::uint32_t q_;
};

const config::Register<SlimFly, SlimFlyParams> slim_fly{
    "slim-fly", "2 q^2 routers no further apart than two links (McKay-Miller-Siran graphs)"};

const Family slim_fly_sizes{"slim-fly", [](std::uint64_t endpoints) {
                     std::vector<Instance> all;
                     for (std::uint32_t q = kLeastSlimQ; q <= kMostSlimQ; ++q) {
                       if (!prime_power(q)) continue;
                       add_with_endpoints(all, endpoints, std::uint64_t{2} * q * q, slim_degree(q),
                                          (slim_degree(q) + 1) / 2, fmt::format("q = {}", q));
                     }
                     return all;
                   }};

}  // namespace
}  // namespace kasuri
