// SPDX-License-Identifier: MIT
// Lists and help for the terminal.
#include "config/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "config/diagnostics.h"
#include "config/registry.h"
#include "core/errors.h"

namespace kasuri::config {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

// Columns as wide as their widest entry, two spaces between them.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string field_table(const Shape& shape) {
  if (shape.fields().empty()) return "  nothing to set\n";
  std::vector<Row> rows = {{"key", "type", "range", "default", "meaning"}};
  for (const Field& f : shape.fields()) {
    rows.push_back({f.name, short_type(f), short_range(f), describe_default(f, shape), f.meaning});
  }
  return aligned(rows);
}

const TopLevel* find_section(std::string_view name) {
  for (const TopLevel* s : top_level()) {
    if (s->name == name) return s;
  }
  return nullptr;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindInfo& k : kinds()) names.push_back(k.name);
  return names;
}

std::vector<std::string> component_names(std::string_view kind) {
  std::vector<std::string> names;
  for (const Component* c : components(kind)) names.push_back(c->name);
  return names;
}

void require_kind(std::string_view kind) {
  const auto names = kind_names();
  if (std::ranges::find(names, kind) != names.end()) return;
  throw Error(Exit::usage, fmt::format("error: unknown kind '{}'{}; kinds: {}", kind,
                                       did_you_mean(kind, names), join(names)));
}

Json component_list(std::string_view kind) {
  Json all = Json::array();
  for (const Component* c : components(kind)) {
    Json fields = Json::array();
    for (const Field& f : c->shape().fields()) {
      fields.push_back({{"key", f.name},
                        {"type", short_type(f)},
                        {"range", short_range(f)},
                        {"default", describe_default(f, c->shape())},
                        {"meaning", f.meaning}});
    }
    all.push_back({{"name", c->name}, {"summary", c->summary}, {"fields", fields}});
  }
  return all;
}

}  // namespace

std::string list_text(std::string_view kind) {
  std::vector<Row> rows;
  if (!kind.empty()) {
    require_kind(kind);
    for (const Component* c : components(kind)) rows.push_back({c->name, c->summary});
    return aligned(rows);
  }
  std::string out;
  for (const KindInfo& k : kinds()) {
    out += fmt::format("{}{}: {}\n", out.empty() ? "" : "\n", k.name, k.meaning);
    rows.clear();
    for (const Component* c : components(k.name)) rows.push_back({c->name, c->summary});
    out += aligned(rows);
  }
  rows.clear();
  for (const TopLevel* s : top_level()) {
    rows.push_back({header(*s), s->meaning});
  }
  return out + (out.empty() ? "" : "\n") + "sections of a configuration:\n" + aligned(rows);
}

Json list_json(std::string_view kind) {
  if (!kind.empty()) {
    require_kind(kind);
    return component_list(kind);
  }
  Json all;
  all["kinds"] = Json::array();
  for (const KindInfo& k : kinds()) {
    all["kinds"].push_back(
        {{"name", k.name}, {"meaning", k.meaning}, {"components", component_list(k.name)}});
  }
  all["sections"] = Json::array();
  for (const TopLevel* s : top_level()) {
    all["sections"].push_back({{"name", s->name}, {"meaning", s->meaning}, {"list", s->list}});
  }
  return all;
}

std::string help_text(std::string_view kind_or_section, std::string_view name) {
  if (!name.empty()) {
    require_kind(kind_or_section);
    const Component* c = find_component(kind_or_section, name);
    if (!c) {
      const auto names = component_names(kind_or_section);
      throw Error(Exit::usage,
                  fmt::format("error: unknown {} '{}'{}; known: {}", kind_or_section, name,
                              did_you_mean(name, names), join(names)));
    }
    return fmt::format("{} {}: {}\n\n{}", c->kind, c->name, c->summary, field_table(c->shape()));
  }
  // A section that holds a choice often has the name of its kind; then the list says more.
  const TopLevel* section = find_section(kind_or_section);
  if (section && section->type == Type::section) {
    return fmt::format("{}: {}\n\n{}", header(*section), section->meaning,
                       field_table(section->shape()));
  }
  const std::string_view kind = section ? section->kind : kind_or_section;
  auto names = kind_names();
  if (std::ranges::find(names, kind) == names.end()) {
    for (const TopLevel* s : top_level()) names.push_back(s->name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    throw Error(Exit::usage, fmt::format("error: unknown kind or section '{}'{}; known: {}",
                                         kind_or_section, did_you_mean(kind_or_section, names),
                                         join(names)));
  }
  return list_text(kind);
}

}  // namespace kasuri::config
