// SPDX-License-Identifier: MIT
// The power of a run: the account of its links put together with what NICs, hosts and jobs add, as
// JSON, as words and as tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/job_energy.h"

namespace kasuri {

class Hdf5File;
class Machine;
struct Results;

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

// From what all parts have counted, and from the links and jobs of the results.
PowerRun make_power_run(const Machine&, PowerShare&&, const Results&);

nlohmann::ordered_json power_json(const PowerRun&);
nlohmann::ordered_json job_power_json(const JobEnergy&);
std::string power_text(const PowerRun&);
// The preset and what links do when they are idle, as in `kasuri check`.
std::string describe_power(const PowerSettings&);
// Tables `power_*`.
void write_power(Hdf5File&, const Results&, const Topology&);

// "12.25 kW", "7.14 mJ".
std::string quantity(double value, std::string_view unit);

}  // namespace kasuri
