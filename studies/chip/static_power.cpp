// SPDX-License-Identifier: MIT
// Power that is drawn whatever is sent: switches, their ports, and layers (each needs its own
// clock, supply and vertical wires).
#include <algorithm>

#include "studies/chip/energy.h"

namespace kasuri::chip {
namespace {

std::vector<std::uint32_t> servers_at(const Structure& s) {
  std::vector<std::uint32_t> all(s.switches());
  for (std::uint32_t i = 0; i < s.servers(); ++i) ++all[s.home({i}).v];
  return all;
}

}  // namespace

StaticPower static_power(const Structure& s, const StaticParams& p) {
  StaticPower power;
  std::uint32_t layers = 0;
  const std::vector<std::uint32_t> servers = servers_at(s);
  for (std::uint32_t i = 0; i < s.switches(); ++i) {
    const bool packet = s.is_packet({i});
    const auto ports = static_cast<double>(s.out({i}).size() + servers[i]);
    (packet ? power.packet_switches : power.circuit_switches) +=
        packet ? p.packet_switch : p.circuit_switch;
    power.ports += ports * (packet ? p.packet_port : p.circuit_port);
    layers = std::max(layers, s[SwitchId{i}].at.z + 1);
  }
  power.layers = layers * p.layer;
  return power;
}

std::vector<double> static_power_by_switch(const Structure& s, const StaticParams& p) {
  std::vector<double> all;
  const std::vector<std::uint32_t> servers = servers_at(s);
  for (std::uint32_t i = 0; i < s.switches(); ++i) {
    const auto ports = static_cast<double>(s.out({i}).size() + servers[i]);
    all.push_back(s.is_packet({i}) ? p.packet_switch + ports * p.packet_port
                                   : p.circuit_switch + ports * p.circuit_port);
  }
  return all;
}

config::Fields<StaticParams> StaticParams::fields() {
  using P = StaticParams;
  constexpr double kMost = 1e9;
  return {
      config::field("packet_switch", &P::packet_switch, "energy per packet switch and clock")
          .range(0, kMost),
      config::field("circuit_switch", &P::circuit_switch, "energy per circuit switch and clock")
          .range(0, kMost),
      config::field("packet_port", &P::packet_port,
                    "energy per port of a packet switch and clock, ports to servers included")
          .range(0, kMost),
      config::field("circuit_port", &P::circuit_port, "energy per port of a circuit switch and clock")
          .range(0, kMost),
      config::field("layer", &P::layer, "energy per layer and clock").range(0, kMost),
      config::field("clocks", &P::clocks,
                    "number of clocks; default: until the last flit has arrived, also on the mesh")
          .range(0, std::int64_t{1} << 50)};
}

}  // namespace kasuri::chip
