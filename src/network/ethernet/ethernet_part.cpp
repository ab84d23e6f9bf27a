// SPDX-License-Identifier: MIT
#include "network/ethernet/ethernet_part.h"

namespace kasuri {

EthernetPart::EthernetPart(const PartContext& c, Time between)
    : fabric_(c.machine(), ethernet_settings(c.settings, c.plan), between),
      switches_(fabric_),
      hosts_(c.settings.nic, fabric_, c.jobs),
      crossings_(fabric_.boxes, hosts_, c.part) {
  if (between >= kShortestSweep && between != kNever) {
    c.partition.set_window(between, fabric_.router_count());
  }
  if (!c.plan.power) return;
  power_.emplace(*c.plan.power, fabric_);
  fabric_.power = &*power_;
}

PowerShare EthernetPart::collect_power(Time end) {
  return power_->collect(end, {[this](RouterId r, std::uint32_t port) {
                                 return switches_.last_tail(r.v, port);
                               },
                               [this](EndpointId e) { return hosts_.last_tail(e.v); }});
}

// In the order of EthernetModel::counted().
std::vector<NetworkCount> EthernetPart::counts() const {
  const EthernetCounts& c = fabric_.counts;
  return {{c.data},    {c.repeated}, {c.acknowledgements}, {c.marked},
          {c.dropped}, {c.timeouts}, {c.completed},        {static_cast<std::uint64_t>(c.completion.ps)},
          {static_cast<std::uint64_t>(c.completion_max.ps), true}};
}

NetworkMemory EthernetPart::memory() const {
  return {.nodes = hosts_.nodes(),
          .routers = switches_.memory_bytes(),
          .nics = hosts_.memory_bytes(),
          .packets = fabric_.packets.memory_bytes(),
          .messages = hosts_.message_bytes()};
}

}  // namespace kasuri
