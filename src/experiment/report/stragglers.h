// SPDX-License-Identifier: MIT
// Which rank the others wait for where nodes compute at different rates ([compute]), and what it costs:
// the rank that lost most time by its rate, what it computed longer than the median rank of its job, and
// what ranks waited. If all ranks compute the same and meet in each step, the first is what the job takes
// longer; else it takes at most that much longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/core/units.h"

namespace kasuri {

struct Results;

struct Straggler {
  std::uint32_t rank = 0, node = 0;
  double rate = 1;           // of its computing
  Time longer{0};            // than the median rank computed
  Time waited{0};            // by the straggler
  Time others_waited{0};     // by each other rank, mean
  double share = 0;          // of the job's time that `longer` is
  std::uint32_t slower = 0;  // ranks that lost time by their rates
};

// None if no rank of the job computed at another rate than 1.
std::optional<Straggler> straggler_of(const Results&, std::size_t job);
std::string straggler_text(const Straggler&);
nlohmann::ordered_json straggler_json(const Straggler&);

}  // namespace kasuri
