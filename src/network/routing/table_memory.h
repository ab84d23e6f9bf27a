// SPDX-License-Identifier: MIT
// Tables of routings grow with the square of the machine and with each time at which something fails:
// whether they fit is asked before they are made.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "base/core/errors.h"
#include "base/core/host_memory.h"
#include "base/core/units.h"
#include "network/routing/next_hops.h"

namespace kasuri {

// Throws Error(Exit::limit) if tables of two bytes per router and destination, `each_way` of them, and so
// many bytes of each pair of destinations for each would not fit.
inline void refuse_large_tables(std::string_view routing, const Topology& t, const Terminals& terminals,
                                std::uint64_t each_way, std::uint64_t per_pair) {
  const std::uint64_t n = terminals.count();
  const std::uint64_t bytes = each_way * n * (t.routers() * sizeof(std::uint16_t) + n * per_pair);
  const std::uint64_t available = available_memory();
  if (bytes <= available) return;
  const auto size = [](std::uint64_t b) { return to_string(Bytes{static_cast<std::int64_t>(b)}); };
  throw Error(Exit::limit,
              fmt::format("routing '{}' needs {} for tables, one for each of {} destinations in {} "
                          "router{}{}, but {} of memory are available; use a routing without tables{}",
                          routing, size(bytes), n, t.routers(), t.routers() == 1 ? "" : "s",
                          each_way > 1 ? fmt::format(", {} times", each_way) : "", size(available),
                          each_way > 1 ? ", fewer paths, or failures at fewer times" : ""));
}

}  // namespace kasuri
