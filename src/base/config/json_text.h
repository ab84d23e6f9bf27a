// SPDX-License-Identifier: MIT
// JSON and its text. Here the parser and the writer of nlohmann::json are compiled once; each folder that
// calls them itself compiles them again, which takes seconds.
#pragma once

#include <istream>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace kasuri::config {

// Discarded, which no type of JSON is, where the text is none.
nlohmann::ordered_json json_from(std::string_view text);
nlohmann::json sorted_json_from(std::string_view text);
nlohmann::ordered_json json_from(std::istream&);
nlohmann::json sorted_json_from(std::istream&);

// In one line if `indent` is negative.
std::string text_of(const nlohmann::ordered_json&, int indent = -1);

}  // namespace kasuri::config
