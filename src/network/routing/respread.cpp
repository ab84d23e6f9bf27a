// SPDX-License-Identifier: MIT
#include "network/routing/respread.h"

#include <fmt/format.h>

#include "base/core/errors.h"
#include "network/topology/xgft.h"

namespace kasuri {

Respread::Respread(std::string_view name, const RespreadParams& p, RoutingContext& c) {
  const bool tree = dynamic_cast<const Xgft*>(&c.topology);
  const auto inner = p.inner.value_or(
      config::Choice<Routing>(tree ? std::string_view("random-up-down") : c.topology.usual_routing()));
  inner_ = inner.make(c);
  inner_name_ = inner_->inner_name().empty() ? inner.name() : inner_->inner_name();
  if (inner_->spread() == Spread::by_routing) {
    throw Error(Exit::usage, fmt::format("routing '{}' cannot select paths for '{}', which does so itself "
                                         "on {}; use it as routing.fabric",
                                         name, inner.name(), c.topology.describe()));
  }
}

}  // namespace kasuri
