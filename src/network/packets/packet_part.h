// SPDX-License-Identifier: MIT
// Packets through routers: the routers and NICs of one part of the machine, with its sleeping links and its
// faults.
#pragma once

#include <memory>

#include "network/model/network_model.h"

namespace kasuri {

class LinkFaults;
class Nics;

class PacketPart final : public NetworkPart, public LinkSignals {
 public:
  explicit PacketPart(const PartContext&);
  ~PacketPart() override;

  MachinePart& machine() override { return fabric_; }
  Transport& transport() override;
  void begin() override;

  Crossings* crossings() override { return &crossings_; }
  void begin_window() override;
  std::uint32_t smallest_packet() const override;
  void signal(std::uint16_t part, const Event& e) override {
    fabric_.channels.to(part, e.time).signals.push_back(e);
  }

  Fabric* fabric() override { return &fabric_; }
  Routers* routers() override { return routers_.get(); }
  Latencies& latencies() override;
  PowerModel* power() override { return power_.get(); }

  const std::vector<DeliveryStatistics>& delivered_by_job() const override;
  LinkLoad output_load(std::uint32_t router, std::uint32_t port) const override;
  NicUse nic_use(std::uint32_t nic) const override;
  std::vector<NetworkCount> counts() const override;
  std::vector<LinkErrorRow> link_errors() const override;
  PowerShare collect_power(Time end) override;

  std::uint32_t in_flight() const override;
  std::uint64_t packets_in_flight() const override { return fabric_.packets.in_use(); }
  std::vector<BlockedPacket> blocked() const override { return routers_->blocked(); }
  std::string describe(const BlockedPacket&) const override;
  bool at_rest(std::string& why) override;

  NetworkMemory memory() const override;
  void release_memory() override;

 private:
  void set_windows(const PartContext&);

  Fabric fabric_;
  std::unique_ptr<Routers> routers_;
  std::unique_ptr<Nics> nics_;
  BoxCrossings<PacketBox, Fabric> crossings_;
  std::unique_ptr<PowerModel> power_;
  std::unique_ptr<LinkFaults> link_faults_;
  std::unique_ptr<SlowLinks> slow_links_;
  const FaultPlan& faults_;
};

}  // namespace kasuri
