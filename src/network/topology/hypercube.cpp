// SPDX-License-Identifier: MIT
// Hypercube: 2^n routers; two are joined if their numbers differ in one bit (Seitz, "The Cosmic Cube", CACM
// 28(1), 1985). It is the HyperX with n dimensions of two.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/family.h"
#include "network/topology/hyperx.h"

namespace kasuri {
namespace {

struct HypercubeParams {
  std::uint32_t dimensions = 0;
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<HypercubeParams> fields() {
    using P = HypercubeParams;
    return {config::field("dimensions", &P::dimensions, "n: there are 2^n routers with n links each")
                .range(1, HyperX::kMostDimensions)
                .required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096)};
  }
  static void validate(const HypercubeParams& p, config::Section& section) {
    if ((std::uint64_t{p.endpoints_per_router} << p.dimensions) <= HyperX::kMostIds) return;
    section.error(&HypercubeParams::endpoints_per_router,
                  fmt::format("2^{} routers with {} endpoints each are too many; at most {} each",
                              p.dimensions, p.endpoints_per_router, HyperX::kMostIds >> p.dimensions));
  }
};

class Hypercube final : public HyperX {
 public:
  Hypercube(const HypercubeParams& p, TopologyContext&)
      : HyperX("hypercube", std::vector<std::uint32_t>(p.dimensions, 2), {}, p.endpoints_per_router) {}
};

const config::Register<Hypercube, HypercubeParams> hypercube{
    "hypercube", "2^n routers, joined if their numbers differ in one bit"};

const Family hypercube_sizes{"hypercube", [](std::uint64_t endpoints) {
                     std::vector<Instance> all;
                     for (std::uint32_t n = 1; n <= HyperX::kMostDimensions; ++n) {
                       if (std::uint64_t{1} << n > endpoints * 2) break;
                       add_with_endpoints(all, endpoints, std::uint64_t{1} << n, n, (n + 2) / 3,
                                          fmt::format("dimensions = {}", n));
                     }
                     return all;
                   }};

}  // namespace
}  // namespace kasuri
