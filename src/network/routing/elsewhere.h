// SPDX-License-Identifier: MIT
// Routing algorithms that have one name and, on some topologies, a form of their own: the file that
// registers the name asks for the others here.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/core/units.h"
#include "network/net/routing.h"

namespace kasuri {

struct UgalSettings {
  Bytes bias{0};
  std::optional<Time> period{};  // of what routers tell their neighbours; none: they do not
};

// UGAL on any topology (ugal.cpp).
std::unique_ptr<Routing> make_ugal(std::string_view name, const UgalSettings&, RoutingContext&);
// Null if the topology is no dragonfly-plus (plus_progressive.cpp).
std::unique_ptr<Routing> make_plus_progressive(Bytes bias, RoutingContext&);
// Null if the topology is no HyperX (hyperx.cpp).
std::unique_ptr<Routing> make_hyperx_order(RoutingContext&);

}  // namespace kasuri
