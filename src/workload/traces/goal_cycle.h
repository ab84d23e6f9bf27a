// SPDX-License-Identifier: MIT
// Dependences of a GOAL rank that form a cycle: its operations wait for one another, and never start.
#pragma once

#include <memory>

#include "workload/traces/lines.h"

namespace kasuri::trace {

// `schedule`: the rank's block, which names only labels that exist. Only where an operation requires one
// that stands behind it can there be a cycle, so that only such ranks are looked at; for the time that
// takes, 12 bytes for each of their operations and 8 for each dependence are in memory. Throws Error.
void refuse_cycle(std::shared_ptr<const TextFile>, const Extent& schedule, int rank);

}  // namespace kasuri::trace
