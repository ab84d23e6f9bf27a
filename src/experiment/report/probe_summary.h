// SPDX-License-Identifier: MIT
// The brief tables of probes in the summary of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

#include "experiment/probe/probe.h"

namespace kasuri {

// By name of the table: rows by their name, if the first column holds names; one row by itself; else a list
// of rows. Keys are names of columns with their unit: `mean_ps`, `sent_bytes`, `least_bytes_per_s`.
nlohmann::ordered_json probes_json(const std::vector<Outcome>&);

// The columns of a row from one on, by the same keys.
nlohmann::ordered_json row_json(const Table&, std::size_t row, std::size_t first_column);

// What probes say of a job, under the names of their views.
void add_job_views(const std::vector<Outcome>&, std::size_t job, nlohmann::ordered_json&);

// As tables for people, empty if there are none.
std::string probes_text(const std::vector<Outcome>&);

}  // namespace kasuri
