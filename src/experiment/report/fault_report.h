// SPDX-License-Identifier: MIT
// [faults] after a run: what came of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiment/run/results.h"

namespace kasuri {

nlohmann::ordered_json faults_json(const FaultResults&, const DeliveryStatistics&);
std::string faults_text(const FaultResults&, const DeliveryStatistics&);
// Rows of link_errors.csv.
std::string link_errors_csv(const FaultResults&, const Topology&);

}  // namespace kasuri
