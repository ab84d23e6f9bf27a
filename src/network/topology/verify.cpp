// SPDX-License-Identifier: MIT
#include "network/topology/verify.h"

#include <fmt/format.h>

#include "network/topology/distances.h"

namespace kasuri {
namespace {

using Broken = std::optional<std::string>;

Broken channels(const Topology& t) {
  std::vector<std::vector<bool>> fed(t.routers());
  for (std::uint32_t r = 0; r < t.routers(); ++r) fed[r].resize(t.degree({r}));
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef input = t.neighbour({r}, p);
      const std::string channel = fmt::format("channel {} of router {}", p, position(t, {r}));
      if (input.router.v >= t.routers() || input.port >= t.degree(input.router)) {
        return channel + " leads to a port that does not exist";
      }
      if (input.router.v == r) return channel + " leads back to its own router";
      if (fed[input.router.v][input.port]) return channel + " leads to an input that has another";
      fed[input.router.v][input.port] = true;
      if (t.link_class({r}, p) >= t.link_classes().size()) return channel + " has no known class";
    }
  }
  // Outputs are as many as inputs, and no input has two: so each has one.
  return {};
}

Broken endpoints(const Topology& t) {
  std::uint32_t next = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t here = t.endpoints_at({r});
    if (here && t.first_endpoint({r}).v != next) {
      return fmt::format("endpoints of router {} do not start at {}", r, next);
    }
    for (std::uint32_t i = 0; i < here; ++i, ++next) {
      if (t.router_of({next}).v != r) {
        return fmt::format("endpoint {} is not at router {}", next, r);
      }
    }
  }
  if (next != t.endpoints()) return "routers have more or fewer endpoints than there are";
  return {};
}

Broken distances(const Topology& t) {
  for (std::uint32_t a = 0; a < t.routers(); ++a) {
    const auto searched = distances_from(t, {a});
    for (std::uint32_t b = 0; b < t.routers(); ++b) {
      const auto stated = t.distance({a}, {b});
      if (searched[b] == kUnreachable && t.endpoints_at({a}) && t.endpoints_at({b})) {
        return fmt::format("no path from {} to {}", position(t, {a}), position(t, {b}));
      }
      if (stated && *stated != searched[b]) {
        return fmt::format("distance from {} to {} is {}, not {}", position(t, {a}),
                           position(t, {b}), searched[b], *stated);
      }
    }
  }
  return {};
}

}  // namespace

Broken broken_promise(const Topology& t) {
  if (t.routers() == 0) return "there is no router";
  if (Broken b = channels(t)) return b;
  if (Broken b = endpoints(t)) return b;
  return distances(t);
}

}  // namespace kasuri
