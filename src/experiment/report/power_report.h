// SPDX-License-Identifier: MIT
// The power of a run as JSON, as words and as tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "experiment/run/results.h"

namespace kasuri {

class Hdf5File;

nlohmann::ordered_json power_json(const PowerRun&);
nlohmann::ordered_json job_power_json(const PowerRun&, const JobEnergy&);
std::string power_text(const PowerRun&);
// Tables `power_*`.
void write_power(Hdf5File&, const Results&, const Topology&);

}  // namespace kasuri
