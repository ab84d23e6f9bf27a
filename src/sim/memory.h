// SPDX-License-Identifier: MIT
// How much memory a run will need, before it needs it.
#pragma once

#include <cstdint>
#include <string>

#include "core/host_memory.h"
#include "sim/config.h"

namespace kasuri {

struct Plan;

// Estimate in bytes: tables of the machine exactly, what this process has by now (the topology, tables
// of routing and of ways around failures, traces), 12 KiB per program rank, traffic as at half of
// saturation, and tables by chunks of time for the run.time_limit, without which one chunk of power's is
// counted. Some tenths low where a program has very many messages under way at once; private globals, known
// when the program is loaded, are checked then (Machine).
std::uint64_t estimate_memory(const Config&, const Plan&);

// What power's tables by chunks take, for people; empty if there are none, or they take less than so
// many bytes a chunk.
std::string describe_power_tables(const Plan&, std::uint64_t at_least = 1);

// What the run takes at the very least, known from the numbers of routers, endpoints and ranks alone:
// tells that a machine is hopeless before anything that grows with it is built.
std::uint64_t least_memory(const Config&, const Topology&);

}  // namespace kasuri
