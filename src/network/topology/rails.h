// SPDX-License-Identifier: MIT
// See rails.cpp.
#pragma once

#include <fmt/format.h>

#include <memory>

#include "base/config/registry.h"
#include "network/net/topology.h"

namespace kasuri {

struct RailsParams {
  std::uint32_t planes = 2;
  config::Choice<Topology> plane;

  static config::Fields<RailsParams> fields();
};

class Rails final : public Topology {
 public:
  Rails(const RailsParams&, TopologyContext&);

  std::uint32_t planes() const override { return planes_; }
  const Topology& plane() const { return *plane_; }

  std::uint32_t routers() const override { return plane_->routers(); }
  std::uint32_t degree(RouterId r) const override { return plane_->degree(r) * planes_; }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    const std::uint32_t own = plane_->degree(r);
    const PortRef there = plane_->neighbour(r, port % own);
    const std::uint32_t first = port / own * plane_->degree(there.router);
    return {there.router, static_cast<std::uint16_t>(first + there.port)};
  }
  std::uint32_t endpoints() const override { return plane_->endpoints() * planes_; }
  std::uint32_t endpoints_at(RouterId r) const override { return plane_->endpoints_at(r) * planes_; }
  EndpointId first_endpoint(RouterId r) const override {
    return {plane_->first_endpoint(r).v * planes_};
  }
  RouterId router_of(EndpointId e) const override { return plane_->router_of({e.v / planes_}); }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return plane_->coordinates(r); }
  std::uint32_t group(RouterId r) const override { return plane_->group(r); }
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override {
    return plane_->distance(a, b);
  }
  std::vector<std::string> link_classes() const override { return plane_->link_classes(); }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return plane_->link_class(r, port % plane_->degree(r));
  }
  LinkFacts link_facts(std::uint32_t c) const override { return plane_->link_facts(c); }
  bool has_power() const override { return plane_->has_power(); }
  double bit_energy(RouterId r, std::uint32_t output) const override {
    const std::uint32_t own = plane_->degree(r);
    return plane_->bit_energy(r, output < degree(r) ? output % own : own);
  }
  double static_power(RouterId r) const override { return planes_ * plane_->static_power(r); }
  std::string_view usual_routing() const override { return "rails"; }
  std::string name(RouterId r) const override { return plane_->name(r); }
  std::string describe() const override {
    return fmt::format("{} planes of {}", planes_, plane_->describe());
  }

 private:
  std::uint32_t planes_;
  std::unique_ptr<Topology> plane_;
};

}  // namespace kasuri
