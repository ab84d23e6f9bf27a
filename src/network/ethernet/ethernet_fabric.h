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
  // Pauses, by what the packet that caused one waits for: an output to a host, one that pauses itself.
  std::uint64_t pauses = 0, pauses_at_hosts = 0, pauses_spread = 0;
  std::uint64_t held = 0, victims = 0;  // packets that waited in a pause; those that another output caused
  // Of all outputs, hosts and priorities: the sum of ends less that of beginnings. Open ones have no end.
  Time paused{0};
  std::uint64_t open_pauses = 0;
  // Of the inverse, each message's share of what it has alone, in 1/100,000: Jain's index follows from it.
  std::uint64_t shares = 0, squared_shares = 0;
};

struct EthernetFabric : MachinePart {
  EthernetFabric(MachinePart part, EthernetSettings s, Time between,
                 const std::vector<std::uint32_t>& classes_of_jobs)
      : MachinePart(std::move(part)), settings(s), lookahead(between), boxes(decomposition.parts()) {
    if (s.classes > 1) classes.assign(classes_of_jobs.begin(), classes_of_jobs.end());
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
  std::vector<std::uint8_t> classes;         // by job; empty: one for all
  Pool<EthernetPacket> packets;
  LazyArray<Telemetry> telemetry;  // by packet, if switches add any
  Telemetry heard{};               // of the packet that has just come to a host
  Boxes<EthernetBox> boxes;
  EthernetCounts counts;

  bool data_class(const EthernetPacket& p) const {
    return p.is_whole_data() || (settings.lossless.answers_with_data && p.is_answer());
  }
  // Which queue of an output it takes: that of its job's traffic class, or the last, of control packets.
  std::uint32_t priority(const EthernetPacket& p) const {
    return data_class(p) ? class_of(p.job) : settings.classes;
  }
  std::uint32_t class_of(std::uint16_t job) const { return classes.empty() ? 0 : classes[job]; }
  // A pause frame came for a priority, one of the bits. False: nothing changed.
  bool hear_pause(std::uint8_t& paused, const EthernetPacket& frame) {
    const auto bit = static_cast<std::uint8_t>(1u << frame.number);
    const bool pauses = frame.entropy != 0;
    if (((paused & bit) != 0) == pauses) return false;
    paused ^= bit;
    counts.paused += pauses ? Time{0} - partition.now() : partition.now();
    counts.open_pauses += pauses ? 1 : UINT64_MAX;
    return true;
  }
  std::uint32_t allocate_packet() {
    const std::uint32_t i = packets.allocate();
    if (settings.lossless.telemetry) {
      if (i >= telemetry.size()) telemetry.grow(2 * std::size_t{i} + 1024);
      telemetry[i].count = 0;
    }
    return i;
  }
  // Of a transmission, which ends at a whole `grid` if there is one.
  Time time_of(const Serialisation& rate, Bytes size) const {
    const Time t = rate(size);
    return settings.lossless.grid > Time{1} ? Time{t.ps - t.ps % settings.lossless.grid.ps} : t;
  }

  // Arrivals of whole packets, with a = packet: at a switch in phase `arrival`, with b = input port; at a
  // host in phase `node`.
  EventKind at_switch{}, at_host{};
};

}  // namespace kasuri
