// SPDX-License-Identifier: MIT
// State shared by the switches and hosts of one part of an Ethernet.
#pragma once

#include <utility>
#include <vector>

#include "base/core/pool.h"
#include "network/ethernet/ethernet_packet.h"
#include "network/ethernet/ethernet_params.h"
#include "network/net/boxes.h"
#include "network/net/machine_part.h"

namespace kasuri {

struct EthernetCounts {
  std::uint64_t data = 0, repeated = 0, acknowledgements = 0, marked = 0, dropped = 0, timeouts = 0;
  std::uint64_t congested_at_hosts = 0, congested_between = 0;  // first marked, trimmed, dropped there
  std::uint64_t trimmed = 0, grants = 0, requests = 0;
  std::uint64_t completed = 0;            // completely acknowledged messages
  Time completion{0}, completion_max{0};  // from the hand-over to the last acknowledgement
  Time completed_at{0};                   // the last one
  std::uint64_t slower = 0, slower_max = 0;  // thousandths of the time that it takes alone
};

struct EthernetFabric : MachinePart {
  EthernetFabric(MachinePart part, EthernetSettings s, Time between)
      : MachinePart(std::move(part)), settings(s), lookahead(between), boxes(decomposition.parts()) {
    for (std::uint32_t r = 0; r < router_count(); ++r) {
      const EndpointId first = topology.first_endpoint(router(r));
      for (std::uint32_t k = 0; k < topology.endpoints_at(router(r)); ++k) {
        nics.push_back({first.v + k});
        router_of_nic.push_back(r);
      }
    }
  }

  EthernetSettings settings;
  Time lookahead;  // of all links between switches
  std::vector<EndpointId> nics;              // by their local numbers
  std::vector<std::uint32_t> router_of_nic;  // both local
  Pool<EthernetPacket> packets;
  Boxes<EthernetBox> boxes;
  EthernetCounts counts;

  // Arrivals of whole packets, with a = packet: at a switch in phase `arrival`, with b = input port; at a
  // host in phase `node`.
  EventKind at_switch{}, at_host{};
};

}  // namespace kasuri
