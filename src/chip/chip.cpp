// SPDX-License-Identifier: MIT
// Runs one experiment: structure, demands, plan, verification, energy, delay, and the mesh.
#include "chip/chip.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "chip/bound.h"
#include "chip/online.h"
#include "chip/verify.h"
#include "core/check.h"
#include "core/errors.h"
#include "core/rng.h"

namespace kasuri::chip {
namespace {

constexpr std::uint32_t kStartStream = 48;

[[noreturn]] void refuse_unroutable(const std::vector<Demand>& all) {
  throw Error(Exit::limit,
              fmt::format("error: {} demands find no path, the first from server {} to server {}; "
                          "unroutable = \"dropped\" compares the others, unroutable = "
                          "\"left-out\" leaves them to the mesh",
                          all.size(), all[0].source.v, all[0].target.v));
}

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
  const bool contend = config.chip.delay.joins == "contend";
  const Outputs outputs = contend ? plan.circuits.outputs() : Outputs::exclusive;
  std::vector<Flow> flows(demands.size());
  for (std::uint32_t rank = 0; rank < plan.order.size(); ++rank) {
    const std::uint32_t i = plan.order[rank];
    flows[i].rank = rank;
    flows[i].start = starts[i];
    if (!plan.paths[i]) continue;
    flows[i].steps = resources(structure, *plan.paths[i], demands[i], outputs);
    flows[i].bits = demands[i].bits;
  }
  return flows;
}

std::vector<Flow> Experiment::mesh_flows(const Plan& plan, const Mesh& mesh) const {
  const std::string& chosen = config.chip.delay.mesh_path;
  const auto how = [&](std::uint32_t rank) {
    if (chosen == "dijkstra") return MeshPath::dijkstra;
    return chosen == "balanced" && rank % 2 == 1 ? MeshPath::column_first : MeshPath::row_first;
  };
  const bool mesh_carries_all = config.chip.unroutable == "left-out";
  std::vector<Flow> flows(demands.size());
  for (std::uint32_t rank = 0; rank < plan.order.size(); ++rank) {
    const std::uint32_t i = plan.order[rank];
    flows[i].rank = rank;
    flows[i].start = starts[i];
    if (!plan.paths[i] && !mesh_carries_all) continue;
    const Path path = mesh.path(demands[i], how(rank));
    flows[i].steps = resources(mesh.structure(), path, demands[i]);
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
  r.has_delays = delay.run || config.chip.online.run;  // of which it speaks beside the mesh
  r.planned.energy = energy_of(plan, costs, demands);
  if (!plan.round.empty()) r.rounds = 1 + *std::ranges::max_element(plan.round);

  for (std::uint32_t i = 0; i < demands.size(); ++i) {
    const Demand& d = demands[i];
    const double on_mesh =
        static_cast<double>(d.bits) * static_cast<double>(mesh.cost(d, mesh_costs));
    r.mesh_of_all += on_mesh;
    if (!plan.paths[i]) {
      r.unroutable.push_back(d);
      continue;
    }
    r.mesh.energy += on_mesh;
    for (const ChannelId c : steps_of(structure, *plan.paths[i])) {
      ++r.steps;
      r.circuit_steps += !structure.is_packet(structure[c].to);
    }
  }
  if (config.chip.unroutable == "refused" && !r.unroutable.empty()) refuse_unroutable(r.unroutable);
  r.mesh.energy /= Costs::kUnitsPerWeight;
  r.mesh_of_all /= Costs::kUnitsPerWeight;
  if (config.chip.unroutable == "left-out") r.mesh.energy = r.mesh_of_all;

  if (r.has_delays) {
    fill_delays(r.mesh, simulate(mesh_flows(plan, mesh), resources(mesh.structure()), delay),
                starts);
    fill_delays(r.planned, simulate_rounds(planned_flows(plan), plan.round, r.rounds,
                                           resources(structure), delay),
                starts);
  }
  if (config.chip.online.run) r.online = run_online(*this);
  if (config.chip.lower_bound) {
    r.lower_bound = energy_lower_bound({structure, costs, demands, order, config.chip.seed});
  }
  add_static(r, mesh.structure());
  return r;
}

void Experiment::add_static(Result& r, const Structure& mesh) const {
  const StaticParams& p = config.chip.energy.static_power;
  const auto add = [&](Measures& m, const Structure& s) {
    m.static_energy =
        static_power(s, p).sum() * static_cast<double>(p.clocks.value_or(m.makespan));
    m.energy += m.static_energy;
  };
  add(r.planned, structure);
  add(r.mesh, mesh);
  r.mesh_of_all += r.mesh.static_energy;
  if (r.online) add(r.online->measures, structure);
  // Without given clocks nothing is known of how long a better plan would take.
  if (r.lower_bound && p.clocks) *r.lower_bound += r.planned.static_energy;
}

Result run(const Config& config) {
  const Experiment experiment(config);
  return experiment.measure(experiment.plan(config.chip.planner));
}

double percent(double a, double b) { return a == b ? 100 : 100 * a / b; }

}  // namespace kasuri::chip
