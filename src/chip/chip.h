// SPDX-License-Identifier: MIT
// One experiment on a chip: a structure, demands on it, a plan for them, and what the plan costs in
// energy and time beside the 2-D mesh of packet switches that carries the same demands.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <vector>

#include "chip/delay.h"
#include "chip/energy.h"
#include "chip/layout.h"
#include "chip/mesh.h"
#include "chip/plan.h"
#include "config/document.h"
#include "config/registry.h"

namespace kasuri::chip {

// Set-up without knowing the demands, see online.h.
struct OnlineParams {
  bool run = false;
  std::uint32_t setup_clocks = 1;
  std::optional<std::int64_t> idle_clocks = 1000;  // not set: never torn down

  static config::Fields<OnlineParams> fields();
};

// The whole configuration: LayoutParams and these share the top of the file.
struct ChipParams {
  std::uint64_t seed = 1;
  config::Choice<DemandPattern> demands;
  config::Choice<Planner> planner;
  EnergyParams energy;
  DelayParams delay;
  OnlineParams online;
  bool lower_bound = false;
  std::string unroutable = "dropped";

  ChipParams() : demands("all"), planner("greedy") {}
  static config::Fields<ChipParams> fields();
  static void validate(const ChipParams&, config::Section&);
};

struct Config {
  LayoutParams layout;
  ChipParams chip;
};

// Reads all of it; the caller calls finish().
Config read_config(config::Document&);

// Energy in weights times bits; clocks over demands that have a path and bits to send.
struct Measures {
  double energy = 0;         // of moving bits, and static
  double static_energy = 0;
  std::int64_t makespan = 0;
  double mean_latency = 0;
  std::int64_t p99_latency = 0;  // nearest rank
};

// Of the flows that arrived, which started at these clocks.
void fill_delays(Measures&, const Delays&, const std::vector<std::int64_t>& starts);

struct OnlineResult {
  Measures measures;
  std::size_t set = 0, released = 0;  // circuits over the whole time
  std::size_t unroutable = 0;
};

struct Result {
  std::string structure;  // in words
  std::size_t demands = 0;
  // Both of the demands that the plan has a path for; unroutable = "left-out": the mesh carries all.
  Measures planned, mesh;
  double mesh_of_all = 0;  // energy of the mesh with the others too
  bool has_delays = true;
  std::size_t circuits = 0;
  std::vector<Demand> unroutable;
  std::size_t circuit_steps = 0, steps = 0;  // of all paths, from packet switch to packet switch
  std::uint32_t rounds = 1;
  bool deadlocked = false;  // only in a batch: limited buffers made packets wait for ever
  std::uint64_t searches = 0;
  std::optional<OnlineResult> online;
  std::optional<double> lower_bound;  // of energy
};

// The parts of an experiment, for pictures and comparisons beyond run().
struct Experiment {
  explicit Experiment(const Config&);

  Plan plan(const config::Choice<Planner>&) const;
  Result measure(const Plan&) const;

  // What limits traffic: channels, then the servers' ways out, then their ways in.
  std::uint32_t resources(const Structure& s) const { return s.channels() + 2 * s.servers(); }
  // Of a path on the structure or on the mesh: the first channels of its steps, between the wires
  // of the two servers if those count. Circuits that share outputs end in one channel, which all of
  // them wait for: then the last channels.
  std::vector<std::uint32_t> resources(const Structure&, const Path&, const Demand&,
                                       Outputs = Outputs::exclusive) const;
  // What the plan sends, and the same on the mesh; demands without a path send nothing.
  std::vector<Flow> planned_flows(const Plan&) const;
  std::vector<Flow> mesh_flows(const Plan&, const Mesh&) const;

  // Adds the energy of static power to what moving bits takes.
  void add_static(Result&, const Structure& mesh) const;

  Config config;
  Structure structure;
  Costs costs;
  std::vector<Demand> demands;
  std::vector<std::uint32_t> order;
  std::vector<std::int64_t> starts;         // clocks, by demand
  std::vector<std::uint32_t> arrival_rank;  // among all, by start, equal ones as drawn
};

Result run(const Config&);

nlohmann::ordered_json to_json(const Result&, const Config&);
std::string to_text(const Result&, const Config&);

// 100 a / b; 100 if both are zero.
double percent(double a, double b);

}  // namespace kasuri::chip
