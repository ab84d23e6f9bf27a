// SPDX-License-Identifier: MIT
// Where the time of a run would be on the machine itself, as far as its file was off on measured times.
#pragma once

namespace kasuri {

struct MachineAccuracy;
struct Plan;
struct Results;

// Of a plan that has errors. Computation is taken as it was simulated.
MachineAccuracy machine_accuracy(const Plan&, const Results&);

}  // namespace kasuri
