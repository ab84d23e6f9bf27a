// SPDX-License-Identifier: MIT
// A virtual channel of the machine.
#pragma once

#include <compare>
#include <cstdint>

#include "network/net/topology.h"

namespace kasuri {

// A virtual channel, by the output port that feeds it.
struct VirtualChannel {
  PortRef output;
  std::uint16_t vc = 0;

  friend constexpr auto operator<=>(const VirtualChannel&, const VirtualChannel&) = default;
};

}  // namespace kasuri
