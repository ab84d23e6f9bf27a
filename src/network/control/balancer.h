// SPDX-License-Identifier: MIT
// Chooses the entropy of each packet of a connection. Switches hash it, with the flow, to one of the paths.
// Answers carry the entropy of what they answer, so that a balancer hears how its packets fared. One object
// per connection, one file per component.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"

namespace kasuri {

struct BalancerContext {
  std::uint64_t seed = 0;  // of the connection
  Time round_trip{0};      // on the longest path, with empty queues
};

class Balancer {
 public:
  static constexpr std::string_view kKind = "balancer";
  static constexpr std::string_view kKindMeaning = "which entropy a packet of a connection has";
  using Base = Balancer;
  using Context = BalancerContext;

  // A packet was acknowledged without or with a mark, trimmed on its way, or not heard of in time.
  enum class Fate : std::uint8_t { good, marked, trimmed, lost };

  virtual ~Balancer() = default;
  // The entropy of the packet that leaves now.
  virtual std::uint32_t next(Time now) = 0;
  virtual void heard(std::uint32_t /*entropy*/, Fate, Time /*now*/) {}
};

}  // namespace kasuri
