// SPDX-License-Identifier: MIT
// The hook by which a power model takes part in a run: it may delay a grant (a sleeping link has to
// wake up) and is told of each use. Absent when power is off: then it costs one test of a pointer.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/units.h"

namespace kasuri {

class LinkPower {
 public:
  virtual ~LinkPower() = default;
  // A packet is ready to leave router `at` by output `port`, credit or not: the idle gap of that
  // link, if any, ends now. Returns the first time at which the link can take a head (>= now).
  virtual Time wanted(RouterId at, std::uint32_t port, Time now) = 0;
  // A packet was granted: its head leaves at `head`, its tail at `tail`.
  virtual void used(RouterId at, std::uint32_t port, Time head, Time tail) = 0;
};

}  // namespace kasuri
