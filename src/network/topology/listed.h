// SPDX-License-Identifier: MIT
// A topology whose links are listed: routers with equally many endpoints, joined as a rule or a random
// draw says. Ports are in the order of the routers that they lead to.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

class Listed : public Topology {
 public:
  static constexpr std::uint64_t kMostIds = (1u << 30) - 1;   // of routers, and of endpoints
  static constexpr std::uint64_t kMostChannels = 50'000'000;  // what lists are made for

  std::uint32_t routers() const override { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t degree(RouterId r) const override {
    return static_cast<std::uint32_t>(first_[r.v + 1] - first_[r.v]);
  }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    return channels_[first_[r.v] + port];
  }
  std::uint32_t endpoints() const override { return routers() * endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_}; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }

 protected:
  using Edge = std::pair<std::uint32_t, std::uint32_t>;  // two routers, both directions

  // No router is joined to itself.
  Listed(std::uint32_t routers, std::uint32_t endpoints_per_router, const std::vector<Edge>&);
  std::uint32_t endpoints_per_router() const { return endpoints_; }

 private:
  std::vector<std::size_t> first_;  // of each router's channels
  std::vector<PortRef> channels_;
  std::uint32_t endpoints_;
};

}  // namespace kasuri
