// SPDX-License-Identifier: MIT
// Makes the power of a run.
#pragma once

#include "experiment/run/power_run.h"

namespace kasuri {

class Machine;
struct Results;

// From what all parts have counted, and from the links and jobs of the results.
PowerRun make_power_run(const Machine&, PowerShare&&, const Results&);

}  // namespace kasuri
