// SPDX-License-Identifier: MIT
#include "network/topology/dragonfly.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/topology/family.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMost = 2048;  // routers of a group, links or endpoints of a router
constexpr std::uint64_t kMaxIds = (1u << 30) - 1;
constexpr std::uint64_t kMostOfMap = 4096;  // groups

std::uint64_t global_ports(const DragonflyParams& p) {
  return std::uint64_t{p.routers_per_group} * p.global_links;
}

// Numbers of groups near the one asked for whose pairs get equally many links: g − 1 divides a h.
std::string nearest_groups(std::uint64_t ports, std::uint64_t asked, bool odd = false) {
  std::uint64_t below = 0, above = 0;
  for (std::uint64_t d = 1; d <= ports; ++d) {
    if (ports % d || (odd && d % 2)) continue;
    if (d + 1 < asked) below = d + 1;
    if (d + 1 > asked && !above) above = d + 1;
  }
  if (!above) return below ? fmt::format("{}", below) : "none";
  return below ? fmt::format("{} or {}", below, above) : fmt::format("{}", above);
}

}  // namespace

config::Fields<DragonflyParams> DragonflyParams::fields() {
  using P = DragonflyParams;
  return {
      config::field("routers_per_group", &P::routers_per_group,
                    "a: routers of each group, fully connected")
          .range(1, kMost)
          .required(),
      config::field("global_links", &P::global_links, "h: links of each router to other groups")
          .range(1, kMost)
          .required(),
      config::field("endpoints_per_router", &P::endpoints_per_router,
                    "p: terminal ports (NICs) of each router")
          .range(1, kMost)
          .required(),
      config::field("groups", &P::groups,
                    "g: groups; without links_per_pair g - 1 must divide a*h; default: a*h + 1, the most")
          .at_least(1),
      config::field(
          "links_per_pair", &P::links_per_pair,
          "links between each pair of groups, other global ports are unused; default: as many as "
          "use all")
          .range(1, kMost * kMost),
      config::field("link_map", &P::link_map,
                    "instead, a file with a line \"GROUP GROUP LINKS\" for each pair of groups, from 0"),
      config::field("arrangement", &P::arrangement, "assignment of global ports to groups")};
}

void DragonflyParams::validate(const DragonflyParams& p, config::Section& section) {
  const std::uint64_t ports = global_ports(p);
  const std::uint64_t groups = p.groups.value_or(static_cast<std::uint32_t>(ports + 1));
  if (p.link_map && (p.links_per_pair || p.arrangement != Arrangement::absolute)) {
    section.error(&DragonflyParams::link_map,
                  fmt::format("says which links there are: remove {}",
                              p.links_per_pair ? "links_per_pair" : "arrangement"));
  } else if (p.link_map && (!p.groups || groups < 2 || groups > kMostOfMap)) {
    section.error(&DragonflyParams::link_map,
                  fmt::format("needs the number of groups, 2 to {}", kMostOfMap));
  } else if (p.links_per_pair && (groups < 2 || *p.links_per_pair * (groups - 1) > ports)) {
    section.error(&DragonflyParams::links_per_pair,
                  fmt::format("a group has {} global ports for {} other groups: at most {} each", ports,
                              groups - 1, groups > 1 ? ports / (groups - 1) : 0));
  } else if (!p.link_map && !p.links_per_pair && groups > 1 && ports % (groups - 1)) {
    section.error(
        "groups",
        fmt::format(
            "{} groups with {} global ports each cannot be joined evenly; groups - 1 "
            "must divide {}, the nearest: {}; or set links_per_pair, at most {}: then {} ports are unused",
            groups, ports, ports, nearest_groups(ports, groups), ports / (groups - 1),
            ports % (groups - 1)));
  } else if (p.arrangement == Arrangement::circulant && groups % 2 == 0) {
    section.error(&DragonflyParams::arrangement,
                  fmt::format("a circulant arrangement needs an odd number of groups, not {}; with {} "
                              "global ports each, the nearest: {}",
                              groups, ports, nearest_groups(ports, groups, true)));
  } else if (groups * p.routers_per_group * p.endpoints_per_router > kMaxIds) {
    section.error(&DragonflyParams::groups,
                  fmt::format("{} groups have more than the {} endpoints that can be numbered",
                              groups, kMaxIds));
  }
}

Dragonfly::Dragonfly(const DragonflyParams& p, TopologyContext&)
    : a_(p.routers_per_group),
      h_(p.global_links),
      p_(p.endpoints_per_router),
      groups_(p.groups.value_or(static_cast<std::uint32_t>(global_ports(p) + 1))),
      links_(groups_ > 1 ? p.links_per_pair.value_or(a_ * h_ / (groups_ - 1)) : 0),
      arrangement_(p.arrangement),
      full_(!p.link_map && (groups_ < 2 || links_ * (groups_ - 1) == a_ * h_)) {
  check(a_ >= 1 && h_ >= 1 && groups_ >= 1, "a dragonfly has groups of routers with global links");
  if (p.link_map) map_ = std::make_unique<DragonflyLinks>(*p.link_map, groups_, global_ports(p));
}

