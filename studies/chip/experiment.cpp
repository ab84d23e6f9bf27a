// SPDX-License-Identifier: MIT
#include "studies/chip/experiment.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/core/rng.h"

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kStartStream = 48;

}  // namespace

Experiment::Experiment(const Config& c)
    : config(c), structure(make_structure(c.layout, c.chip.seed)),
      costs(structure, c.chip.energy) {
  DemandContext context{structure.servers(), c.chip.seed};
  demands = c.chip.demands.make(context)->demands();
  order = planning_order(demands, c.chip.seed);

  const double span = c.chip.delay.mean_gap_clocks * static_cast<double>(demands.size());
  std::vector<std::uint64_t> draws;
  for (std::uint32_t i = 0; i < demands.size(); ++i) {
    const auto random = random_at(c.chip.seed, i, kStartStream, 0);
    starts.push_back(static_cast<std::int64_t>(span * (1 - unit_interval(random[0]))));
    draws.push_back(random[1]);
  }
  std::vector<std::uint32_t> arrivals(demands.size());
  std::iota(arrivals.begin(), arrivals.end(), 0);
  std::ranges::sort(arrivals, {}, [&](std::uint32_t i) {
    return std::tuple(starts[i], draws[i], i);
  });
  arrival_rank.resize(demands.size());
  for (std::uint32_t r = 0; r < arrivals.size(); ++r) arrival_rank[arrivals[r]] = r;
}

std::vector<std::uint32_t> Experiment::resources(const Structure& s, const Path& path,
                                                 const Demand& d, Outputs outputs) const {
  const bool server_links = config.chip.delay.server_links;
  std::vector<std::uint32_t> all;
  if (server_links) all.push_back(s.channels() + d.source.v);
  const bool shared = outputs == Outputs::shared;
  for (const ChannelId c : shared ? ends_of_steps(s, path) : steps_of(s, path)) all.push_back(c.v);
  if (server_links) all.push_back(s.channels() + s.servers() + d.target.v);
  return all;
}

std::vector<Flow> Experiment::planned_flows(const Plan& plan) const {
  const bool contend = config.chip.delay.joins == Joins::contend;
  const Outputs outputs = contend ? plan.circuits.outputs() : Outputs::exclusive;
  std::vector<Flow> flows(demands.size());
  for (std::uint32_t rank = 0; rank < plan.order.size(); ++rank) {
    const std::uint32_t i = plan.order[rank];
    flows[i].rank = rank;
    flows[i].start = starts[i];
    if (!plan.paths[i]) continue;
    flows[i].steps = resources(structure, *plan.paths[i], demands[i], outputs);
    flows[i].target = demands[i].target.v;
    flows[i].bits = demands[i].bits;
  }
  return flows;
}

std::vector<Flow> Experiment::mesh_flows(const Plan& plan, const Mesh& mesh) const {
  const MeshPaths chosen = config.chip.delay.mesh_path;
  const auto how = [&](std::uint32_t rank) {
    if (chosen == MeshPaths::dijkstra) return MeshPath::dijkstra;
    return chosen == MeshPaths::balanced && rank % 2 == 1 ? MeshPath::column_first : MeshPath::row_first;
  };
  const bool mesh_carries_all = config.chip.unroutable == Unroutable::left_out;
  std::vector<Flow> flows(demands.size());
  for (std::uint32_t rank = 0; rank < plan.order.size(); ++rank) {
    const std::uint32_t i = plan.order[rank];
    flows[i].rank = rank;
    flows[i].start = starts[i];
    if (!plan.paths[i] && !mesh_carries_all) continue;
    const Path path = mesh.path(demands[i], how(rank));
    flows[i].steps = resources(mesh.structure(), path, demands[i]);
    flows[i].target = demands[i].target.v;
    flows[i].bits = demands[i].bits;
  }
  return flows;
}

void fill_delays(Measures& m, const Delays& delays, const std::vector<std::int64_t>& starts) {
  std::vector<std::int64_t> latencies;
  double sum = 0;
  for (std::size_t f = 0; f < delays.arrival.size(); ++f) {
    if (delays.arrival[f] == Delays::kNever) continue;
    latencies.push_back(delays.arrival[f] - starts[f]);
    sum += static_cast<double>(latencies.back());
  }
  m.makespan = std::max(m.makespan, delays.makespan);
  if (latencies.empty()) return;
  m.mean_latency = sum / static_cast<double>(latencies.size());
  const auto rank = (latencies.size() * 99 + 99) / 100 - 1;
  std::ranges::nth_element(latencies, latencies.begin() + static_cast<std::ptrdiff_t>(rank));
  m.p99_latency = latencies[rank];
}

Plan Experiment::plan(const config::Choice<Planner>& choice) const {
  PlanContext context{structure, costs, demands, order, config.chip.seed};
  return choice.make(context)->plan();
}

}  // namespace kasuri::chip
