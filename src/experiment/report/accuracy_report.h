// SPDX-License-Identifier: MIT
// Where a run would be on the machine itself, for people and programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kasuri {

struct MachineAccuracy;

nlohmann::ordered_json accuracy_json(const MachineAccuracy&);
std::string accuracy_text(const MachineAccuracy&);

}  // namespace kasuri
