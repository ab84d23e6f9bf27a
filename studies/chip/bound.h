// SPDX-License-Identifier: MIT
// Energy that no plan can go below, whatever its circuits.
#pragma once

#include "studies/chip/plan.h"

namespace kasuri::chip {

// Two arguments, of which the higher counts. (1) No demand costs less than its cheapest path in a
// chip without circuits set. (2) A path without a packet switch between its ends is a plain link or
// one circuit; a switch has only as many circuits as ports to circuit switches, so of the targets
// of one source (and of the sources of one target) only so many can be reached like that, and every
// other demand costs at least its cheapest path over one more packet switch. Circuits are taken to
// be permanent. Demands that have no path at all are left out.
double energy_lower_bound(const PlanContext&);

}  // namespace kasuri::chip
