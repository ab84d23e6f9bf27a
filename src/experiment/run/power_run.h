// SPDX-License-Identifier: MIT
// The power of a run: the account of its links put together with what NICs, hosts and jobs add.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/power/energy.h"

namespace kasuri {

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

struct PowerRun {
  PowerSettings settings;
  PowerResults counted;
  EnergyReport energy;
  double nics_j = 0;
  double hosts_j = 0;
  JobEnergies by_job;
  std::vector<std::string> classes;  // names, the terminal links' last

  double to_solution_j() const { return energy.energy_j + nics_j + hosts_j; }
};

}  // namespace kasuri
