// SPDX-License-Identifier: MIT
// How much memory a run will need, before it needs it.
#pragma once

#include <cstdint>

#include "sim/config.h"

namespace kasuri {

struct Plan;

// Estimate in bytes: tables of the machine exactly, 12 KiB per program rank, and traffic as at half
// of saturation. Some tenths low where a program has very many messages under way at once.
std::uint64_t estimate_memory(const Config&, const Plan&);

// What the run takes at the very least, known from the numbers of routers, endpoints and ranks alone:
// tells that a machine is hopeless before anything that grows with it is built.
std::uint64_t least_memory(const Config&, const Topology&);

// What this process may still use: MemAvailable, or less under a control group's limit.
std::uint64_t available_memory();

// The most this process has had in memory at once, in bytes.
std::uint64_t peak_memory();

}  // namespace kasuri
