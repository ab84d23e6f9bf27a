// SPDX-License-Identifier: MIT
// A micro-architecture of routers as a component (router.architecture): the configuration's arbiter
// makes its routers, by the function of Arbiter that the architecture names.
#pragma once

#include <memory>
#include <string_view>

#include "base/config/registry.h"
#include "network/router/arbiter.h"
#include "network/router/router.h"

namespace kasuri {

template <auto kMake>
struct Architecture {
  static constexpr std::string_view kKind = Routers::kKind;
  static constexpr std::string_view kKindMeaning = Routers::kKindMeaning;
  using Base = Routers;
  using Context = RouterContext;

  static std::unique_ptr<Routers> make(const config::NoParams&, RouterContext& c) {
    ArbiterContext context;
    const auto arbiter = c.params.arbiter.make(context);
    return ((*arbiter).*kMake)(c);
  }
};

}  // namespace kasuri
