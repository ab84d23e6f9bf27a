// SPDX-License-Identifier: MIT
// The network of one part of the machine: what a network model builds, and all that a run knows of it.
// Routers, NICs and nodes go by their local numbers, as in MachinePart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/net/boxes.h"
#include "network/net/delivery.h"
#include "network/net/fabric.h"
#include "network/net/latency.h"
#include "network/net/link_fault_table.h"
#include "network/net/transport.h"
#include "network/power/results.h"
#include "network/router/router.h"

namespace kasuri {

class PowerModel;

// What takes the most memory, in bytes.
struct NetworkMemory {
  std::uint64_t nodes = 0;  // how many there are
  std::uint64_t routers = 0, nics = 0, packets = 0, messages = 0;
};

class NetworkPart {
 public:
  virtual ~NetworkPart() = default;

  virtual MachinePart& machine() = 0;
  virtual Transport& transport() = 0;
  // Whether messages of two nodes arrive in the order in which they were handed over.
  virtual bool keeps_order() const { return false; }
  // Called once when all observers are registered, before anything is sent.
  virtual void begin() {}

  // What is sent to other parts; null if the model cannot be divided.
  virtual Crossings* crossings() { return nullptr; }
  virtual void begin_window() {}
  // No packet that is here now, or has left in this window, is smaller: for Lookahead::window.
  virtual std::uint32_t smallest_packet() const { return UINT32_MAX; }

  // For observers. Null if no packets pass routers.
  virtual Fabric* fabric() { return nullptr; }
  virtual Routers* routers() { return nullptr; }
  virtual Latencies& latencies() = 0;
  // Null without [power].
  virtual PowerModel* power() { return nullptr; }

  // Results of this part.
  virtual const std::vector<DeliveryStatistics>& delivered_by_job() const = 0;
  virtual LinkLoad output_load(std::uint32_t /*router*/, std::uint32_t /*port*/) const { return {}; }
  virtual NicUse nic_use(std::uint32_t /*nic*/) const { return {}; }
  virtual std::vector<LinkErrorRow> link_errors() const { return {}; }
  // Of NetworkModel::counted().
  virtual std::vector<NetworkCount> counts() const { return {}; }
  // Only with power(); once, after the last event.
  virtual PowerShare collect_power(Time end) = 0;

  // Messages of which some packet or all of it is in this part, and packets.
  virtual std::uint32_t in_flight() const = 0;
  virtual std::uint64_t packets_in_flight() const { return 0; }
  // Events to come that will find nothing to do, such as timers of what has been acknowledged.
  virtual std::uint64_t idle_timers() const { return 0; }
  // How old pauses are that may be a deadlock.
  virtual Time watchdog() const { return kNever; }
  // Outputs that their neighbours have had pause since then or before, though something waits there.
  virtual std::uint64_t stalled(Time /*since*/) { return 0; }
  // Packets that cannot be forwarded, the first of each queue; and a description of one.
  virtual std::vector<BlockedPacket> blocked() const { return {}; }
  virtual std::string describe(const BlockedPacket&) const { return {}; }
  // Whether nothing is left anywhere; `why` names the first exception.
  virtual bool at_rest(std::string& /*why*/) { return in_flight() == 0; }

  virtual NetworkMemory memory() const = 0;
  // Frees the memory of packets and messages that have been delivered.
  virtual void release_memory() {}
};

}  // namespace kasuri
