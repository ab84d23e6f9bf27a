// SPDX-License-Identifier: MIT
// The answer of a run: for programs (summary.json, documented in docs/results.md) and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "network/net/topology.h"
#include "experiment/run/results.h"

namespace kasuri {

nlohmann::ordered_json summary_json(const Results&);
nlohmann::ordered_json credit_limit_json(const CreditLimit&);

// The same in words and SI units, with the bottleneck named.
std::string summary_text(const Results&, const Topology&);

// For people: windows, waiting and balance of the threads.
std::string profile_text(const Results&);

}  // namespace kasuri
