// SPDX-License-Identifier: MIT
// Runs one experiment: structure, demands, plan, verification, energy, delay, and the mesh.
#include "chip/chip.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "chip/bound.h"
#include "chip/mesh.h"
#include "chip/online.h"
#include "chip/verify.h"
#include "core/check.h"
#include "core/rng.h"

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
                                                 const Demand& d) const {
  const bool server_links = config.chip.delay.server_links;
  std::vector<std::uint32_t> all;
  if (server_links) all.push_back(s.channels() + d.source.v);
  for (const ChannelId c : steps_of(s, path)) all.push_back(c.v);
  if (server_links) all.push_back(s.channels() + s.servers() + d.target.v);
  return all;
}

void fill_delays(Measures& m, const std::vector<Flow>& flows, const Delays& delays) {
  std::vector<std::int64_t> latencies;
  double sum = 0;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (flows[f].bits == 0) continue;
    latencies.push_back(delays.arrival[f] - flows[f].start);
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

Result Experiment::measure(const Plan& plan) const {
  const auto broken = broken_promise(plan, structure, demands);
  check(!broken, broken.value_or(""));
  const DelayParams& delay = config.chip.delay;
  const Mesh mesh(structure, config.layout.link_mm);
  const Costs mesh_costs(mesh.structure(), config.chip.energy);

  Result r;
  r.structure = structure.describe();
  r.demands = demands.size();
  r.circuits = plan.circuits_set;
  r.searches = plan.searches;
  r.planned.energy = energy_of(plan, costs, demands);
  if (!plan.round.empty()) r.rounds = 1 + *std::ranges::max_element(plan.round);

  std::vector<Flow> flows(demands.size()), mesh_flows(demands.size());
  for (std::uint32_t rank = 0; rank < plan.order.size(); ++rank) {
    const std::uint32_t i = plan.order[rank];
    const Demand& d = demands[i];
    flows[i].rank = mesh_flows[i].rank = rank;
    flows[i].start = mesh_flows[i].start = starts[i];
    if (!plan.paths[i]) continue;
    flows[i].steps = resources(structure, *plan.paths[i], d);
    for (const ChannelId c : steps_of(structure, *plan.paths[i])) {
      ++r.steps;
      r.circuit_steps += !structure.is_packet(structure[c].to);
    }
    const bool column_first = delay.mesh_path == "balanced" && rank % 2 == 1;
    const Path on_mesh = mesh.path(d, column_first);
    mesh_flows[i].steps = resources(mesh.structure(), on_mesh, d);
    flows[i].bits = mesh_flows[i].bits = d.bits;
    r.mesh.energy += static_cast<double>(d.bits) * static_cast<double>(mesh_costs.of(on_mesh));
  }
  r.mesh.energy /= Costs::kUnitsPerWeight;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    if (!plan.paths[i]) r.unroutable.push_back(demands[i]);
  }

  fill_delays(r.mesh, mesh_flows, simulate(mesh_flows, resources(mesh.structure()), delay));
  fill_delays(r.planned, flows, simulate_rounds(flows, plan.round, r.rounds,
                                                resources(structure), delay));
  if (config.chip.online.run) r.online = run_online(*this);
  if (config.chip.lower_bound) {
    r.lower_bound = energy_lower_bound({structure, costs, demands, order, config.chip.seed});
  }
  return r;
}

Result run(const Config& config) {
  const Experiment experiment(config);
  return experiment.measure(experiment.plan(config.chip.planner));
}

double percent(double a, double b) { return a == b ? 100 : 100 * a / b; }

}  // namespace kasuri::chip
