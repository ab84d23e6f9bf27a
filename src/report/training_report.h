// SPDX-License-Identifier: MIT
// Steps of training in the summary of a run: time, exposed communication by kind, bubbles, use of links,
// energy.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "run/results.h"

namespace kasuri {

// Null if the job does not train.
nlohmann::ordered_json training_json(const Results&, std::size_t job);
std::string training_text(const Results&);

}  // namespace kasuri
