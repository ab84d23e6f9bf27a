// SPDX-License-Identifier: MIT
// The switches and hosts of one part of an Ethernet.
#pragma once

#include <optional>

#include "network/ethernet/hosts.h"
#include "network/ethernet/switches.h"
#include "network/model/network_model.h"
#include "network/power/model.h"

namespace kasuri {

class EthernetPart final : public NetworkPart {
 public:
  // `between`: the lookahead of all links between switches.
  EthernetPart(const PartContext&, Time between);

  MachinePart& machine() override { return fabric_; }
  Transport& transport() override { return hosts_; }
  Crossings* crossings() override { return &crossings_; }
  Latencies& latencies() override { return hosts_.latencies(); }
  PowerModel* power() override { return power_ ? &*power_ : nullptr; }

  const std::vector<DeliveryStatistics>& delivered_by_job() const override {
    return hosts_.delivered_by_job();
  }
  LinkLoad output_load(std::uint32_t router, std::uint32_t port) const override {
    return switches_.load(router, port);
  }
  NicUse nic_use(std::uint32_t nic) const override { return hosts_.use(nic); }
  std::vector<NetworkCount> counts() const override;
  PowerShare collect_power(Time end) override;

  std::uint32_t in_flight() const override { return hosts_.in_flight(); }
  std::uint64_t idle_timers() const override { return hosts_.idle_timers(); }
  std::uint64_t packets_in_flight() const override { return fabric_.packets.in_use(); }
  NetworkMemory memory() const override;
  void release_memory() override { fabric_.packets.release_memory(); }

 private:
  EthernetFabric fabric_;
  Switches switches_;
  EthernetHosts hosts_;
  BoxCrossings<EthernetBox, EthernetHosts> crossings_;
  std::optional<PowerModel> power_;
};

}  // namespace kasuri
