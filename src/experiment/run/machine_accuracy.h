// SPDX-License-Identifier: MIT
// Where the time of a run would be on the machine itself, as far as its file was off on measured times.
#pragma once

#include <cstddef>

#include "base/stats/range.h"
#include "experiment/plan/plan.h"

namespace kasuri {

struct Results;

struct MachineAccuracy {
  Range time;                   // picoseconds
  std::size_t points = 0;       // measured times, all of collective operations
  double communication = 1;     // share of the ranks' time that is not computation: only it is off
  bool has_collectives = false;  // whether the run has any
};

// Of a plan that has errors. Computation is taken as it was simulated.
MachineAccuracy machine_accuracy(const Plan&, const Results&);

}  // namespace kasuri
