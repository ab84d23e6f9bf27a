// SPDX-License-Identifier: MIT
// Lists and help for the terminal.
#include "base/config/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/config/catalogue_parts.h"
#include "base/config/diagnostics.h"
#include "base/config/file_kind.h"
#include "base/config/registry.h"
#include "base/config/settings.h"
#include "base/config/tables.h"
#include "base/core/errors.h"

namespace kasuri::config {
namespace {

using Row = std::vector<std::string>;

std::string heading(const std::string& name, const std::string& meaning) {
  return wrapped(name + ": " + meaning, 0, 2) + '\n';
}

const TopLevel* find_section(std::string_view name) {
  for (const TopLevel* s : top_level()) {
    if (s->name == name) return s;
  }
  return nullptr;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindInfo& k : all_kinds()) names.push_back(k.name);
  return names;
}

void require_kind(std::string_view kind) {
  const auto names = kind_names();
  if (std::ranges::find(names, kind) != names.end()) return;
  throw Error(Exit::usage, ErrorPlace(),
              fmt::format("unknown kind '{}'{}; kinds: {}", kind, did_you_mean(kind, names), join(names)));
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// The keys at the top of a verb's file, and those of its sections.
std::string file_text(const FileKind& file) {
  std::string text = heading(file.name, file.meaning);
  for (const auto shape : file.shapes) text += '\n' + field_table(shape());
  for (const Field& f : file.fields()) {
    if (f.type != Type::section) continue;
    text += '\n' + heading((f.list ? "[[" : "[") + f.name + (f.list ? "]]" : "]"), f.meaning) + '\n' +
            field_table(f.shape());
  }
  if (file.shares_sections) text += "\nOther sections: as in a configuration (kasuri list)\n";
  return text;
}

// What was meant: a kind, a section, a file or a setting of nearly this name.
[[noreturn]] void refuse_unknown(std::string_view word) {
  std::vector<std::string> names = kind_names(), paths;
  for (const TopLevel* s : top_level()) names.push_back(s->name);
  for (const KindInfo& f : file_infos()) names.push_back(f.name);
  for (const Setting& s : all_settings()) paths.push_back(s.path);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string near = did_you_mean(word, word.find('.') == word.npos ? names : paths);
  if (near.empty()) near = did_you_mean(word, paths);
  throw Error(Exit::usage, ErrorPlace(),
              fmt::format("unknown kind, section or setting '{}'{}; known: {}", word, near, join(names)));
}

// A key of a section or of a verb's file, as two words; "" if the first is neither.
std::string key_text(std::string_view owner, std::string_view key) {
  const std::string path = fmt::format("{}.{}", owner, key);
  if (!find_settings(path).empty()) return help_text(path);
  std::vector<std::string> keys;
  for (const Setting& s : all_settings()) {
    if (s.path.size() > owner.size() && s.path.starts_with(owner) && s.path[owner.size()] == '.' &&
        s.path.find('.', owner.size() + 1) == s.path.npos) {
      keys.push_back(s.path.substr(owner.size() + 1));
    }
  }
  if (keys.empty()) return "";
  throw Error(Exit::usage, ErrorPlace(),
              fmt::format("'{}' has no key '{}'{}; known: {}", owner, key, did_you_mean(key, keys),
                          join(keys)));
}

Json component_list(std::string_view kind) {
  if (const Json* other = other_kind(kind)) return other->at("components");
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

std::string kind_list(std::string_view kind) {
  if (const Json* other = other_kind(kind)) return other->at("list");
  std::vector<Row> rows;
  for (const Component* c : components(kind)) rows.push_back({c->name, c->summary});
  return aligned_prose(rows);
}

std::string component_text(const Component& c) {
  return heading(c.kind + ' ' + c.name, c.summary) + '\n' + field_table(c.shape()) +
         (c.notes ? '\n' + c.notes() : "");
}

// Of a component that does not exist, nothing.
std::string component_text(std::string_view kind, std::string_view name) {
  if (const Json* other = other_kind(kind)) return other->at("help").value(name, "");
  const Component* c = find_component(kind, name);
  return c ? component_text(*c) : "";
}

std::vector<std::string> all_component_names(std::string_view kind) {
  const Json* other = other_kind(kind);
  if (!other) return component_names(kind);
  std::vector<std::string> names;
  for (const auto& [name, text] : other->at("help").items()) names.push_back(name);
  return names;
}

}  // namespace

std::string list_text(std::string_view kind) {
  if (!kind.empty()) {
    require_kind(kind);
    return kind_list(kind);
  }
  std::string out;
  for (const KindInfo& k : all_kinds()) {
    out += (out.empty() ? "" : "\n") + heading(k.name, k.meaning) + kind_list(k.name);
  }
  std::vector<Row> rows;
  for (const TopLevel* s : top_level()) {
    rows.push_back({header(*s), s->meaning});
  }
  out += (out.empty() ? "" : "\n") + std::string("sections of a configuration:\n") + aligned_prose(rows);
  rows.clear();
  for (const KindInfo& f : file_infos()) rows.push_back({f.name, f.meaning});
  return rows.empty() ? out : out + "\nfiles of other verbs:\n" + aligned_prose(rows);
}

Json list_json(std::string_view kind) {
  if (!kind.empty()) {
    require_kind(kind);
    return component_list(kind);
  }
  Json all;
  all["kinds"] = Json::array();
  for (const KindInfo& k : all_kinds()) {
    all["kinds"].push_back(
        {{"name", k.name}, {"meaning", k.meaning}, {"components", component_list(k.name)}});
  }
  all["sections"] = Json::array();
  for (const TopLevel* s : top_level()) {
    all["sections"].push_back({{"name", s->name}, {"meaning", s->meaning}, {"list", s->list}});
  }
  for (const KindInfo& f : file_infos()) {
    all["files"].push_back({{"name", f.name}, {"meaning", f.meaning}});
  }
  return all;
}

std::string help_text(std::string_view kind_or_section, std::string_view name) {
  if (!name.empty()) {
    if (!contains(kind_names(), kind_or_section)) {
      if (std::string text = key_text(kind_or_section, name); !text.empty()) return text;
    }
    require_kind(kind_or_section);
    std::string text = component_text(kind_or_section, name);
    if (text.empty()) {
      const auto names = all_component_names(kind_or_section);
      throw Error(Exit::usage, ErrorPlace(),
                  fmt::format("unknown {} '{}'{}; known: {}",
                              kind_or_section, name, did_you_mean(name, names), join(names)));
    }
    return text;
  }
  // A section that holds a choice often has the name of its kind; then the list says more.
  const TopLevel* section = find_section(kind_or_section);
  if (section && section->type == Type::section) {
    return heading(header(*section), section->meaning) + '\n' +
           field_table(section->shape(), section->name);
  }
  if (const Json* file = other_file(kind_or_section)) return file->at("help");
  if (const FileKind* file = find_file_kind(kind_or_section)) return file_text(*file);
  const std::string_view kind = section ? section->kind : kind_or_section;
  if (contains(kind_names(), kind)) return list_text(kind);
  if (const auto found = find_settings(kind_or_section); !found.empty()) return settings_text(found);
  for (const auto text_of : {text_of_components, text_of_keys}) {
    if (std::string text = text_of(kind_or_section); !text.empty()) return text;
  }
  // The key that names a choice: topology.type. A class of links by its name: link.nic.
  if (kind_or_section.ends_with(".type")) {
    return help_text(kind_or_section.substr(0, kind_or_section.rfind('.')));
  }
  if (kind_or_section.starts_with("link.") && find_section("link")) {
    std::vector<std::string> keys;
    for (const Field& f : find_section("link")->shape().fields()) keys.push_back(f.name);
    const std::string_view word = kind_or_section.substr(5);
    if (word.find('.') == word.npos && nearest(word, keys).empty()) return help_text("link.CLASS");
  }
  refuse_unknown(kind_or_section);
}

Json own_catalogue() {
  Json all = {{"format", kCatalogueFormat}, {"kinds", Json::array()}, {"files", Json::array()}};
  for (const KindInfo& kind : kinds()) {
    Json help = Json::object();
    for (const Component* c : components(kind.name)) help[c->name] = component_text(*c);
    all["kinds"].push_back({{"name", kind.name},
                            {"meaning", kind.meaning},
                            {"list", kind_list(kind.name)},
                            {"components", component_list(kind.name)},
                            {"help", std::move(help)},
                            {"schema", kind_schema(kind.name)},
                            {"reference", kind_reference(kind)}});
  }
  for (const FileKind* file : file_kinds()) {
    Json keys = Json::array(), settings = Json::array();
    for (const Field& f : file->fields()) keys.push_back(f.name);
    for (const Setting& s : settings_of(*file)) {
      settings.push_back({{"path", s.path}, {"key", s.field.name}, {"text", setting_text(s)}});
    }
    all["files"].push_back({{"name", file->name},
                            {"meaning", file->meaning},
                            {"keys", std::move(keys)},
                            {"help", file_text(*file)},
                            {"settings", std::move(settings)},
                            {"schema", file_schema(file->name)},
                            {"reference", file_reference(file->name)}});
  }
  return all;
}

}  // namespace kasuri::config
