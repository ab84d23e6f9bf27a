// SPDX-License-Identifier: MIT
// Full mesh: every router has links to every other. Ports lead to the other routers in order, the
// parallel links to one of them together.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/net/topology.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMaxDegree = 4096;

struct FullMeshParams {
  std::uint32_t routers = 0;
  std::uint32_t endpoints_per_router = 1;
  std::uint32_t parallel = 1;

  static config::Fields<FullMeshParams> fields() {
    using P = FullMeshParams;
    return {config::field("routers", &P::routers, "number of routers")
                .range(1, kMaxDegree + 1)
                .required(),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096),
            config::field("parallel", &P::parallel, "links between each pair of routers")
                .range(1, kMaxDegree)};
  }

  static void validate(const FullMeshParams& p, config::Section& section) {
    if (std::uint64_t{p.routers - 1} * p.parallel <= kMaxDegree) return;
    section.error(&FullMeshParams::parallel,
                  fmt::format("{} links to each of {} routers are more than the {} ports "
                              "that a router may have; at most {}",
                              p.parallel, p.routers - 1, kMaxDegree, kMaxDegree / (p.routers - 1)));
  }
};

class FullMesh final : public Topology {
 public:
  FullMesh(const FullMeshParams& p, TopologyContext&)
      : routers_(p.routers), endpoints_(p.endpoints_per_router), parallel_(p.parallel) {}

  std::uint32_t routers() const override { return routers_; }
  std::uint32_t degree(RouterId) const override { return (routers_ - 1) * parallel_; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    const std::uint32_t i = port / parallel_;
    const std::uint32_t to = i < r.v ? i : i + 1;
    const std::uint32_t back = r.v < to ? r.v : r.v - 1;
    return {{to}, static_cast<std::uint16_t>(back * parallel_ + port % parallel_)};
  }
  std::uint32_t endpoints() const override { return routers_ * endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override { return a != b; }
  std::string describe() const override {
    return fmt::format("full mesh of {} routers, {} endpoints each{}", routers_, endpoints_,
                       parallel_ > 1 ? fmt::format(", {} links to each other", parallel_) : "");
  }

 private:
  std::uint32_t routers_, endpoints_, parallel_;
};

const config::Register<FullMesh, FullMeshParams> full_mesh{"full-mesh",
                                                           "every router connected to every other router"};

}  // namespace
}  // namespace kasuri
