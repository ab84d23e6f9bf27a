// SPDX-License-Identifier: MIT
// Implemented by routing algorithms that select paths themselves (Spread::by_routing) and spread the
// packets of a pair over several. The flow level divides a message over these paths. If it drew a few at
// random instead, links that carry a share of the packets would carry none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/ids.h"

namespace kasuri {

class SprayedPaths {
 public:
  // Appends path numbers to `out`: all that the pair's packets take, or `most` of them, evenly spaced.
  // `draw` selects the first.
  virtual void sprayed_paths(EndpointId source, EndpointId destination, std::uint32_t most,
                             std::uint32_t draw, std::uint64_t seed,
                             std::vector<std::uint32_t>& out) const = 0;

 protected:
  ~SprayedPaths() = default;
};

}  // namespace kasuri