PortRef Dragonfly::place_of(std::uint32_t group, std::uint32_t k) const {
  const std::uint32_t used = used_ports(group);
  const auto x = static_cast<std::uint32_t>(std::uint64_t{k} * a_ / used);
  return {{group * a_ + x}, static_cast<std::uint16_t>(a_ - 1 + k - first_global(x, used))};
}

std::uint32_t Dragonfly::port_between(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t apart = (to + groups_ - from) % groups_;
  switch (arrangement_) {
    case Arrangement::absolute: return to < from ? to : to - 1;
    case Arrangement::relative: return apart - 1;
    case Arrangement::circulant: break;
  }
  return apart <= groups_ / 2 ? 2 * (apart - 1) : 2 * (groups_ - apart - 1) + 1;
}

std::uint32_t Dragonfly::group_behind(std::uint32_t from, std::uint32_t k) const {
  switch (arrangement_) {
    case Arrangement::absolute: return k < from ? k : k + 1;
    case Arrangement::relative: return (from + k + 1) % groups_;
    case Arrangement::circulant: break;
  }
  return (k % 2 ? from + groups_ - k / 2 - 1 : from + k / 2 + 1) % groups_;
}

PortRef Dragonfly::neighbour(RouterId r, std::uint32_t port) const {
  const std::uint32_t x = member(r), here = group(r);
  if (port < a_ - 1) {
    const RouterId next{here * a_ + (port < x ? port : port + 1)};
    return {next, static_cast<std::uint16_t>(local_port(next, r))};
  }
  if (map_) {
    const DragonflyLinks::End end =
        map_->behind(here, first_global(x, map_->of(here)) + (port - (a_ - 1)));
    return gateway(end.group, here, end.n);
  }
  const std::uint32_t k = (full_ ? x * h_ : first_global(x, used_ports(here))) + (port - (a_ - 1));
  return gateway(group_behind(here, k % (groups_ - 1)), here, k / (groups_ - 1));
}

std::vector<std::uint32_t> Dragonfly::coordinates(RouterId r) const {
  return {group(r), member(r)};
}

// Within a group one channel; to another the best of its direct links, with a local channel before
// and after where needed; or, shorter than local-global-local, two global ones.
std::optional<std::uint32_t> Dragonfly::distance(RouterId from, RouterId to) const {
  if (from == to) return 0;
  const std::uint32_t a = group(from), b = group(to);
  if (a == b) return 1;
  std::uint32_t best = 3;
  for (std::uint32_t n = 0; n < links_between(a, b); ++n) {
    best = std::min(best, 1u + (gateway(a, b, n).router != from) + (gateway(b, a, n).router != to));
  }
  if (best < 3) return best;
  for (std::uint32_t p = a_ - 1; p < degree(from); ++p) {
    const RouterId middle = neighbour(from, p).router;
    for (std::uint32_t q = a_ - 1; q < degree(middle); ++q) {
      if (neighbour(middle, q).router == to) return 2;
    }
  }
  return 3;
}

std::string Dragonfly::describe() const {
  std::string s = fmt::format("dragonfly, {} groups of {} routers, {} endpoints and {} global {} each, {}",
                              groups_, a_, p_, h_, full_ ? "links" : "ports",
                              map_ ? "links by a map" : name_of(arrangement_));
  if (!full_ && !map_) s += fmt::format(", {} links between each pair of groups", links_);
  return s;
}

namespace {

const config::Register<Dragonfly, DragonflyParams> dragonfly{
    "dragonfly", "groups of fully connected routers, with global links between each pair of groups"};

// Balanced: twice as many routers in a group as a router has endpoints and global links, and the most
// groups, or fewer that can be joined evenly.
const Family dragonfly_sizes{
    "dragonfly", [](std::uint64_t endpoints) {
      std::vector<Instance> all;
      for (std::uint32_t h = 1; h <= 64; ++h) {
        for (std::uint32_t g = 3; g <= 2 * h * h + 1; ++g) {
          if (2 * h * h % (g - 1)) continue;
          add_with_endpoints(all, endpoints, std::uint64_t{2} * h * g, 3 * h - 1, h,
                             fmt::format("routers_per_group = {}, global_links = {}, groups = {}", 2 * h,
                                         h, g));
        }
      }
      return all;
    }};

}  // namespace
}  // namespace kasuri
