// SPDX-License-Identifier: MIT
#include "topology/lattice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/document.h"
#include "core/check.h"

namespace kasuri {

config::Fields<LatticeParams> LatticeParams::fields() {
  using P = LatticeParams;
  return {config::field("extents", &P::extents, "routers along each dimension, x first")
              .size(1, Lattice::kMaxDimensions)
              .each(1, Lattice::kMaxRouters)
              .required(),
          config::field("endpoints_per_router", &P::endpoints_per_router,
                        "terminal ports (NICs) of each router")
              .range(1, 4096)};
}

namespace {

// The product, or more than any machine may have.
std::uint64_t capped_product(std::span<const std::uint32_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint32_t f : factors) {
    product *= f;
    if (product > Lattice::kMaxRouters) return UINT64_MAX;
  }
  return product;
}

}  // namespace

void LatticeParams::validate(const LatticeParams& p, config::Section& section) {
  const std::uint64_t routers = capped_product(p.extents);
  if (routers > Lattice::kMaxRouters) {
    section.error("extents", fmt::format("{} are too many routers; the product of the extents may "
                                         "be from 1 to {}",
                                         fmt::join(p.extents, "x"), Lattice::kMaxRouters));
  } else if (routers * p.endpoints_per_router > Lattice::kMaxRouters) {
    section.error("endpoints_per_router",
                  fmt::format("{} routers with {} endpoints each are too many endpoints; with "
                              "these extents endpoints_per_router may be from 1 to {}",
                              routers, p.endpoints_per_router, Lattice::kMaxRouters / routers));
  }
}

Lattice::Lattice(std::string_view name, Border border, const LatticeParams& p)
    : name_(name), endpoints_per_router_(p.endpoints_per_router) {
  check(!p.extents.empty() && p.extents.size() <= kMaxDimensions,
        "a lattice has 1 to 8 dimensions");
  check(capped_product(p.extents) <= kMaxRouters, "router ids have 30 bits");
  for (const std::uint32_t extent : p.extents) {
    check(extent >= 1, "an extent is at least 1");
    const bool ring = border == Border::wrapped && extent >= 3;
    if (ring) ring_slots_ |= 3u << 2 * dimensions_.size();
    dimensions_.push_back({.extent = extent, .stride = routers_, .ring = ring});
    routers_ *= extent;
  }
}

RouterId Lattice::router_at(std::span<const std::uint32_t> x) const {
  check(x.size() == dimensions_.size(), "a position has a coordinate for each dimension");
  std::uint32_t r = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    check(x[d] < dimensions_[d].extent, "a coordinate lies within its extent");
    r += x[d] * dimensions_[d].stride;
  }
  return {r};
}

std::vector<std::uint32_t> Lattice::coordinates(RouterId r) const {
  std::vector<std::uint32_t> x;
  for (const Dimension& d : dimensions_) x.push_back(coordinate(r, d));
  return x;
}

std::uint32_t Lattice::slots(RouterId r) const {
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

std::uint32_t Lattice::slot_of(std::uint32_t slots, std::uint32_t port) const {
  debug_check(port < static_cast<std::uint32_t>(std::popcount(slots)), "the port exists");
  for (; port > 0; --port) slots &= slots - 1;
  return static_cast<std::uint32_t>(std::countr_zero(slots));
}

PortRef Lattice::neighbour(RouterId r, std::uint32_t port) const {
  const std::uint32_t slot = slot_of(slots(r), port);
  const Dimension& d = dimensions_[slot / 2];
  const std::uint32_t x = coordinate(r, d);
  const std::uint32_t around = (d.extent - 1) * d.stride;
  const bool forward = slot % 2 == 0;
  RouterId next = r;
  if (forward) {
    next.v = x + 1 < d.extent ? r.v + d.stride : r.v - around;
  } else {
    next.v = x > 0 ? r.v - d.stride : r.v + around;
  }
  return {next, static_cast<std::uint16_t>(port_of(slots(next), slot ^ 1))};
}

std::optional<std::uint32_t> Lattice::distance(RouterId a, RouterId b) const {
  std::uint32_t hops = 0;
  for (const Dimension& d : dimensions_) {
    const std::uint32_t x = coordinate(a, d), y = coordinate(b, d);
    const std::uint32_t apart = x < y ? y - x : x - y;
    hops += d.ring ? std::min(apart, d.extent - apart) : apart;
  }
  return hops;
}

std::uint32_t Lattice::diameter() const {
  std::uint32_t hops = 0;
  for (const Dimension& d : dimensions_) hops += d.ring ? d.extent / 2 : d.extent - 1;
  return hops;
}

// Over all n² pairs of points, a line of n has distances Σ|x − y| = n (n² − 1) / 3 and a ring n
// times floor(n² / 4). Dimensions are independent, so their means add up; leaving out pairs of a
// router with itself scales the sum by N / (N − 1).
double Lattice::mean_distance() const {
  if (routers_ == 1) return 0;
  double mean = 0;
  for (const Dimension& d : dimensions_) {
    const double n = d.extent;
    mean += d.ring ? static_cast<double>(std::uint64_t{d.extent} * d.extent / 4) / n
                   : (n * n - 1) / (3 * n);
  }
  return mean * routers_ / (routers_ - 1.0);
}

std::vector<std::string> Lattice::link_classes() const {
  static constexpr std::string_view kNames = "xyzabcde";
  std::vector<std::string> names;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) names.emplace_back(1, kNames[d]);
  return names;
}

std::uint32_t Lattice::link_class(RouterId r, std::uint32_t port) const {
  return slot_of(slots(r), port) / 2;
}

std::string Lattice::describe() const {
  std::string text = name_ + " ";
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    text += fmt::format("{}{}", d ? "x" : "", dimensions_[d].extent);
  }
  if (endpoints_per_router_ > 1) {
    text += fmt::format(", {} endpoints per router", endpoints_per_router_);
  }
  return text;
}

}  // namespace kasuri
