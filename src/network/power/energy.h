// SPDX-License-Identifier: MIT
// Watts and joules from what was counted: multiplied in here, once, in the order of ids.
#pragma once

#include <string>
#include <vector>

#include "network/power/params.h"
#include "network/power/results.h"

namespace kasuri {

// Of some links over the run, without their cables.
struct LinkPowerSum {
  std::uint64_t links = 0;
  double energy_j = 0;            // of both its ends, as far as they belong to routers
  double always_on_energy_j = 0;  // if no link slept or slowed down
  double asleep_ps = 0;           // Σ over links, all modes
  double lpi_ratio = 0;           // asleep_ps / (links × time)
  std::uint64_t transitions = 0;
  double stall_ps = 0;
  std::vector<double> mode_ps;    // asleep_ps, mode by mode
};

// All of a run in joules, and what follows.
struct EnergyReport {
  double time_s = 0;
  // Of the network: routers with their ports and links, and cables. energy_j = static + ports + bits +
  // cables.
  double energy_j = 0, always_on_energy_j = 0;
  double static_j = 0, links_j = 0, bits_j = 0, cables_j = 0;
  double mean_w = 0, always_on_mean_w = 0;
  double peak_w = 0;          // the most in one chunk; 0 without chunks
  double peak_router_w = 0;   // of one router in one chunk
  LinkPowerSum links;         // all that count
  std::vector<LinkPowerSum> classes;  // as the topology has them, then terminal links
  std::vector<double> router_j;       // by router
  std::vector<double> nic_j;          // by endpoint; 0 unless configured

  double saving() const {
    return always_on_energy_j > 0 ? 1 - energy_j / always_on_energy_j : 0;
  }
  // The same from the beginning to the last tail that left any link: what idle links save after that says
  // nothing of traffic.
  double traffic_s = 0, traffic_always_on_j = 0, traffic_saved_j = 0;
  double traffic_saving() const {
    return traffic_always_on_j > 0 ? traffic_saved_j / traffic_always_on_j : 0;
  }
};

// What each mode of each class of links saves against a link that is up, in W.
std::vector<std::array<double, kSleepModes>> mode_savings(const PowerSettings&);

// What a router and its ends of cables draw even if all its links slept for ever, without them; in W.
double static_power(const PowerSettings&, const Topology&, std::uint32_t router);

// What moving a bit by each output takes, in J; indices are those of PowerResults::outputs.
std::vector<double> bit_energies(const PowerSettings&, const Topology&);

EnergyReport assess(const PowerSettings&, const PowerResults&, const Topology&);

// Of each router in one chunk: the mean share of time for which its own counted links slept, and W.
struct ChunkPower {
  std::vector<double> lpi_ratio;
  std::vector<double> watts;
  double total_w = 0;
};
ChunkPower assess_chunk(const PowerSettings&, const PowerResults&, const Topology&,
                        std::size_t chunk);

}  // namespace kasuri
