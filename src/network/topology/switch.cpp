// SPDX-License-Identifier: MIT
// One router with all endpoints: the ideal that other fabrics are compared with.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/net/topology.h"

namespace kasuri {
namespace {

struct SwitchParams {
  std::uint32_t endpoints = 0;

  static config::Fields<SwitchParams> fields() {
    return {config::field("endpoints", &SwitchParams::endpoints, "terminal ports (NICs)")
                .range(1, 32'768)
                .required()};
  }
};

class Switch final : public Topology {
 public:
  Switch(const SwitchParams& p, TopologyContext&) : endpoints_(p.endpoints) {}

  std::uint32_t routers() const override { return 1; }
  std::uint32_t degree(RouterId) const override { return 0; }
  PortRef neighbour(RouterId, std::uint32_t) const override { return {}; }
  std::uint32_t endpoints() const override { return endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId) const override { return {0}; }
  RouterId router_of(EndpointId) const override { return {0}; }
  std::vector<std::uint32_t> coordinates(RouterId) const override { return {0}; }
  std::optional<std::uint32_t> distance(RouterId, RouterId) const override { return 0; }
  std::string describe() const override { return fmt::format("switch, {} endpoints", endpoints_); }

 private:
  std::uint32_t endpoints_;
};

const config::Register<Switch, SwitchParams> single_switch{"switch",
                                                           "one router with all endpoints"};

}  // namespace
}  // namespace kasuri
