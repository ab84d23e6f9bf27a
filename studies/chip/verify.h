// SPDX-License-Identifier: MIT
// A second opinion on a plan, by other means than the planner's: it sees only the structure and the
// paths, builds its own picture of each switch's ports, and names the first broken promise.
#pragma once

#include <optional>
#include <string>

#include "studies/chip/plan.h"

namespace kasuri::chip {

// Checks that each path leads without gap from the source's switch to the target's, turns back at
// no circuit switch, and that within each round no circuit switch joins one port to two (shared
// outputs: no input to two).
std::optional<std::string> broken_promise(const Plan&, const Structure&, std::span<const Demand>);

}  // namespace kasuri::chip
