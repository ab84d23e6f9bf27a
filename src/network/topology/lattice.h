// SPDX-License-Identifier: MIT
// Routers at the integer points of a box: k-ary n-meshes and n-cubes (Dally & Towles, Principles
// and Practices of Interconnection Networks, ch. 5). What "mesh" and "torus" share, and what
// routing on either needs to know.
//
// Router r stands at (x_0, x_1, …), x_0 fastest: r = Σ x_d · stride_d. A dimension is a ring if it
// wraps around and has at least three routers; with two, the wrap-around link would double the
// only link, so a torus has one pair there, like a mesh.
//
// A router has two *slots* a dimension: 2d towards greater x_d, 2d + 1 towards smaller. Its ports
// are those slots in which a channel exists, in this order: everywhere both for a ring, but one
// each at the ends of an open dimension, none where there is one router. In a dimension of width w
// a slot holds w parallel channels and as many ports, one after the other. The input port of a
// channel is the same one of the slot that faces its sender.
#pragma once

#include <bit>
#include <span>

#include "base/config/fields.h"
#include "network/net/topology.h"

namespace kasuri {

struct LatticeParams {
  std::vector<std::uint32_t> extents;
  std::uint32_t endpoints_per_router = 1;
  std::vector<std::uint32_t> widths{};

  static config::Fields<LatticeParams> fields();
  static void validate(const LatticeParams&, config::Section&);
};

// More routers or endpoints than Lattice::kMaxRouters cannot be numbered: a diagnostic at `key` or at
// endpoints_per_router. Returns whether all is well.
bool lattice_fits(std::span<const std::uint32_t> extents, std::uint32_t endpoints_per_router,
                  std::string_view key, config::Section&);

class Lattice : public Topology {
 public:
  static constexpr std::uint32_t kMaxDimensions = 8;
  static constexpr std::uint32_t kMaxWidth = 16;
  static constexpr std::uint32_t kMaxRouters = (1u << 30) - 1;  // as many as there are sender ids

  struct Dimension {
    std::uint32_t extent;
    std::uint32_t stride;
    bool ring;
    std::uint32_t width;
  };

  std::span<const Dimension> dimensions() const { return dimensions_; }
  std::uint32_t coordinate(RouterId r, const Dimension& d) const {
    return r.v / d.stride % d.extent;
  }
  // The inverse of coordinates().
  RouterId router_at(std::span<const std::uint32_t> coordinates) const;

  // The slots of a router that hold channels, as a set of bits; and the first port of one of them.
  std::uint32_t slots(RouterId r) const {
    std::uint32_t slots = ring_slots_;
    for (std::uint32_t i = 0; i < dimensions_.size(); ++i) {
      const Dimension& d = dimensions_[i];
      if (d.ring || d.extent == 1) continue;
      const std::uint32_t x = coordinate(r, d);
      if (x + 1 < d.extent) slots |= 1u << 2 * i;
      if (x > 0) slots |= 2u << 2 * i;
    }
    return slots;
  }
  std::uint32_t port_of(std::uint32_t slots, std::uint32_t slot) const {
    const std::uint32_t below = slots & ((1u << slot) - 1);
    if (!wide_) return static_cast<std::uint32_t>(std::popcount(below));
    return ports_of(below);
  }

  // The axes that jobs see, each of one dimension or more: those after the first are within its steps.
  virtual std::vector<std::vector<std::uint32_t>> folded_axes() const;

  std::uint32_t diameter() const;
  // Over ordered pairs of different routers.
  double mean_distance() const;

  std::uint32_t routers() const override { return routers_; }
  std::uint32_t degree(RouterId r) const override {
    const std::uint32_t s = slots(r);
    return wide_ ? ports_of(s) : static_cast<std::uint32_t>(std::popcount(s));
  }
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return routers_ * endpoints_per_router_; }
  std::uint32_t endpoints_at(RouterId) const override { return endpoints_per_router_; }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * endpoints_per_router_}; }
  RouterId router_of(EndpointId e) const override { return {e.v / endpoints_per_router_}; }
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  // Planes of the last dimension that has more than one.
  std::uint32_t group(RouterId) const override;
  std::optional<std::uint32_t> distance(RouterId, RouterId) const override;
  // One class a dimension: "x", "y", "z", "a", …, if not named otherwise.
  std::vector<std::string> link_classes() const override;
  std::uint32_t link_class(RouterId, std::uint32_t port) const override;
  std::string_view usual_routing() const override { return "dimension-order"; }
  std::string describe() const override;

 protected:
  // What one dimension is made of.
  struct Axis {
    std::uint32_t extent;
    bool wrapped;
    std::uint32_t width = 1;
    std::string link_class{};
  };
  enum class Border { open, wrapped };
  Lattice(std::string_view kind, Border, const LatticeParams&);
  Lattice(std::string_view kind, std::span<const Axis>, std::uint32_t endpoints_per_router);

 private:
  struct Place {
    std::uint32_t slot;
    std::uint32_t lane;  // of the parallel channels
  };
  Place place_of(std::uint32_t slots, std::uint32_t port) const;
  std::uint32_t ports_of(std::uint32_t slots) const;

  std::string kind_;
  std::vector<Dimension> dimensions_;
  std::vector<std::string> classes_;
  std::uint32_t ring_slots_ = 0;  // those that every router has
  bool wide_ = false;             // whether there are parallel channels
  std::uint32_t routers_ = 1;
  std::uint32_t endpoints_per_router_;
};

}  // namespace kasuri
