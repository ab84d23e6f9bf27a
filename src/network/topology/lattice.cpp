// SPDX-License-Identifier: MIT
#include "network/topology/lattice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/core/check.h"

namespace kasuri {

config::Fields<LatticeParams> LatticeParams::fields() {
  using P = LatticeParams;
  return {config::field("extents", &P::extents, "routers along each dimension, x first")
              .size(1, Lattice::kMaxDimensions)
              .each(1, Lattice::kMaxRouters)
              .required(),
          config::field("endpoints_per_router", &P::endpoints_per_router,
                        "terminal ports (NICs) of each router")
              .range(1, 4096),
          config::field("widths", &P::widths,
                        "parallel links to each neighbour, per dimension; empty: 1 everywhere")
              .size(0, Lattice::kMaxDimensions)
              .each(1, Lattice::kMaxWidth)};
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

bool lattice_fits(std::span<const std::uint32_t> extents, std::uint32_t endpoints_per_router,
                  std::string_view key, config::Section& section) {
  const std::uint64_t routers = capped_product(extents);
  if (routers > Lattice::kMaxRouters) {
    section.error(key, fmt::format("{} are too many routers; the product of the extents may "
                                   "be from 1 to {}",
                                   fmt::join(extents, "x"), Lattice::kMaxRouters));
    return false;
  }
  if (routers * endpoints_per_router > Lattice::kMaxRouters) {
    section.error("endpoints_per_router",
                  fmt::format("{} routers with {} endpoints each are too many endpoints; with "
                              "these extents endpoints_per_router may be from 1 to {}",
                              routers, endpoints_per_router, Lattice::kMaxRouters / routers));
    return false;
  }
  return true;
}

void LatticeParams::validate(const LatticeParams& p, config::Section& section) {
  if (!lattice_fits(p.extents, p.endpoints_per_router, "extents", section)) return;
  if (!p.widths.empty() && p.widths.size() != p.extents.size()) {
    section.error(&LatticeParams::widths,
                  fmt::format("there are {} widths for {} dimensions; give one for each, or none",
                              p.widths.size(), p.extents.size()));
  }
}

Lattice::Lattice(std::string_view kind, Border border, const LatticeParams& p)
    : Lattice(kind,
              [&] {
                std::vector<Axis> axes;
                for (std::size_t d = 0; d < p.extents.size(); ++d) {
                  axes.push_back({.extent = p.extents[d],
                                  .wrapped = border == Border::wrapped,
                                  .width = p.widths.empty() ? 1 : p.widths.at(d),
                                  .link_class = {}});
                }
                return axes;
              }(),
              p.endpoints_per_router) {}

Lattice::Lattice(std::string_view kind, std::span<const Axis> axes,
                 std::uint32_t endpoints_per_router)
    : kind_(kind), endpoints_per_router_(endpoints_per_router) {
  static constexpr std::string_view kNames = "xyzabcde";
  check(!axes.empty() && axes.size() <= kMaxDimensions, "a lattice has 1 to 8 dimensions");
  std::uint64_t routers = 1;
  for (const Axis& axis : axes) {
    check(axis.extent >= 1 && axis.width >= 1, "an extent and a width are at least 1");
    const bool ring = axis.wrapped && axis.extent >= 3;
    if (ring) ring_slots_ |= 3u << 2 * dimensions_.size();
    wide_ |= axis.width > 1;
    classes_.push_back(axis.link_class.empty() ? std::string(1, kNames[dimensions_.size()])
                                               : axis.link_class);
    dimensions_.push_back({.extent = axis.extent,
                           .stride = static_cast<std::uint32_t>(routers),
                           .ring = ring,
                           .width = axis.width});
    routers *= axis.extent;
    check(routers <= kMaxRouters, "router ids have 30 bits");
  }
  routers_ = static_cast<std::uint32_t>(routers);
}

RouterId Lattice::router_at(std::span<const std::uint32_t> x) const {
  check(x.size() == dimensions_.size(), "a position has a coordinate for each dimension");
  std::uint32_t r = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    check(x[d] < dimensions_[d].extent, "a coordinate is less than its extent");
    r += x[d] * dimensions_[d].stride;
  }
  return {r};
}

std::uint32_t Lattice::group(RouterId r) const {
  for (std::size_t d = dimensions_.size(); d-- > 0;) {
    if (dimensions_[d].extent > 1) return coordinate(r, dimensions_[d]);
  }
  return 0;
}

std::vector<std::uint32_t> Lattice::coordinates(RouterId r) const {
  std::vector<std::uint32_t> x;
  for (const Dimension& d : dimensions_) x.push_back(coordinate(r, d));
  return x;
}

std::uint32_t Lattice::ports_of(std::uint32_t slots) const {
  std::uint32_t ports = 0;
  for (; slots; slots &= slots - 1) {
    ports += dimensions_[static_cast<std::size_t>(std::countr_zero(slots)) / 2].width;
  }
  return ports;
}

Lattice::Place Lattice::place_of(std::uint32_t slots, std::uint32_t port) const {
  for (;; slots &= slots - 1) {
    debug_check(slots, "the port exists");
    const auto slot = static_cast<std::uint32_t>(std::countr_zero(slots));
    const std::uint32_t width = dimensions_[slot / 2].width;
    if (port < width) return {slot, port};
    port -= width;
  }
}

PortRef Lattice::neighbour(RouterId r, std::uint32_t port) const {
  const auto [slot, lane] = place_of(slots(r), port);
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
  return {next, static_cast<std::uint16_t>(port_of(slots(next), slot ^ 1) + lane)};
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

std::vector<std::vector<std::uint32_t>> Lattice::folded_axes() const {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint32_t d = 0; d < dimensions_.size(); ++d) all.push_back({d});
  return all;
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

std::vector<std::string> Lattice::link_classes() const { return classes_; }

std::uint32_t Lattice::link_class(RouterId r, std::uint32_t port) const {
  return place_of(slots(r), port).slot / 2;
}

std::string Lattice::describe() const {
  std::string text = kind_ + " ";
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    text += fmt::format("{}{}", d ? "x" : "", dimensions_[d].extent);
  }
  if (wide_) {
    text += ", widths ";
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      text += fmt::format("{}{}", d ? "," : "", dimensions_[d].width);
    }
  }
  if (endpoints_per_router_ > 1) {
    text += fmt::format(", {} endpoints per router", endpoints_per_router_);
  }
  return text;
}

}  // namespace kasuri
