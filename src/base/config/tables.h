// SPDX-License-Identifier: MIT
// Tables for the terminal, as lists and help print them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

// Columns as wide as their widest entry, two spaces between them.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// A line for each field: key, type, range, default, meaning.
std::string field_table(const Shape&);

// Of the components of a kind.
std::vector<std::string> component_names(std::string_view kind);

}  // namespace kasuri::config
