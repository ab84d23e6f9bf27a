// SPDX-License-Identifier: MIT
// The report of a run as NSIM prints it: a line `Name value [unit]` for each figure (NsimPower, Figure 3),
// those of the paper first. Ticks are picoseconds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kasuri {

// From a summary.json.
std::string nsim_report(const nlohmann::ordered_json& summary);

}  // namespace kasuri
