// SPDX-License-Identifier: MIT
// HyperX (Ahn, Binkert, Davis, McLaren & Schreiber, "HyperX: topology, routing, and packaging of efficient
// large-scale networks", SC 2009): routers are the points of a grid, and two that differ in one coordinate
// are joined, in dimension i by K_i links. With T endpoints a router has sum of K_i (S_i - 1) + T ports.
// One dimension is a full mesh; equal extents make a flattened butterfly (Kim, Dally & Abts, ISCA 2007);
// extents of 2 a hypercube.
//
// Ports: the first dimension's, then the second's …; within one, the other routers of the row in order, the
// parallel links to one of them together.
#pragma once

#include <vector>

#include "network/net/topology.h"

namespace kasuri {

class HyperX : public Topology {
 public:
  static constexpr std::size_t kMostDimensions = 24;
  static constexpr std::uint32_t kMostDegree = 4096;
  static constexpr std::uint64_t kMostIds = (1u << 30) - 1;

  struct Dimension {
    std::uint32_t extent, width;
    std::uint32_t stride = 1;      // between routers
    std::uint32_t first_port = 0;
  };

  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(dimensions_.size()); }
  const Dimension& dimension(std::uint32_t d) const { return dimensions_[d]; }
  std::uint32_t coordinate(RouterId r, std::uint32_t d) const {
    return r.v / dimensions_[d].stride % dimensions_[d].extent;
  }
  // The dimension of a port.
  std::uint32_t dimension_of(std::uint32_t port) const { return of_port_[port]; }
  // The port from a router to the one with coordinate `to` in a dimension, over the lane-th link.
  std::uint16_t port_to(RouterId r, std::uint32_t d, std::uint32_t to, std::uint32_t lane) const {
    const std::uint32_t own = coordinate(r, d);
    return static_cast<std::uint16_t>(dimensions_[d].first_port +
                                      (to < own ? to : to - 1) * dimensions_[d].width +
                                      lane % dimensions_[d].width);
  }
  std::uint32_t most_width() const { return most_width_; }
  // Dimensions with more than one router in which two differ: their distance.
  std::uint32_t differing(RouterId, RouterId) const;
  std::uint32_t diameter() const;

  std::uint32_t routers() const override { return routers_; }
  std::uint32_t degree(RouterId) const override { return degree_; }
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return routers_ * endpoints_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_}; }
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  // Planes of the last dimension that has more than one.
  std::uint32_t group(RouterId) const override;
  std::optional<std::uint32_t> distance(RouterId a, RouterId b) const override {
    return differing(a, b);
  }
  // One class a dimension: "x", "y", "z", "d3", …
  std::vector<std::string> link_classes() const override;
  std::uint32_t link_class(RouterId, std::uint32_t port) const override { return of_port_[port]; }
  std::string_view usual_routing() const override { return "dimension-order"; }
  std::string describe() const override;

 protected:
  HyperX(std::string_view kind, const std::vector<std::uint32_t>& extents,
         const std::vector<std::uint32_t>& widths, std::uint32_t endpoints_per_router);

 private:
  std::string kind_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint8_t> of_port_;
  std::uint32_t routers_ = 1, degree_ = 0, endpoints_, most_width_ = 1;
};

}  // namespace kasuri
