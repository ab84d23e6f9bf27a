// SPDX-License-Identifier: MIT
// Of a routing that selects paths by itself (Spread::by_routing) and sprays packets: the paths over which
// it spreads a pair's packets. The flow level asks; a few random paths would leave out links that carry a
// part.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace kasuri {

class SprayedPaths {
 public:
  // All of them, or some that are spread evenly, at most `most`, from one on that `draw` decides.
  virtual void sprayed_paths(EndpointId source, EndpointId destination, std::uint32_t most,
                             std::uint32_t draw, std::uint64_t seed,
                             std::vector<std::uint32_t>& out) const = 0;

 protected:
  ~SprayedPaths() = default;
};

}  // namespace kasuri
