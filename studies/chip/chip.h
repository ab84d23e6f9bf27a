// SPDX-License-Identifier: MIT
// One experiment on a chip: a structure, demands on it, a plan for them, and what the plan costs in
// energy and time beside the 2-D mesh of packet switches that carries the same demands.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "studies/chip/experiment.h"
#include "studies/chip/online.h"

namespace kasuri::chip {

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

Result measure(const Experiment&, const Plan&);
Result run(const Config&);

nlohmann::ordered_json to_json(const Result&, const Config&);
std::string to_text(const Result&, const Config&);

// 100 a / b; 100 if both are zero.
double percent(double a, double b);

}  // namespace kasuri::chip
