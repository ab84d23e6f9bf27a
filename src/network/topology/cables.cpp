// SPDX-License-Identifier: MIT
#include "network/topology/cables.h"

namespace kasuri {

std::vector<Cable> cables(const Topology& t) {
  std::vector<Cable> all;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const PortRef from{{r}, static_cast<std::uint16_t>(p)}, to = t.neighbour({r}, p);
      const std::uint32_t c = t.link_class({r}, p);
      const bool both = to.port < t.degree(to.router) && t.neighbour(to.router, to.port) == from &&
                        t.link_class(to.router, to.port) == c;
      if (!both || from < to) all.push_back({from, to, both, c});
    }
  }
  return all;
}

}  // namespace kasuri
