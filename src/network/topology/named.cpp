// SPDX-License-Identifier: MIT
#include "network/topology/named.h"

#include <fmt/format.h>

#include "network/topology/line_file.h"

namespace kasuri {

std::optional<RouterId> Named::router(std::string_view name) {
  if (routers_.empty()) {
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) routers_.emplace(topology_.name({r}), r);
  }
  if (const auto named = routers_.find(std::string(name)); named != routers_.end()) {
    return RouterId{named->second};
  }
  const auto number = parse_index(name);
  if (number && *number < topology_.routers()) return RouterId{*number};
  return std::nullopt;
}

std::string Named::no_router(std::string_view name) const {
  return fmt::format("there is no router '{}'; routers are named as {}, or numbered 0 to {}", name,
                     topology_.name({0}), topology_.routers() - 1);
}

std::optional<NodeId> Named::node(std::string_view name, std::uint32_t nics_per_node, std::string& why) {
  const auto without = [&](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  if (const auto number = parse_index(name)) {
    const std::uint32_t nodes = topology_.endpoints() / nics_per_node;
    if (*number < nodes) return NodeId{*number};
    return without(fmt::format("node {} does not exist; nodes are 0 to {}", *number, nodes - 1));
  }
  auto at = router(name);
  const std::size_t colon = name.rfind(':');
  std::optional<std::uint32_t> place;
  if (!at && colon != name.npos) {
    at = router(name.substr(0, colon));
    place = parse_index(name.substr(colon + 1));
    if (at && !place) {
      return without(fmt::format("expected a number after the colon of '{}', one of the router's nodes",
                                 name));
    }
  }
  if (!at) return without(no_router(name.substr(0, colon)));
  const std::uint32_t here = topology_.endpoints_at(*at) / nics_per_node;
  if (!here) return without(fmt::format("router {} has no nodes", topology_.name(*at)));
  if (place && *place >= here) {
    return without(fmt::format("router {} has nodes 0 to {}, not {}", topology_.name(*at), here - 1,
                               *place));
  }
  if (!place && here > 1) {
    return without(fmt::format("router {0} has {1} nodes: {0}:0 to {0}:{2}", topology_.name(*at), here,
                               here - 1));
  }
  return NodeId{topology_.first_endpoint(*at).v / nics_per_node + place.value_or(0)};
}

}  // namespace kasuri
