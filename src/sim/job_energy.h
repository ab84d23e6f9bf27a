// SPDX-License-Identifier: MIT
// What each job is charged with. Of what routers draw whatever happens their nodes have equal shares,
// and of routers without nodes all nodes of the machine have; a node's share is divided among the ranks
// on it. That is paid from the job's start to its end, by the last job to the end of the run. A link is
// paid by the job whose packet crossed it last (power/job_use.h), until another job's does or the chunk
// is over in which the job ends; bits moved are those of the job's packets. What is left is nobody's:
// idle nodes, nodes before and after their jobs, links that nobody uses.
#pragma once

#include <cstdint>
#include <vector>

#include "power/energy.h"

namespace kasuri {

class Machine;
struct Results;

// Of a job over its time, or of nobody over the run.
struct JobEnergy {
  double time_s = 0;
  double energy_j = 0;            // of the network: routers with their ports and links
  double always_on_energy_j = 0;  // if no link slept
  double peak_w = 0;              // of energy_j, the most in one chunk; 0 without chunks
  double held_ps = 0, asleep_ps = 0;  // Σ over links
  std::uint64_t transitions = 0;
  double stall_ps = 0;
  double nics_j = 0, hosts_j = 0;

  double mean_w() const { return time_s > 0 ? energy_j / time_s : 0; }
  double always_on_mean_w() const { return time_s > 0 ? always_on_energy_j / time_s : 0; }
  double lpi_ratio() const { return held_ps > 0 ? asleep_ps / held_ps : 0; }
  double to_solution_j() const { return energy_j + nics_j + hosts_j; }
};

struct JobEnergies {
  std::vector<JobEnergy> jobs;
  JobEnergy nobody;
};

// `hosts_j` is that of all nodes.
JobEnergies job_energies(const PowerSettings&, const PowerResults&, const EnergyReport&,
                         double hosts_j, const Machine&, const Results&);

// The most that the links of each class drew in one chunk, in W; 0 without chunks.
std::vector<double> class_peaks(const PowerSettings&, const PowerResults&);

}  // namespace kasuri
