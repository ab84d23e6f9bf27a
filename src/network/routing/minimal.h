// SPDX-License-Identifier: MIT
// Shortest paths with virtual channels by hop, and what takes its place where there are too few.
#pragma once

#include <memory>

#include "network/net/routing.h"

namespace kasuri {

struct Minimal {
  std::unique_ptr<Routing> routing;
  // Virtual channels ascend with each hop; routes do not depend on the source, and any number is a path.
  bool by_hop;
};

// `routing`: in whose name it is made, for messages.
Minimal make_minimal(std::string_view routing, std::uint32_t paths, RoutingContext&);

}  // namespace kasuri
