// SPDX-License-Identifier: MIT
// Sums over many ranks, which may be longer than a time can be.
#pragma once

#include "base/core/units.h"

namespace kasuri {

// Of spans; at most kNever.
constexpr Time saturated_sum(Time a, Time b) { return a.ps > INT64_MAX - b.ps ? kNever : a + b; }

}  // namespace kasuri
