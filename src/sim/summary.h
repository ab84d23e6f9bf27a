// SPDX-License-Identifier: MIT
// The answer of a run: for programs (summary.json, documented in docs/results.md) and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "net/topology.h"
#include "sim/config.h"
#include "sim/results.h"

namespace kasuri {

struct Plan;

nlohmann::ordered_json summary_json(const Results&);

// The same in words and SI units, with the bottleneck named.
std::string summary_text(const Results&, const Topology&);

// For people: windows, waiting and balance of the threads.
std::string profile_text(const Results&);

// What the machine is: routers, links, nodes, ranks, buffers, deadlock check, memory.
std::string describe_plan(const Config&, const Plan&);

// Which links or NICs limited the run and how busy they were, in one or two sentences.
std::string bottleneck(const Results&, const Topology&);

}  // namespace kasuri
