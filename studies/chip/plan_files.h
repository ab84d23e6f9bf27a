// SPDX-License-Identifier: MIT
// A plan as data: what `kasuri chip --export DIR` writes. Columns and keys: docs/on-chip.md.
#pragma once

#include <filesystem>

#include "studies/chip/chip.h"

namespace kasuri::chip {

// Writes plan.json and the tables switches.csv, channels.csv, circuits.csv, demands.csv and
// paths.csv into this folder, and the network that `kasuri run` simulates (plan_network.h); of a
// plan in rounds one network each, in folders round-0000 and so on. `result` is what measure() says
// of the plan. An export that is there is replaced. Throws Error(Exit::usage) if the folder holds
// anything else, Error(Exit::limit) if it cannot be written.
void export_plan(const Experiment&, const Plan&, const Result&,
                 const std::filesystem::path& folder);

}  // namespace kasuri::chip
