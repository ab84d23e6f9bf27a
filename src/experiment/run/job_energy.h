// SPDX-License-Identifier: MIT
// What each job is charged with. Of what routers draw whatever happens their nodes have equal shares,
// and of routers without nodes all nodes of the machine have; a node's share is divided among the ranks
// on it. That is paid from the job's start to its end, by the last job to the end of the run. A link is
// paid by the job whose packet crossed it last (network/power/job_use.h), until another job's does or the
// chunk is over in which the job ends; bits moved are those of the job's packets. What is left is nobody's:
// idle nodes, nodes before and after their jobs, links that nobody uses.
#pragma once

#include <vector>

#include "experiment/run/power_run.h"

namespace kasuri {

class Machine;
struct Results;

// `hosts_j` is that of all nodes.
JobEnergies job_energies(const PowerSettings&, const PowerResults&, const EnergyReport&,
                         double hosts_j, const Machine&, const Results&);

// The most that the links of each class drew in one chunk, in W; 0 without chunks.
std::vector<double> class_peaks(const PowerSettings&, const PowerResults&);

}  // namespace kasuri
