// SPDX-License-Identifier: MIT
// Sums over many ranks or packets, which may be longer than a time can be.
#pragma once

#include "base/core/units.h"

namespace kasuri {

// Of spans; at most kNever.
constexpr Time saturated_sum(Time a, Time b) { return a.ps > INT64_MAX - b.ps ? kNever : a + b; }

constexpr Time saturated_product(Time t, std::int64_t n) {
  return n > 0 && t.ps > INT64_MAX / n ? kNever : t * n;
}

}  // namespace kasuri
