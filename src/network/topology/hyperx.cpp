// SPDX-License-Identifier: MIT
#include "network/topology/hyperx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/topology/family.h"

namespace kasuri {

HyperX::HyperX(std::string_view kind, const std::vector<std::uint32_t>& extents,
               const std::vector<std::uint32_t>& widths, std::uint32_t endpoints_per_router)
    : kind_(kind), endpoints_(endpoints_per_router) {
  check(extents.size() <= kMostDimensions, "a HyperX has up to 24 dimensions");
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const std::uint32_t width = widths.empty() ? 1 : widths[d];
    dimensions_.push_back({extents[d], width, routers_, degree_});
    routers_ *= extents[d];
    degree_ += (extents[d] - 1) * width;
    of_port_.resize(degree_, static_cast<std::uint8_t>(d));
    most_width_ = std::max(most_width_, width);
  }
}

PortRef HyperX::neighbour(RouterId r, std::uint32_t port) const {
  const std::uint32_t d = of_port_[port];
  const Dimension& dim = dimensions_[d];
  const std::uint32_t slot = (port - dim.first_port) / dim.width, own = coordinate(r, d);
  const std::uint32_t to = slot < own ? slot : slot + 1;
  const RouterId there{r.v - own * dim.stride + to * dim.stride};
  return {there, port_to(there, d, own, (port - dim.first_port) % dim.width)};
}

std::uint32_t HyperX::differing(RouterId a, RouterId b) const {
  std::uint32_t n = 0;
  for (std::uint32_t d = 0; d < dimensions(); ++d) n += coordinate(a, d) != coordinate(b, d);
  return n;
}

std::uint32_t HyperX::diameter() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(dimensions_, [](const Dimension& d) { return d.extent > 1; }));
}

std::vector<std::uint32_t> HyperX::coordinates(RouterId r) const {
  std::vector<std::uint32_t> at;
  for (std::uint32_t d = 0; d < dimensions(); ++d) at.push_back(coordinate(r, d));
  return at;
}

std::uint32_t HyperX::group(RouterId r) const {
  for (std::uint32_t d = dimensions(); d-- > 0;) {
    if (dimensions_[d].extent > 1) return coordinate(r, d);
  }
  return 0;
}

std::vector<std::string> HyperX::link_classes() const {
  std::vector<std::string> names{"x", "y", "z"};
  names.resize(std::min<std::size_t>(3, dimensions_.size()));
  for (std::size_t d = 3; d < dimensions_.size(); ++d) names.push_back(fmt::format("d{}", d));
  return names;
}

std::string HyperX::describe() const {
  std::vector<std::uint32_t> extents, widths;
  for (const Dimension& d : dimensions_) {
    extents.push_back(d.extent);
    widths.push_back(d.width);
  }
  std::string text = kind_ == "hypercube"
                         ? fmt::format("hypercube of {} dimensions", extents.size())
                         : fmt::format("{} {}", kind_, fmt::join(extents, "x"));
  if (most_width_ > 1) text += fmt::format(" with {} parallel links", fmt::join(widths, ","));
  return endpoints_ == 1 ? text : text + fmt::format(", {} endpoints each", endpoints_);
}

namespace {

struct HyperXParams {
  std::vector<std::uint32_t> extents;
  std::vector<std::uint32_t> widths;
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<HyperXParams> fields() {
    using P = HyperXParams;
    return {config::field("extents", &P::extents, "routers along each dimension")
                .size(1, HyperX::kMostDimensions)
                .each(1, HyperX::kMostDegree + 1)
                .required(),
            config::field("widths", &P::widths,
                          "parallel links between two routers, per dimension; empty: 1 everywhere")
                .size(0, HyperX::kMostDimensions)
                .each(1, HyperX::kMostDegree),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096)};
  }

  static void validate(const HyperXParams& p, config::Section& section) {
    if (!p.widths.empty() && p.widths.size() != p.extents.size()) {
      section.error(&HyperXParams::widths,
                    fmt::format("'widths' has {} values; {} dimensions need as many", p.widths.size(),
                                p.extents.size()));
      return;
    }
    std::uint64_t routers = 1, degree = 0;
    for (std::size_t d = 0; d < p.extents.size(); ++d) {
      const std::uint64_t width = p.widths.empty() ? 1 : p.widths[d], others = p.extents[d] - 1;
      if (degree + others * width > HyperX::kMostDegree) {
        const std::uint64_t left = HyperX::kMostDegree - degree;
        section.error(&HyperXParams::extents,
                      fmt::format("dimension {} takes a router beyond the {} links that it may have; the "
                                  "nearest extent: {}",
                                  d, HyperX::kMostDegree, left / width + 1));
        return;
      }
      degree += others * width;
      routers *= p.extents[d];
      if (routers * p.endpoints_per_router > HyperX::kMostIds) {
        section.error(&HyperXParams::extents,
                      fmt::format("more than the {} routers or endpoints that can be numbered, from "
                                  "dimension {} on; the nearest extent there: {}",
                                  HyperX::kMostIds, d,
                                  std::max<std::uint64_t>(1, HyperX::kMostIds / p.endpoints_per_router /
                                                                 (routers / p.extents[d]))));
        return;
      }
    }
  }
};

class AnyHyperX final : public HyperX {
 public:
  AnyHyperX(const HyperXParams& p, TopologyContext&)
      : HyperX("hyperx", p.extents, p.widths, p.endpoints_per_router) {}
};

const config::Register<AnyHyperX, HyperXParams> hyperx{
    "hyperx", "grid in which all routers of each row are joined (flattened butterflies, full meshes)"};

// As many endpoints as a row has routers: then half of the NICs can send to the other half at full rate.
const Family hyperx_sizes{"hyperx", [](std::uint64_t endpoints) {
                     std::vector<Instance> all;
                     for (std::uint32_t n = 2; n <= 4; ++n) {
                       for (std::uint32_t s = 3; s <= 64; ++s) {
                         for (std::uint32_t longer = 0; longer < n; ++longer) {
                           std::vector<std::uint32_t> extents(n, s);
                           std::uint64_t routers = 1;
                           std::uint32_t degree = 0;
                           for (std::uint32_t d = 0; d < longer; ++d) ++extents[d];
                           for (const std::uint32_t e : extents) {
                             routers *= e;
                             degree += e - 1;
                           }
                           if (routers > endpoints) continue;
                           add_with_endpoints(all, endpoints, routers, degree, s,
                                              fmt::format("extents = [{}]", fmt::join(extents, ", ")));
                         }
                       }
                     }
                     return all;
                   }};

}  // namespace
}  // namespace kasuri
