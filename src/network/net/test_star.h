// SPDX-License-Identifier: MIT
// For tests: router 0 with `leaves` links, one to each of the routers 1, 2, …, and
// `centre_endpoints` NICs of its own; each leaf has one NIC. With a routing that knows the only way.
#pragma once

#include <string>
#include <vector>

#include "network/net/routing.h"
#include "network/net/topology.h"

namespace kasuri {

class TestStar final : public Topology {
 public:
  TestStar(std::uint32_t leaves, std::uint32_t centre_endpoints)
      : leaves_(leaves), centre_endpoints_(centre_endpoints) {}

  std::uint32_t routers() const override { return leaves_ + 1; }
  std::uint32_t degree(RouterId r) const override { return r.v == 0 ? leaves_ : 1; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    if (r.v == 0) return {{port + 1}, 0};
    return {{0}, static_cast<std::uint16_t>(r.v - 1)};
  }
  std::uint32_t endpoints() const override { return centre_endpoints_ + leaves_; }
  std::uint32_t endpoints_at(RouterId r) const override { return r.v == 0 ? centre_endpoints_ : 1; }
  EndpointId first_endpoint(RouterId r) const override {
    return {r.v == 0 ? 0 : centre_endpoints_ + r.v - 1};
  }
  RouterId router_of(EndpointId e) const override {
    return {e.v < centre_endpoints_ ? 0 : e.v - centre_endpoints_ + 1};
  }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::string describe() const override { return "star"; }

 private:
  std::uint32_t leaves_;
  std::uint32_t centre_endpoints_;
};

class TestStarRouting final : public Routing {
 public:
  explicit TestStarRouting(std::uint32_t vcs)
      : vc_mask(vcs == 32 ? ~0u : (std::uint32_t{1} << vcs) - 1) {}

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    if (input.at.v != 0) return {0, vc_mask};
    return {static_cast<std::uint16_t>(target.v - 1), vc_mask};
  }
  std::string describe() const override { return "the only way"; }

  std::uint32_t vc_mask;
};

}  // namespace kasuri
