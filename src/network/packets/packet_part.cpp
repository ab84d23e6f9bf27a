// SPDX-License-Identifier: MIT
#include "network/packets/packet_part.h"

#include <fmt/format.h>

#include "network/model/credit_loop.h"
#include "network/model/link_classes.h"
#include "network/router/layout.h"
#include "network/routing/traffic_classes.h"
#include "network/net/link_faults.h"
#include "network/net/slow_links.h"
#include "network/nic/nic.h"
#include "network/power/model.h"

namespace kasuri {
namespace {

bool has_signals(const NetworkPlan& plan) { return plan.power && PowerModel::needs_signals(*plan.power); }

FabricParams fabric_params(const PartContext& c) {
  const NetworkSettings& s = c.settings;
  return {.vcs = s.router.all_vcs(),
          .receive_buffer =
              static_cast<std::int32_t>(receive_buffer(s, link_classes(s, *c.plan.topology).back()).n),
          .largest_packet = static_cast<std::int32_t>(s.nic.packet.n),
          .lookahead = c.links,
          .retry_time = s.faults ? s.faults->retry_time : Time{0}};
}

// Routers that take flits have the event of a head when it comes.
MachinePart machine_of(const PartContext& c) {
  MachinePart m = c.machine();
  if (c.settings.router.moves_flits()) m.request = Time{0};
  return m;
}

FlitRoom flit_room(const RouterParams& r) {
  if (!r.moves_flits()) return {};
  return {static_cast<std::int32_t>(r.flit.n), r.wait_for_tail_credit};
}

std::unique_ptr<Routers> make_routers(const PartContext& c, Fabric& fabric) {
  const bool watched =
      c.plan.power || c.watches_packets || c.plan.faults.degraded.any() || fabric.failures;
  RouterContext context{fabric, c.settings.router, watched, c.splits_links};
  return config::Choice<Routers>(c.settings.router.architecture).make(context);
}

}  // namespace

PacketPart::PacketPart(const PartContext& c)
    : fabric_(machine_of(c), fabric_params(c)),
      routers_((set_windows(c), make_routers(c, fabric_))),
      nics_(std::make_unique<Nics>(c.settings.nic, fabric_, c.jobs, flit_room(c.settings.router))),
      crossings_(fabric_.channels, fabric_, c.part),
      faults_(c.plan.faults) {
  if (c.plan.power) {
    power_ = std::make_unique<PowerModel>(*c.plan.power, fabric_);
    fabric_.power = &*power_;
    fabric_.signals = this;
  }
  if (c.settings.router.classes == 1) return;
  for (std::uint32_t job = 0; job < c.jobs; ++job) {
    nics_->limit_vcs(job, vcs_of_class(c.traffic_classes[job], c.settings.router.vcs));
  }
}

PacketPart::~PacketPart() = default;

Transport& PacketPart::transport() { return *nics_; }
Latencies& PacketPart::latencies() { return nics_->deliveries().latencies; }
NicUse PacketPart::nic_use(std::uint32_t nic) const { return nics_->use(nic); }
std::uint32_t PacketPart::in_flight() const { return nics_->in_flight(); }
void PacketPart::begin_window() { nics_->packet_sizes().begin_window(); }
std::uint32_t PacketPart::smallest_packet() const { return nics_->packet_sizes().smallest(); }
const std::vector<DeliveryStatistics>& PacketPart::delivered_by_job() const {
  return nics_->deliveries().by_job();
}

void PacketPart::set_windows(const PartContext& c) {
  const Time window = c.links.window(UINT32_MAX);
  if (window < kShortestSweep || has_signals(c.plan)) return;
  c.partition.set_window(window, fabric_.router_count());
  if (c.decomposition.parts() > 1) c.partition.set_boundary(c.decomposition.boundary(c.part));
}

// Faults are between routers or NICs and their observers.
void PacketPart::begin() {
  const Failures* const failures = fabric_.failures;
  if (faults_.degraded.any() || (failures && failures->epochs() > 1)) {
    link_faults_ = std::make_unique<LinkFaults>(faults_.degraded, failures, fabric_);
  }
  if (fabric_.power && fabric_.power->scales_rate()) {
    slow_links_ = std::make_unique<SlowLinks>(fabric_);
    fabric_.slow = &*slow_links_;
  }
}

LinkLoad PacketPart::output_load(std::uint32_t router, std::uint32_t port) const {
  const OutputUse out = routers_->output(router, port);
  return {out.packets, out.bytes,
          out.packets && slow_links_ ? slow_links_->of_output(router, port) : Time{0}};
}

std::vector<NetworkCount> PacketPart::counts() const {
  const std::optional<AllocationWaits> waits = routers_->allocation_waits();
  if (!waits) return {};
  const auto ps = [](Time t) { return NetworkCount{static_cast<std::uint64_t>(t.ps)}; };
  return {ps(waits->vc), ps(waits->switch_), {waits->hops}};
}

std::vector<LinkErrorRow> PacketPart::link_errors() const {
  return link_faults_ ? link_faults_->errors() : std::vector<LinkErrorRow>{};
}

PowerShare PacketPart::collect_power(Time end) {
  return power_->collect(end, {[this](RouterId r, std::uint32_t port) {
                                 return routers_->output(r.v, port).free;
                               },
                               [this](EndpointId e) { return nics_->last_tail(e.v); }});
}

std::string PacketPart::describe(const BlockedPacket& b) const {
  const Topology& t = fabric_.topology;
  const Packet& p = fabric_.packets[b.packet];
  const std::uint32_t degree = t.degree(b.at);
  const std::string wants =
      b.wanted_port >= degree
          ? fmt::format("its node's NIC {}", b.wanted_port - degree)
          : fmt::format("the link to router {}, vcs {:#x}",
                        position(t, t.neighbour(b.at, b.wanted_port).router), b.wanted_vcs);
  return fmt::format("  router {} input {} vc {}: {} packet{}, the first from NIC {} to NIC {} "
                     "({} bytes) waits since {} for {}",
                     position(t, b.at), b.port, b.vc, b.queued, b.queued == 1 ? "" : "s",
                     p.source.v, p.destination.v, p.bytes, to_string(b.since), wants);
}

bool PacketPart::at_rest(std::string& why) {
  if (!routers_->at_rest(why) || !nics_->at_rest(why)) return false;
  if (fabric_.packets.in_use() == 0 && nics_->in_flight() == 0) return true;
  why = fmt::format("{} packets and {} messages", fabric_.packets.in_use(), nics_->in_flight());
  return false;
}

NetworkMemory PacketPart::memory() const {
  return {.nodes = nics_->nodes(),
          .routers = RouterBlocks::bytes_of(fabric_),
          .nics = nics_->memory_bytes(),
          .packets = fabric_.packets.memory_bytes(),
          .messages = nics_->message_bytes()};
}

void PacketPart::release_memory() {
  fabric_.packets.release_memory();
  nics_->release_memory();
}

}  // namespace kasuri
