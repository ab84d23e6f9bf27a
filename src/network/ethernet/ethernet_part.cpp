// SPDX-License-Identifier: MIT
#include "network/ethernet/ethernet_part.h"

#include <fmt/format.h>

#include <optional>

#include "base/core/words.h"
#include "network/ethernet/hosts.h"
#include "network/ethernet/switches.h"
#include "network/power/model.h"

namespace kasuri {
namespace {

class EthernetPart final : public NetworkPart {
 public:
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

  Time watchdog() const override { return switches_.watchdog(); }
  std::uint64_t stalled(Time since) override { return switches_.stalled(since); }
  std::vector<BlockedPacket> blocked() const override { return switches_.blocked(); }
  std::string describe(const BlockedPacket&) const override;
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


EthernetPart::EthernetPart(const PartContext& c, Time between)
    : fabric_(c.machine(), ethernet_settings(c.settings, c.plan), between, c.traffic_classes),
      switches_(fabric_, c.plan.faults.degraded),
      hosts_(c.settings.nic, fabric_, c.plan.faults.degraded, c.jobs),
      crossings_(fabric_.boxes, hosts_, c.part) {
  if (between != kNever && std::min(between, c.links.window(UINT32_MAX)) >= kShortestSweep) {
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
          {static_cast<std::uint64_t>(c.completion_max.ps), true},
          {c.trimmed}, {c.grants}, {c.requests},
          {static_cast<std::uint64_t>(c.completed_at.ps), true},
          {c.slower},
          {c.slower_max, true},
          {c.congested_at_hosts},
          {c.congested_between},
          {c.pauses}, {c.pauses_at_hosts}, {c.pauses_spread},
          {static_cast<std::uint64_t>(c.paused.ps)}, {c.held}, {c.victims},
          {c.shares}, {c.squared_shares}, {c.open_pauses}};
}

std::string EthernetPart::describe(const BlockedPacket& b) const {
  const EthernetPacket& p = fabric_.packets[b.packet];
  const Topology& t = fabric_.topology;
  return fmt::format(
      "  router {} input {}: {}, the first from NIC {} to NIC {}, for the link to router {}, "
      "which has paused since {}",
      position(t, b.at), b.port, grouped(b.queued, "packet"), p.source.v, p.destination.v,
      position(t, t.neighbour(b.at, b.wanted_port).router), to_string(b.since));
}

NetworkMemory EthernetPart::memory() const {
  return {.nodes = hosts_.nodes(),
          .routers = switches_.memory_bytes(),
          .nics = hosts_.memory_bytes(),
          .packets = fabric_.packets.memory_bytes(),
          .messages = hosts_.message_bytes()};
}

}  // namespace

std::unique_ptr<NetworkPart> ethernet_part(const PartContext& c, Time between) {
  return std::make_unique<EthernetPart>(c, between);
}

}  // namespace kasuri
