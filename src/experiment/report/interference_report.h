// SPDX-License-Identifier: MIT
// What jobs do to each other, as JSON and in words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace kasuri {

struct Interference;

nlohmann::ordered_json interference_json(const Interference&);
std::string interference_text(const Interference&);

}  // namespace kasuri
