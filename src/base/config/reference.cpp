// SPDX-License-Identifier: MIT
// The reference page: docs/reference.md is this text, and a test compares them.
#include <fmt/format.h>

#include "base/config/catalogue.h"
#include "base/config/catalogue_parts.h"
#include "base/config/file_kind.h"
#include "base/config/registry.h"
#include "base/config/tables.h"
#include "base/config/top_settings.h"
#include "base/core/parse_units.h"

namespace kasuri::config {
namespace {

// In a cell of a table, '|' would end it.
std::string cell(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string reference_table(const Shape& shape, std::string_view section = "") {
  if (shape.fields().empty()) return "Nothing to set.\n";
  std::string out = "| key | type | range | default | meaning |\n|---|---|---|---|---|\n";
  for (const Field& f : shape.fields()) {
    const std::string standard = describe_default(f, shape);
    const bool is_value = standard != "required" && standard != "not set";
    out += fmt::format("| `{}` | {} | {} | {} | {}{} |\n", f.name, cell(short_type(f)),
                       cell(short_range(f)), is_value ? '`' + cell(standard) + '`' : standard,
                       cell(f.meaning), is_expert(section, f.name) ? " *(expert)*" : "");
  }
  return out;
}

// The tables of the sections within a section, and of those within them.
std::string inner_sections(const Shape& shape, const std::string& path, bool deep = true) {
  std::string out;
  for (const Field& f : shape.fields()) {
    if (f.type != Type::section) continue;
    const std::string name = path.empty() ? f.name : path + '.' + f.name;
    out += fmt::format("\n#### `{}{}{}`\n\n{}.\n\n{}", f.list ? "[[" : "[", name, f.list ? "]]" : "]",
                       f.meaning, reference_table(f.shape()));
    if (deep) out += inner_sections(f.shape(), name);
  }
  return out;
}

}  // namespace

std::string kind_reference(const KindInfo& kind) {
  if (const Json* other = other_kind(kind.name)) return other->at("reference");
  std::string out = fmt::format("\n## {}\n\nKind: {}.\n", kind.name, kind.meaning);
  for (const Component* c : components(kind.name)) {
    out += fmt::format("\n### {} `{}`\n\n{}.\n\n{}", kind.name, c->name, c->summary,
                       reference_table(c->shape()));
    if (c->notes) out += '\n' + c->notes();
  }
  return out;
}

std::string file_reference(std::string_view verb) {
  if (const Json* other = other_file(verb)) return other->at("reference");
  const FileKind& file = *find_file_kind(verb);
  std::string out = fmt::format("\n## Files of `kasuri {}`\n\n{}.\n", file.name, file.meaning);
  for (const auto shape : file.shapes) out += '\n' + reference_table(shape());
  for (const auto shape : file.shapes) out += inner_sections(shape(), "", !file.shares_sections);
  return file.shares_sections ? out + "\nOther sections: as in a configuration.\n" : out;
}

std::string reference_page() {
  std::string out = fmt::format(
      "# Configuration reference\n\n"
      "Printed by `kasuri`; every table comes from the code that reads the key.\n"
      "A configuration is one TOML file. Times, sizes and rates are strings with a unit:\n\n"
      "- times such as `\"100 ns\"`: {}\n"
      "- sizes such as `\"2 KiB\"`: {}\n"
      "- rates such as `\"200 Gb/s\"`: {}\n\n"
      "Where a type names a kind, its value is a section with a `type` and the keys of that\n"
      "component, or the name alone if all its keys have defaults.\n"
      "`--set topology.type=torus` on the command line overrides a key, `--set jobs.0.ranks=8` one\n"
      "in a list of sections. *(expert)*: the default suits most studies.\n\n## Sections\n",
      time_units(), bytes_units(), rate_units());
  if (const auto top = top_settings(); !top.empty()) {
    out +=
        "\n### At the top\n\nKeys before the first section.\n\n| key | type | range | meaning "
        "|\n|---|---|---|---|\n";
    for (const Field& f : top) {
      out += fmt::format("| `{}` | {} | {} | {} |\n", f.name, cell(short_type(f)), cell(short_range(f)),
                         cell(f.meaning));
    }
  }
  for (const TopLevel* s : top_level()) {
    out += fmt::format("\n### `{}`\n\n{}{}.\n", header(*s), s->meaning,
                       s->is_required ? " (required)" : "");
    if (s->type == Type::choice) {
      out += fmt::format("One of the components of kind [{0}](#{0}), by its `type`.\n", s->kind);
    } else {
      out += '\n' + reference_table(s->shape(), s->name) + inner_sections(s->shape(), s->name);
    }
  }
  for (const KindInfo& file : file_infos()) out += file_reference(file.name);
  for (const KindInfo& kind : all_kinds()) out += kind_reference(kind);
  return out;
}

}  // namespace kasuri::config
