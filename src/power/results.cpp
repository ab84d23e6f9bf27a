// SPDX-License-Identifier: MIT
#include "power/results.h"

namespace kasuri {

PowerResults::PowerResults(const Topology& t, bool links, Time chunk_length)
    : injections(t.endpoints()), by_link(links), chunk(chunk_length) {
  std::uint32_t n = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first.push_back(n);
    n += t.degree({r}) + t.endpoints_at({r});
  }
  first.push_back(n);
  outputs.resize(n);
}

}  // namespace kasuri
