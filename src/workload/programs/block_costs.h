// SPDX-License-Identifier: MIT
// The costs of a program's basic blocks, written into its code before it is loaded (counting.h).
#pragma once

#include <filesystem>
#include <string>

#include "base/core/units.h"
#include "workload/programs/target_core.h"

namespace kasuri {

// Costs are counted in these parts of a cycle.
inline constexpr double kCostUnits = 4096;

// Null: nothing is counted. `object` holds the bytes of the shared object. Returns the number of its
// blocks.
std::size_t write_block_costs(std::string& object, const TargetCore*, const std::filesystem::path& name);

// What a library's calls cost, for modules/rank/prices.h; null: the program asks for none.
void set_prices(std::int64_t* prices, const TargetCore&);

}  // namespace kasuri
