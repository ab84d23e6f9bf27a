// SPDX-License-Identifier: MIT
// Routers and nodes by what users write: a router by its name, "(1,2,3)" or as a graph's file calls
// it, or by its number; a node by its number, by its router where that has only one, or by its place
// there, "(1,2,3):1".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/core/ids.h"
#include "network/net/topology.h"

namespace kasuri {

class Named {
 public:
  explicit Named(const Topology& t) : topology_(t) {}

  std::optional<RouterId> router(std::string_view name);
  std::string no_router(std::string_view name) const;  // what to say then

  // Where `nics_per_node` endpoints are a node. Without one, `why` says so.
  std::optional<NodeId> node(std::string_view name, std::uint32_t nics_per_node, std::string& why);

 private:
  const Topology& topology_;
  std::unordered_map<std::string, std::uint32_t> routers_;  // filled when first asked
};

}  // namespace kasuri
