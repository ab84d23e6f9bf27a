// SPDX-License-Identifier: MIT
#include "sim/job_energy.h"

#include <algorithm>
#include <map>

#include "sim/machine.h"
#include "sim/results.h"

namespace kasuri {
namespace {

// A job's part of the machine.
struct Share {
  std::map<std::uint32_t, double> nodes;    // of each node
  std::map<std::uint32_t, double> routers;  // of each router that has nodes
  double all_nodes = 0;                     // of routers that have none
  Time from{0}, to{0};
};

std::vector<Share> shares(const Machine& m, const Results& r, Time end) {
  const Plan& plan = m.plan();
  const Topology& t = m.topology();
  const std::uint32_t nics = t.endpoints() / std::max(1u, plan.nodes);
  std::vector<std::uint32_t> ranks(plan.nodes, 0);
  for (const auto& placement : plan.placement) {
    for (const NodeId n : placement) ++ranks[n.v];
  }
  std::vector<Share> all(plan.placement.size());
  Time last{0};
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (const NodeId n : plan.placement[j]) all[j].nodes[n.v] += 1.0 / ranks[n.v];
    double nodes = 0;
    for (const auto& [node, share] : all[j].nodes) {
      const RouterId router = t.router_of({node * nics});
      all[j].routers[router.v] += share * nics / t.endpoints_at(router);
      nodes += share;
    }
    all[j].all_nodes = nodes / std::max(1u, plan.nodes);
    all[j].from = r.jobs[j].start;
    all[j].to = earlier(r.jobs[j].start + r.jobs[j].time, end);
    last = later(last, all[j].to);
  }
  for (Share& s : all) {
    if (s.to == last) s.to = end;
    s.from = earlier(s.from, s.to);
  }
  return all;
}

double weigh(const Share& s, const std::vector<double>& by_router, double without_nodes) {
  double sum = s.all_nodes * without_nodes;
  for (const auto& [router, share] : s.routers) sum += share * by_router[router];
  return sum;
}

double of_routers_without_nodes(const Topology& t, const std::vector<double>& by_router) {
  double sum = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (t.endpoints_at({r}) == 0) sum += by_router[r];
  }
  return sum;
}

}  // namespace

std::vector<JobEnergy> job_energies(const PowerSettings& settings, const PowerResults& counted,
                                    const EnergyReport& energy, const Machine& m,
                                    const Results& r) {
  const Topology& t = m.topology();
  const std::uint32_t nics = t.endpoints() / std::max(1u, m.plan().nodes);
  const std::vector<Share> all = shares(m, r, counted.end);
  std::vector<JobEnergy> jobs(all.size());
  const double without_nodes = of_routers_without_nodes(t, energy.router_j);
  const auto is_part = [&](const Share& s) { return s.from > Time{0} || s.to < counted.end; };
  for (std::size_t j = 0; j < all.size(); ++j) {
    const Share& s = all[j];
    const double time = (s.to - s.from).seconds();
    const double ratio = energy.time_s > 0 ? time / energy.time_s : 0;
    if (!is_part(s)) {
      jobs[j].network_j = weigh(s, energy.router_j, without_nodes);
    } else if (counted.chunks.empty()) {
      jobs[j].network_j = ratio * weigh(s, energy.router_j, without_nodes);
    }
    // What NICs draw whatever happens goes by time, what they draw for bits is the job's.
    const double idle_nic = settings.watts.nic_static * energy.time_s;
    for (const auto& [node, share] : s.nodes) {
      for (std::uint32_t k = 0; k < nics; ++k) {
        const double nic_j = energy.nic_j[node * nics + k];
        jobs[j].network_j += share * (nic_j - (1 - ratio) * idle_nic);
      }
      jobs[j].hosts_j += share * settings.watts.host_idle * time;
    }
    jobs[j].hosts_j += settings.watts.host_busy * r.jobs[j].spent.computing.seconds();
  }
  if (std::ranges::none_of(all, is_part)) return jobs;
  for (std::size_t c = 0; c < counted.chunks.size(); ++c) {
    const Span span = counted.span_of(c);
    const ChunkPower power = assess_chunk(settings, counted, t, c);
    const double none = of_routers_without_nodes(t, power.watts);
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (!is_part(all[j])) continue;
      const Time overlap = earlier(span.to, all[j].to) - later(span.from, all[j].from);
      if (overlap > Time{0}) {
        jobs[j].network_j += weigh(all[j], power.watts, none) * overlap.seconds();
      }
    }
  }
  return jobs;
}

}  // namespace kasuri
