// SPDX-License-Identifier: MIT
// How much memory a run will need, before it needs it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/core/host_memory.h"
#include "experiment/plan/config.h"
#include "experiment/plan/plan.h"

namespace kasuri {

// Estimate in bytes, within 20 % of what Kasuri needs for itself: tables of the machine exactly, what this
// process has by now (the topology, tables of routing and of ways around failures, traces), ranks with the
// pages of their stacks that the library touches, traffic as of a program that talks to its neighbours,
// and tables by chunks of time for the run.time_limit, without which one chunk of power's is counted. What
// programs allocate comes on top, and so do deep stacks and messages that wait in great numbers. Private
// globals of programs that are compiled for the run are added when they are loaded (Machine).
std::uint64_t estimate_memory(const Config&, const Plan&);
// Of each rank of a program, the private globals that are in the estimate: of an MPI program all that its
// file says; 0 of a source, which is not compiled yet.
std::uint64_t globals_in_estimate(const std::filesystem::path& program);

// What the run takes of the address space at the least, besides what this process has now: its memory, and
// the smallest stacks that ranks can have.
std::uint64_t least_address_space(const Config&, const Plan&);

// What power's tables by chunks take, for people; empty if there are none, or they take less than so
// many bytes a chunk.
std::string describe_power_tables(const Plan&, std::uint64_t at_least = 1);

// What the run takes at the very least, known from the numbers of routers, endpoints and ranks alone:
// tells that a machine is hopeless before anything that grows with it is built.
std::uint64_t least_memory(const Config&, const Plan&);

}  // namespace kasuri
