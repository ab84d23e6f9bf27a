// SPDX-License-Identifier: MIT
// [faults] in a run: what a plan makes of it, and what a run tells of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/machine.h"
#include "sim/results.h"

namespace kasuri {

// Adds diagnostics for what cannot be.
FaultPlan plan_faults(const Config&, const Topology&, config::Document&);
// Adds one for each job whose nodes cannot reach each other from the start, if such jobs are refused.
void check_reachable(const Config&, const Plan&, config::Section root);
// Lines of `kasuri check` and of a run's beginning; empty if there are no faults.
std::string describe_faults(const Plan&);

// What has come of it.
nlohmann::ordered_json faults_json(const FaultResults&, const DeliveryStatistics&);
std::string faults_text(const FaultResults&, const DeliveryStatistics&);
// "3 messages", "3 messages and 1 control message".
std::string describe_dropped(const DeliveryStatistics&);
// Rows of link_errors.csv.
std::string link_errors_csv(const FaultResults&, const Topology&);

}  // namespace kasuri
