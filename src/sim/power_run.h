// SPDX-License-Identifier: MIT
// The power of a run: the account of its links put together with what NICs, hosts and jobs add, as
// JSON, as words and as tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "power/energy.h"

namespace kasuri {

class Hdf5File;
class Machine;
struct Results;

// What a job is charged with: of each router its nodes' share, where nodes are shared by ranks; of
// routers without nodes its share of all nodes; its nodes' NICs and hosts. What idle nodes draw is
// nobody's.
struct JobEnergy {
  double network_j = 0;
  double hosts_j = 0;
};

struct PowerRun {
  PowerSettings settings;
  PowerResults counted;
  EnergyReport energy;
  double nics_j = 0;
  double hosts_j = 0;
  std::vector<JobEnergy> jobs;
  std::vector<std::string> classes;  // names, the terminal links' last

  double to_solution_j() const { return energy.energy_j + nics_j + hosts_j; }
};

// From what all parts have counted, and from the links and jobs of the results.
PowerRun make_power_run(const Machine&, PowerShare&&, const Results&);

nlohmann::ordered_json power_json(const PowerRun&);
std::string power_text(const PowerRun&);
// Tables `power_*`.
void write_power(Hdf5File&, const Results&, const Topology&);

// "12.25 kW", "7.14 mJ".
std::string quantity(double value, std::string_view unit);

}  // namespace kasuri
