// SPDX-License-Identifier: MIT
// Energy per bit (the paper's Table of weights, after Wolkotte et al. 2005): 0.98 for a packet
// switch, 0.37 for a circuit switch, 0.39 + 0.12 L for a link of L mm, however short. A path pays
// for each switch on it, both end switches included, and for each link; wires between server and
// switch are not counted. Static power, which the paper leaves out, is drawn whatever is sent: without it
// every further layer of switches is free.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "studies/chip/structure.h"
#include "base/config/fields.h"

namespace kasuri::chip {

// In units of the weights above per clock: what draws 0.98 uses in a clock what sending a bit through a
// packet switch does.
struct StaticParams {
  double packet_switch = 0;
  double circuit_switch = 0;
  double packet_port = 0;   // of each link at a packet switch, and of each server
  double circuit_port = 0;  // of each link at a circuit switch
  double layer = 0;
  std::optional<std::int64_t> clocks;  // not set: until the last flit has arrived

  bool any() const {
    return packet_switch > 0 || circuit_switch > 0 || packet_port > 0 || circuit_port > 0 || layer > 0;
  }
  static config::Fields<StaticParams> fields();
};

// Of a structure, per clock.
struct StaticPower {
  double packet_switches = 0, circuit_switches = 0, ports = 0, layers = 0;
  double sum() const { return packet_switches + circuit_switches + ports + layers; }
};
StaticPower static_power(const Structure&, const StaticParams&);
// Of each switch with its ports.
std::vector<double> static_power_by_switch(const Structure&, const StaticParams&);

struct EnergyParams {
  double packet_switch = 0.98;
  double circuit_switch = 0.37;
  double link = 0.39;
  double link_per_mm = 0.12;
  StaticParams static_power{};

  static config::Fields<EnergyParams> fields();
};

using Path = std::vector<ChannelId>;

// Weights as integers, so that equal paths compare equal in whatever order they are summed.
class Costs {
 public:
  static constexpr double kUnitsPerWeight = 1e9;

  Costs(const Structure& structure, const EnergyParams& p) : start_(units(p.packet_switch)) {
    for (std::uint32_t i = 0; i < structure.channels(); ++i) {
      const Channel& c = structure[ChannelId{i}];
      const bool packet = structure.is_packet(c.to);
      steps_.push_back(units(p.link + p.link_per_mm * c.mm) +
                       units(packet ? p.packet_switch : p.circuit_switch));
    }
  }

  static std::int64_t units(double weight) { return std::llround(weight * kUnitsPerWeight); }

  // Of the switch where a path starts, and of a link with the switch it leads to.
  std::int64_t start() const { return start_; }
  std::int64_t step(ChannelId c) const { return steps_[c.v]; }

  std::int64_t of(std::span<const ChannelId> path) const {
    std::int64_t sum = start_;
    for (const ChannelId c : path) sum += steps_[c.v];
    return sum;
  }

 private:
  std::int64_t start_;
  std::vector<std::int64_t> steps_;
};

}  // namespace kasuri::chip
