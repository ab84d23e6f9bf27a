// SPDX-License-Identifier: MIT
// The expected error of a run at flow level, for people and programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "network/flow/expected_error.h"

namespace kasuri {

nlohmann::ordered_json fidelity_json(const FlowFidelity&);
std::string fidelity_text(const FlowFidelity&);

}  // namespace kasuri
