// SPDX-License-Identifier: MIT
#include "base/config/tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"

namespace kasuri::config {

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string field_table(const Shape& shape) {
  if (shape.fields().empty()) return "  nothing to set\n";
  std::vector<std::vector<std::string>> rows = {{"key", "type", "range", "default", "meaning"}};
  for (const Field& f : shape.fields()) {
    rows.push_back({f.name, short_type(f), short_range(f), describe_default(f, shape), f.meaning});
  }
  return aligned(rows);
}

std::vector<std::string> component_names(std::string_view kind) {
  std::vector<std::string> names;
  for (const Component* c : components(kind)) names.push_back(c->name);
  return names;
}

}  // namespace kasuri::config
