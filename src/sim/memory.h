// SPDX-License-Identifier: MIT
// How much memory a run will need, before it needs it.
#pragma once

#include <cstdint>

#include "sim/config.h"

namespace kasuri {

struct Plan;

// Upper estimate in bytes: tables of the machine exactly, traffic by what the buffers can hold and
// what the jobs are known to have under way, 12 KiB per program rank.
std::uint64_t estimate_memory(const Config&, const Plan&);

// What the run takes at the very least, known from the numbers of routers, endpoints and ranks alone:
// tells that a machine is hopeless before anything that grows with it is built.
std::uint64_t least_memory(const Config&, const Topology&);

// What this process may still use: MemAvailable, or less under a control group's limit.
std::uint64_t available_memory();

// The most this process has had in memory at once, in bytes.
std::uint64_t peak_memory();

}  // namespace kasuri
