// SPDX-License-Identifier: MIT
// Files of CODES: nested groups `NAME { key="value"; key=("a","b"); }` with '#' comments.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri::trace {

struct CodesPlace {
  std::int64_t line = 1;
  std::size_t column = 1;
};

struct CodesValue {
  std::vector<std::string> items;  // at least one
  CodesPlace at;                   // of the key
  mutable bool used = false;       // by whoever asked for it
};

// A group and the groups within it, in lower case as CODES compares them.
struct CodesGroup {
  std::map<std::string, CodesValue> values;
  std::map<std::string, CodesGroup> groups;
  CodesPlace at;
  mutable bool used = false;
};

struct CodesFile {
  CodesGroup root;
  // What is not as the writer of the file may think, each with its place.
  std::vector<std::string> warnings;
};

// Throws Error with file:line:col.
CodesFile read_codes(const std::filesystem::path&);

// A warning about a place of a file, as it is printed.
std::string codes_warning(const std::filesystem::path&, CodesPlace, std::string_view what);

}  // namespace kasuri::trace
