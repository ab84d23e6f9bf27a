// SPDX-License-Identifier: MIT
#include "network/net/topology.h"

#include <fmt/ranges.h>

namespace kasuri {

std::uint64_t channel_count(const Topology& t) {
  std::uint64_t n = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) n += t.degree({r});
  return n;
}

std::string Topology::name(RouterId r) const {
  return fmt::format("({})", fmt::join(coordinates(r), ","));
}

std::string position(const Topology& t, RouterId r) { return t.name(r); }

}  // namespace kasuri
