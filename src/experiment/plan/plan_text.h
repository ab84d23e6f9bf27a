// SPDX-License-Identifier: MIT
// A plan in words.
#pragma once

#include <string>
#include <vector>

#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"

namespace kasuri {

// What the machine is: routers, links, nodes, ranks, buffers, deadlock check, memory.
std::string describe_plan(const Config&, const Plan&);
// In what replays differ from the traced programs, a line each.
std::vector<std::string> trace_departures(const Config&, const Plan&);
// The preset and what links do when they are idle.
std::string describe_power(const PowerSettings&);

}  // namespace kasuri
