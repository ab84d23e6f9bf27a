// SPDX-License-Identifier: MIT
// Runs one experiment: structure, demands, plan, verification, energy, delay, and the mesh.
#include "studies/chip/chip.h"

#include <fmt/format.h>

#include <algorithm>

#include "studies/chip/bound.h"
#include "studies/chip/verify.h"
#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri::chip {
namespace {

[[noreturn]] void refuse_unroutable(const std::vector<Demand>& all) {
  throw Error(Exit::limit, ErrorPlace(),
              fmt::format("{} demands have no path, the first from server {} to server {}; unroutable = "
                          "\"dropped\" compares the others, unroutable = \"left-out\" leaves them to the "
                          "mesh", all.size(), all[0].source.v, all[0].target.v));
}

}  // namespace

// Adds the energy of static power to what moving bits takes.
static void add_static(const Experiment& e, Result& r, const Structure& mesh) {
  const StaticParams& p = e.config.chip.energy.static_power;
  const auto add = [&](Measures& m, const Structure& s) {
    m.static_energy =
        static_power(s, p).sum() * static_cast<double>(p.clocks.value_or(m.makespan));
    m.energy += m.static_energy;
  };
  add(r.planned, e.structure);
  add(r.mesh, mesh);
  r.mesh_of_all += r.mesh.static_energy;
  if (r.online) add(r.online->measures, e.structure);
  // Without given clocks nothing is known of how long a better plan would take.
  if (r.lower_bound && p.clocks) *r.lower_bound += r.planned.static_energy;
}

Result measure(const Experiment& e, const Plan& plan) {
  const Structure& structure = e.structure;
  const std::vector<Demand>& demands = e.demands;
  const auto broken = broken_promise(plan, structure, demands);
  check(!broken, broken.value_or(""));
  const DelayParams& delay = e.config.chip.delay;
  const Mesh mesh(structure, e.config.layout.link_mm);
  const Costs mesh_costs(mesh.structure(), e.config.chip.energy);

  Result r;
  r.structure = structure.describe();
  r.demands = demands.size();
  r.circuits = plan.circuits_set;
  r.searches = plan.searches;
  r.has_delays = delay.run || e.config.chip.online.run;  // of which it speaks beside the mesh
  r.planned.energy = energy_of(plan, e.costs, demands);
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
  if (e.config.chip.unroutable == Unroutable::refused && !r.unroutable.empty()) {
    refuse_unroutable(r.unroutable);
  }
  r.mesh.energy /= Costs::kUnitsPerWeight;
  r.mesh_of_all /= Costs::kUnitsPerWeight;
  if (e.config.chip.unroutable == Unroutable::left_out) r.mesh.energy = r.mesh_of_all;

  if (r.has_delays) {
    fill_delays(r.mesh, simulate(e.mesh_flows(plan, mesh), e.resources(mesh.structure()), delay),
                e.starts);
    fill_delays(r.planned, simulate_rounds(e.planned_flows(plan), plan.round, r.rounds,
                                           e.resources(structure), delay),
                e.starts);
  }
  if (e.config.chip.online.run) r.online = run_online(e);
  if (e.config.chip.lower_bound) {
    r.lower_bound = energy_lower_bound({structure, e.costs, demands, e.order, e.config.chip.seed});
  }
  add_static(e, r, mesh.structure());
  return r;
}

Result run(const Config& config) {
  const Experiment experiment(config);
  return measure(experiment, experiment.plan(config.chip.planner));
}

double percent(double a, double b) { return a == b ? 100 : 100 * a / b; }

}  // namespace kasuri::chip
