// SPDX-License-Identifier: MIT
// Tables for the terminal, as lists and help print them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

// Columns as wide as their widest entry, two spaces between them.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// The width of help texts, which are the same on every terminal.
constexpr std::size_t kHelpWidth = 80;

// The words of a text on lines of at most kHelpWidth columns. The first begins after `used` of them, the
// others are indented. No line break at the end.
std::string wrapped(std::string_view text, std::size_t used, std::size_t indent);

// As aligned(), with a last column of prose that is wrapped.
std::string aligned_prose(const std::vector<std::vector<std::string>>& rows);

// For each field a line of key, type, range and default, and below it what it means. Of a section with
// basic settings, the others come last, under a heading.
std::string field_table(const Shape&, std::string_view section = "");

// The basic settings of sections; one object in the program.
struct BasicSettings {
  using Keys = std::map<std::string, std::set<std::string>, std::less<>>;
  explicit BasicSettings(Keys);
};
const BasicSettings::Keys& basic_settings();
// "router.flit": a key of a section with basic settings that is none of them.
bool is_expert(std::string_view section, const std::string& key);

// Of the components of a kind.
std::vector<std::string> component_names(std::string_view kind);

}  // namespace kasuri::config
