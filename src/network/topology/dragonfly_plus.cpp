// SPDX-License-Identifier: MIT
#include "network/topology/dragonfly_plus.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/topology/family.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kMostOfAPlus =
    2048;  // leaves or spines of a group, links or endpoints of a router
constexpr std::uint64_t kMostNumbered = (1u << 30) - 1;

std::uint64_t ports_of_group(const DragonflyPlusParams& p) {
  return std::uint64_t{p.spines} * p.global_links;
}

std::uint64_t groups_of(const DragonflyPlusParams& p) { return p.groups.value_or(p.global_links + 1); }

// Numbers of groups near the one asked for whose pairs get equally many links.
std::string nearest_plus_groups(std::uint64_t ports, std::uint64_t asked) {
  std::uint64_t below = 2, above = 0;
  for (std::uint64_t g = 2; g <= ports + 1; ++g) {
    if (ports % (g - 1)) continue;
    if (g < asked) below = g;
    if (g > asked && !above) above = g;
  }
  return above && above != below ? fmt::format("{} or {}", below, above) : fmt::format("{}", below);
}

}  // namespace

config::Fields<DragonflyPlusParams> DragonflyPlusParams::fields() {
  using P = DragonflyPlusParams;
  return {
      config::field("leaves", &P::leaves, "leaf routers of each group").range(1, kMostOfAPlus).required(),
      config::field("spines", &P::spines, "spine routers of each group, each joined to all its leaves")
          .range(1, kMostOfAPlus)
          .required(),
      config::field("global_links", &P::global_links, "links of each spine to other groups")
          .range(1, kMostOfAPlus)
          .required(),
      config::field("endpoints_per_leaf", &P::endpoints_per_leaf, "terminal ports (NICs) of each leaf")
          .range(1, kMostOfAPlus)
          .required(),
      config::field("groups", &P::groups,
                    "groups; groups - 1 must divide spines * global_links; default: global_links + 1, "
                    "so that each spine reaches all groups")
          .range(1, kMostOfAPlus * kMostOfAPlus)};
}

void DragonflyPlusParams::validate(const DragonflyPlusParams& p, config::Section& section) {
  const std::uint64_t ports = ports_of_group(p), groups = groups_of(p);
  if (groups > 1 && ports % (groups - 1)) {
    section.error("groups",
                  fmt::format("{} groups with {} global links each cannot be joined evenly; groups - 1 "
                              "must divide {}, the nearest: {}",
                              groups, ports, ports, nearest_plus_groups(ports, groups)));
  } else if (groups * p.leaves * p.endpoints_per_leaf > kMostNumbered ||
             groups * (p.leaves + p.spines) > kMostNumbered) {
    section.error("groups", fmt::format("{} groups have more than the {} routers or endpoints that can be "
                                        "numbered",
                                        groups, kMostNumbered));
  }
}

DragonflyPlus::DragonflyPlus(const DragonflyPlusParams& p, TopologyContext&)
    : leaves_(p.leaves),
      spines_(p.spines),
      h_(p.global_links),
      p_(p.endpoints_per_leaf),
      groups_(static_cast<std::uint32_t>(groups_of(p))),
      links_(groups_ > 1 ? spines_ * h_ / (groups_ - 1) : 0) {
  check(links_ * (groups_ - 1) == (groups_ > 1 ? spines_ * h_ : 0), "group pairs have equally many links");
}

PortRef DragonflyPlus::neighbour(RouterId r, std::uint32_t port) const {
  const std::uint32_t here = group(r), x = member(r);
  if (is_leaf(r)) return {spine(here, port), static_cast<std::uint16_t>(x)};
  if (port < leaves_) {
    return {{here * (leaves_ + spines_) + port}, static_cast<std::uint16_t>(x - leaves_)};
  }
  const std::uint32_t k = (x - leaves_) * h_ + (port - leaves_), other = k % (groups_ - 1);
  return gateway(other < here ? other : other + 1, here, k / (groups_ - 1));
}

std::vector<std::uint32_t> DragonflyPlus::coordinates(RouterId r) const {
  const std::uint32_t x = member(r);
  return is_leaf(r) ? std::vector{group(r), 0u, x} : std::vector{group(r), 1u, x - leaves_};
}

std::optional<std::uint32_t> DragonflyPlus::distance(RouterId from, RouterId to) const {
  if (from == to) return 0;
  if (!is_leaf(from) || !is_leaf(to)) return std::nullopt;
  return group(from) == group(to) ? 2 : 3;
}

std::string DragonflyPlus::describe() const {
  return fmt::format(
      "dragonfly+, {} groups of {} leaves with {} endpoints each and {} spines with {} global "
      "links each",
      groups_, leaves_, p_, spines_, h_);
}

namespace {

const config::Register<DragonflyPlus, DragonflyPlusParams> dragonfly_plus{
    "dragonfly-plus",
    "groups of leaf and spine routers, each pair of groups joined by links of their spines"};

// Of switches with as many ports down as up, of which each spine reaches all groups, equally often.
const Family dragonfly_plus_sizes{
    "dragonfly-plus", [](std::uint64_t endpoints) {
      std::vector<Instance> all;
      for (std::uint64_t s = 2; s <= 64; ++s) {
        for (std::uint64_t g = 3; g <= s + 1; ++g) {
          if (s % (g - 1) || g * s * s > 4 * endpoints) continue;
          const std::uint64_t exact = (endpoints + g * s - 1) / (g * s);
          for (const std::uint64_t p : {s, exact}) {
            if (2 * p < s || p > 2 * s) continue;
            all.push_back({fmt::format("leaves = {0}, spines = {0}, global_links = {0}, groups = {1}, "
                                       "endpoints_per_leaf = {2}", s, g, p),
                           g * s * p, 2 * g * s, g * s * (s + p + 2 * s),
                           static_cast<std::uint32_t>(std::max(2 * s, s + p)),
                           static_cast<double>(p) / static_cast<double>(s)});
          }
        }
      }
      return all;
    }};

}  // namespace
}  // namespace kasuri
