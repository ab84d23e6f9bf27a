// SPDX-License-Identifier: MIT
// The promises of network/net/topology.h, held to any topology: for property tests and generated graphs.
#pragma once

#include <optional>
#include <string>

#include "network/net/topology.h"

namespace kasuri {

// The first promise that does not hold, in words, or nothing: channels pair outputs with inputs one
// to one, endpoints are numbered router by router, all routers with endpoints reach one another,
// and the closed-form distance is that of a breadth-first search. Takes routers × channels steps.
std::optional<std::string> broken_promise(const Topology&);

}  // namespace kasuri
