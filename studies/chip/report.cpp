// SPDX-License-Identifier: MIT
// A result as JSON and in words.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "studies/chip/chip.h"

namespace kasuri::chip {
namespace {

using Json = nlohmann::ordered_json;

// null if the mesh has nothing to compare with: no bits to send, or no way for any.
Json percent_of(double ours, double mesh) { return mesh > 0 ? Json(percent(ours, mesh)) : Json(); }

// null if there were no delays to compute.
template <class Number>
Json clocks(bool known, Number n) {
  return known ? Json(n) : Json();
}

Json measures_json(const Measures& m, bool has_delays = true) {
  return {{"energy", m.energy},
          {"static_energy", m.static_energy},
          {"makespan_clocks", clocks(has_delays, m.makespan)},
          {"mean_latency_clocks", clocks(has_delays, m.mean_latency)},
          {"p99_latency_clocks", clocks(has_delays, m.p99_latency)}};
}

}  // namespace

nlohmann::ordered_json to_json(const Result& r, const Config& c) {
  Json j = measures_json(r.planned, r.has_delays);
  const auto ratio = [&](auto ours, auto mesh) {
    return clocks(r.has_delays, percent_of(static_cast<double>(ours), static_cast<double>(mesh)));
  };
  j["energy_ratio_percent"] = percent_of(r.planned.energy, r.mesh.energy);
  j["makespan_ratio_percent"] = ratio(r.planned.makespan, r.mesh.makespan);
  j["mean_latency_ratio_percent"] = ratio(r.planned.mean_latency, r.mesh.mean_latency);
  j["p99_latency_ratio_percent"] = ratio(r.planned.p99_latency, r.mesh.p99_latency);
  j["circuits"] = r.circuits;
  j["unroutable"] = r.unroutable.size();
  j["demands"] = r.demands;
  j["steps"] = r.steps;
  j["circuit_steps"] = r.circuit_steps;
  j["rounds"] = r.rounds;
  j["searches"] = r.searches;
  j["structure"] = r.structure;
  j["seed"] = c.chip.seed;
  j["mesh"] = measures_json(r.mesh, r.has_delays);
  if (r.online) {
    Json o = measures_json(r.online->measures);
    o["energy_ratio_percent"] = percent_of(r.online->measures.energy, r.mesh.energy);
    o["mean_latency_ratio_percent"] =
        ratio(r.online->measures.mean_latency, r.mesh.mean_latency);
    o["circuits_set"] = r.online->set;
    o["circuits_released"] = r.online->released;
    o["unroutable"] = r.online->unroutable;
    j["online"] = o;
  }
  if (r.lower_bound) {
    j["energy_lower_bound"] = *r.lower_bound;
    j["energy_lower_bound_ratio_percent"] = percent_of(*r.lower_bound, r.mesh.energy);
  }
  j["unroutable_demands"] = Json::array();
  for (const Demand& d : r.unroutable) {
    j["unroutable_demands"].push_back(
        {{"source", d.source.v}, {"target", d.target.v}, {"bits", d.bits}});
  }
  return j;
}

std::string to_text(const Result& r, const Config& c) {
  std::string text = fmt::format("{}\n{} demands ({}), seed {}; planner {}: {} circuits",
                                 r.structure, r.demands, c.chip.demands.name(), c.chip.seed,
                                 c.chip.planner.name(), r.circuits);
  if (r.rounds > 1) text += fmt::format(" in {} rounds", r.rounds);
  text += fmt::format("; {} of {} steps between packet switches are circuits\n\n", r.circuit_steps,
                      r.steps);
  const auto line = [&](std::string_view name, double planned, double mesh) {
    text += fmt::format("  {:<22}{:>16.1f}{:>16.1f}", name, planned, mesh);
    text += mesh > 0 ? fmt::format("{:>10.1f} %\n", percent(planned, mesh)) : fmt::format("{:>12}\n", "-");
  };
  const auto clocks = [](std::int64_t n) { return static_cast<double>(n); };
  text += fmt::format("  {:<22}{:>16}{:>16}{:>12}\n", "", "this structure", "2-D mesh", "ratio");
  line("energy (weight x bits)", r.planned.energy, r.mesh.energy);
  if (r.planned.static_energy > 0 || r.mesh.static_energy > 0) {
    line("  of it static", r.planned.static_energy, r.mesh.static_energy);
  }
  if (r.has_delays) {
    line("makespan (clocks)", clocks(r.planned.makespan), clocks(r.mesh.makespan));
    line("mean latency (clocks)", r.planned.mean_latency, r.mesh.mean_latency);
    line("99 % latency (clocks)", clocks(r.planned.p99_latency), clocks(r.mesh.p99_latency));
  }
  if (r.mesh.energy == 0)
    text +=
        "\nnothing to compare: the mesh takes no energy, since no demand with a path sends a bit, "
        "or all "
        "weights are 0\n";
  if (r.lower_bound && r.mesh.energy > 0) {
    text += fmt::format("\nno plan takes less energy than {:.1f} % of the mesh\n",
                        percent(*r.lower_bound, r.mesh.energy));
  }
  if (r.online) {
    text += fmt::format("\nonline: {} circuits set up and {} torn down:\n", r.online->set,
                        r.online->released);
    line("energy (weight x bits)", r.online->measures.energy, r.mesh.energy);
    line("makespan (clocks)", clocks(r.online->measures.makespan), clocks(r.mesh.makespan));
    line("mean latency (clocks)", r.online->measures.mean_latency, r.mesh.mean_latency);
  }
  if (!r.unroutable.empty()) {
    text += fmt::format("\n{} demands have no path left; the mesh carries {}:\n",
                        r.unroutable.size(),
                        c.chip.unroutable == Unroutable::left_out ? "all" : "the same others");
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < std::min(kShown, r.unroutable.size()); ++i) {
      const Demand& d = r.unroutable[i];
      text += fmt::format("  server {} to server {}, {} bits\n", d.source.v, d.target.v, d.bits);
    }
    if (r.unroutable.size() > kShown) text += "  ...\n";
  }
  return text;
}

}  // namespace kasuri::chip
