// SPDX-License-Identifier: MIT
#include "base/config/json_text.h"

#include <iterator>
#include <nlohmann/json.hpp>

namespace kasuri::config {
namespace {

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), {}}; }

}  // namespace

nlohmann::ordered_json json_from(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

nlohmann::json sorted_json_from(std::string_view text) {
  return nlohmann::json::parse(text, nullptr, false);
}

nlohmann::ordered_json json_from(std::istream& in) { return json_from(all_of(in)); }

nlohmann::json sorted_json_from(std::istream& in) { return sorted_json_from(all_of(in)); }

std::string text_of(const nlohmann::ordered_json& json, int indent) { return json.dump(indent); }

}  // namespace kasuri::config
