// SPDX-License-Identifier: MIT
// A plan: a path for each demand and the circuits that all of them together need. Planners are
// components of kind "planner".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "studies/chip/circuits.h"
#include "studies/chip/demand.h"

namespace kasuri::chip {

struct Plan {
  explicit Plan(Circuits c) : circuits(std::move(c)) {}

  std::vector<std::optional<Path>> paths;  // by demand; nothing where there was no way
  std::vector<std::uint32_t> order;        // of demands, as they were planned
  Circuits circuits;
  // Plans that release circuits work in rounds: the round of each demand. Else empty: one round.
  std::vector<std::uint32_t> round;
  std::size_t circuits_set = 0;  // over all rounds
  std::uint64_t searches = 0;    // of paths
};

struct PlanContext {
  const Structure& structure;
  const Costs& costs;
  std::span<const Demand> demands;
  std::span<const std::uint32_t> order;
  std::uint64_t seed = 1;
};

struct Planner {
  static constexpr std::string_view kKind = "planner";
  static constexpr std::string_view kKindMeaning =
      "selects circuits and paths of a chip, for `kasuri chip`";
  using Base = Planner;
  using Context = PlanContext;

  virtual ~Planner() = default;
  virtual Plan plan() = 0;
};

// Bits times energy per bit, summed over the demands that have a path, in their order.
double energy_of(const Plan&, const Costs&, std::span<const Demand>);

}  // namespace kasuri::chip
