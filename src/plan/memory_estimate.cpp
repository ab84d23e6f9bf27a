// SPDX-License-Identifier: MIT
#include "plan/memory_estimate.h"


#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/host_memory.h"
#include "engine/event.h"
#include "mpi/world.h"
#include "net/link_faults.h"
#include "net/packet.h"
#include "nic/nic.h"
#include "power/model.h"
#include "router/route_selection.h"
#include "router/layout.h"
#include "router/output_queues.h"
#include "router/flit_input_queued.h"
#include "router/speedup.h"

namespace kasuri {
namespace {

constexpr std::uint64_t kToCome = 2 << 20;  // code and libraries that are not used before the run
constexpr std::uint64_t kPerTraceRank = 2 << 10;
constexpr std::uint64_t kPerMessage = 128;

// What ranks of a program are known by, counters of a peer in both directions, and of the stack the one
// page that all touch and the second one that some do.
constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPerProgramRank = sizeof(mpi::World::Rank) + sizeof(mpi::Coroutine) +
                                          2 * 64 + 64 + kPage + kPage / 4;

// Packets under way at a router that is neither idle nor jammed, from runs at half of saturation: each
// input port holds about one, with its event. Programs that talk to their neighbours have half as many.
std::uint64_t traffic_bytes(const Config& c, const Plan& plan) {
  const std::uint64_t ports = channel_count(*plan.topology) + plan.topology->endpoints();
  const bool programs = std::ranges::all_of(c.jobs, [](const JobParams& j) { return !!j.program; });
  return ports * (sizeof(Packet) + sizeof(Event)) / (programs ? 2 : 1);
}

// Of power's tables: while they are counted, put together, and as columns to be written.
std::uint64_t power_chunk_bytes(const Plan& plan) {
  constexpr std::uint64_t kValue = sizeof(std::int64_t);
  const PowerSettings& s = *plan.power;
  if (s.params.transient == Transient::none) return 0;
  const Topology& t = *plan.topology;
  const std::uint64_t outputs = channel_count(t) + t.endpoints();
  const bool by_link = PowerModel::by_link(s);
  const std::uint64_t counted = by_link ? 3 * (outputs + t.endpoints()) : t.routers();
  const std::uint64_t written = 4ull * t.routers() + (by_link ? 6 * outputs : 0);
  return kValue * (2 * counted + written);
}

std::uint64_t chunks_within(Time limit, Time chunk) {
  return limit == kNever ? 1 : static_cast<std::uint64_t>((limit.ps + chunk.ps - 1) / chunk.ps);
}

}  // namespace

std::uint64_t estimate_memory(const Config& c, const Plan& plan) {
  const Topology& t = *plan.topology;
  const RouterLayout layout(t, c.router.all_vcs());
  std::uint64_t bytes = present_memory() + kToCome + traffic_bytes(c, plan);
  bytes += std::uint64_t{t.routers()} * (layout.stride + sizeof(std::uint64_t));
  if (c.router.moves_flits()) {
    bytes += std::uint64_t{t.routers()} * FlitInputQueued::bytes_per_router(layout);
  } else if (c.router.queues_at_outputs()) {
    bytes += std::uint64_t{t.routers()} * layout.ports * OutputQueues::bytes_per_output(c.router.all_vcs());
  } else if (c.router.speedup > 1) {
    bytes += std::uint64_t{t.routers()} * layout.ports * Speedup::bytes_per_port();
  }
  if (plan.routing->adaptive()) {
    bytes += std::uint64_t{t.routers()} * RouteSelection::bytes_per_router(layout);
  }
  bytes += std::uint64_t{t.endpoints()} * Nics::bytes_per_nic(c.router.all_vcs());
  if (plan.power) {
    const std::uint64_t links = channel_count(t) + 2ull * t.endpoints();
    bytes += links * PowerModel::bytes_per_link(c.jobs.size() > 1);
    bytes += power_chunk_bytes(plan) * chunks_within(c.run.time_limit, plan.power->params.chunk);
  }
  if (plan.faults.degraded.any() || (plan.faults.failures && plan.faults.failures->epochs() > 1)) {
    bytes += (channel_count(t) + 2ull * t.endpoints()) * LinkFaults::bytes_per_link(plan.faults.degraded);
  }
  for (const auto& probe : plan.probes) bytes += probe->memory_bytes();
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    const std::uint64_t ranks = plan.placement[i].size();
    bytes += ranks * (c.jobs[i].program ? kPerProgramRank
                      : !c.jobs[i].pattern ? kPerTraceRank + kPerMessage
                                        : 64 + kPerMessage);
  }
  return bytes;
}

std::string describe_power_tables(const Plan& plan, std::uint64_t at_least) {
  const std::uint64_t bytes = plan.power ? power_chunk_bytes(plan) : 0;
  if (bytes < at_least) return {};
  return fmt::format("power by chunks of {} for each {}: {} of memory a chunk",
                     to_string(plan.power->params.chunk),
                     PowerModel::by_link(*plan.power) ? "link" : "router",
                     to_string(Bytes{static_cast<std::int64_t>(bytes)}));
}

std::uint64_t least_memory(const Config& c, const Plan& plan) {
  const Topology& t = *plan.topology;
  constexpr std::uint64_t kRoutingTable = sizeof(std::uint64_t);
  const std::uint64_t endpoints = t.endpoints();
  std::uint64_t bytes = t.routers() * (sizeof(RouterPort) + kRoutingTable) +
                        endpoints * (sizeof(RouterPort) + Nics::bytes_per_nic(c.router.all_vcs()));
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    const JobParams& job = c.jobs[i];
    const std::uint64_t nodes = endpoints / static_cast<std::uint64_t>(c.nic.per_node);
    const std::uint64_t ranks = plan.jobs[i].ranks ? *plan.jobs[i].ranks : nodes * job.ranks_per_node;
    bytes += ranks * (job.program ? kPerProgramRank : sizeof(NodeId));
  }
  return bytes;
}

}  // namespace kasuri
