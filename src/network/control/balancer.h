// SPDX-License-Identifier: MIT
// Chooses the entropy of each packet of a connection. Switches hash it, with the flow, to one of the paths.
// One object per connection, one file per component.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"

namespace kasuri {

struct BalancerContext {
  std::uint64_t seed = 0;  // of the connection
};

class Balancer {
 public:
  static constexpr std::string_view kKind = "balancer";
  static constexpr std::string_view kKindMeaning = "which entropy a packet of a connection has";
  using Base = Balancer;
  using Context = BalancerContext;

  virtual ~Balancer() = default;
  // The entropy of the packet that leaves now.
  virtual std::uint32_t next() = 0;
};

}  // namespace kasuri
