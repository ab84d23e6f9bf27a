// SPDX-License-Identifier: MIT
// The parts of an experiment on a chip: its configuration, a structure, demands on it and plans for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "studies/chip/delay.h"
#include "studies/chip/energy.h"
#include "studies/chip/layout.h"
#include "studies/chip/mesh.h"
#include "studies/chip/plan.h"
#include "base/config/document.h"
#include "base/config/registry.h"

namespace kasuri::chip {

// Set-up without knowing the demands, see online.h.
struct OnlineParams {
  bool run = false;
  std::uint32_t setup_clocks = 1;
  std::optional<std::int64_t> idle_clocks = 1000;  // not set: never torn down

  static config::Fields<OnlineParams> fields();
};

// Demands without a path.
enum class Unroutable { dropped, left_out, refused };
constexpr auto names_of(Unroutable) { return name_table("dropped", "left-out", "refused"); }

// The whole configuration: LayoutParams and these share the top of the file.
struct ChipParams {
  std::uint64_t seed = 1;
  config::Choice<DemandPattern> demands;
  config::Choice<Planner> planner;
  EnergyParams energy;
  DelayParams delay;
  OnlineParams online;
  bool lower_bound = false;
  Unroutable unroutable = Unroutable::dropped;

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

// The parts of an experiment, for pictures and comparisons beyond run().
struct Experiment {
  explicit Experiment(const Config&);

  Plan plan(const config::Choice<Planner>&) const;

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

  Config config;
  Structure structure;
  Costs costs;
  std::vector<Demand> demands;
  std::vector<std::uint32_t> order;
  std::vector<std::int64_t> starts;         // clocks, by demand
  std::vector<std::uint32_t> arrival_rank;  // among all, by start, equal ones as drawn
};

}  // namespace kasuri::chip
