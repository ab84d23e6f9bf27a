// SPDX-License-Identifier: MIT
// [statistics]: what a run measures beyond its sums.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/config/document.h"
#include "base/config/registry.h"

namespace kasuri {

class Probe;

enum class SplitTables { none, automatic, routers, links };
constexpr auto names_of(SplitTables) { return name_table("none", "auto", "routers", "links"); }

struct StatisticsParams {
  bool latency = true;
  SplitTables split = SplitTables::none;  // short for the probe "chunks"
  std::optional<Time> chunk;   // its length of chunks
  std::map<std::string, config::Choice<Probe>> probes;

  static config::Fields<StatisticsParams> fields();
  static void validate(const StatisticsParams&, config::Section&);
};

// The probes that are asked for, and those of every run, by name.
std::map<std::string, config::Choice<Probe>> chosen_probes(const StatisticsParams&);

}  // namespace kasuri
