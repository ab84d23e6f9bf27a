// SPDX-License-Identifier: MIT
// What each job is charged with. Of the energy of a router its nodes have equal shares, and of a router
// without nodes all nodes of the machine have; a node's share is divided among the ranks on it. A job
// is charged from its start to its end: where chunks are kept, with what the routers drew in that time
// (chunks that are cut in proportion), else with their mean. The last job pays until the end of the
// run. What is left is nobody's: idle nodes, and nodes before and after their jobs.
#pragma once

#include <vector>

#include "power/energy.h"

namespace kasuri {

class Machine;
struct Results;

struct JobEnergy {
  double network_j = 0;  // routers with their ports and links, and the job's NICs
  double hosts_j = 0;
};

std::vector<JobEnergy> job_energies(const PowerSettings&, const PowerResults&, const EnergyReport&,
                                    const Machine&, const Results&);

}  // namespace kasuri
