// SPDX-License-Identifier: MIT
// What other programs have said of their components and files.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/config/catalogue.h"
#include "base/config/catalogue_parts.h"
#include "base/core/errors.h"

namespace kasuri::config {
namespace {

using Entries = std::map<std::string, Json, std::less<>>;

struct Others {
  Entries kinds, files;
};

Others& others() {
  static Others all;
  return all;
}

const Json* entry(const Entries& all, std::string_view name) {
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::vector<const Json*> entries(const Entries& all) {
  std::vector<const Json*> found;
  for (const auto& [name, json] : all) found.push_back(&json);
  return found;
}

}  // namespace

const Json* other_kind(std::string_view name) { return entry(others().kinds, name); }
const Json* other_file(std::string_view name) { return entry(others().files, name); }
std::vector<const Json*> other_kinds() { return entries(others().kinds); }
std::vector<const Json*> other_files() { return entries(others().files); }

namespace {

// Sorted by name.
std::vector<KindInfo> with_others(std::vector<KindInfo> own, const std::vector<const Json*>& others) {
  for (const Json* other : others) own.push_back({other->at("name"), other->at("meaning")});
  std::ranges::sort(own, {}, &KindInfo::name);
  return own;
}

}  // namespace

std::vector<KindInfo> all_kinds() { return with_others(kinds(), other_kinds()); }

std::vector<KindInfo> file_infos() {
  std::vector<KindInfo> own;
  for (const FileKind* f : file_kinds()) own.push_back({f->name, f->meaning});
  return with_others(std::move(own), other_files());
}

void add_catalogue(Json catalogue) {
  if (catalogue.value("format", 0) != kCatalogueFormat) {
    throw Error(Exit::usage, "it was built of other code than this program");
  }
  for (Json& kind : catalogue.at("kinds")) {
    std::string name = kind.at("name");
    const auto known = all_kinds();
    if (std::ranges::find(known, name, &KindInfo::name) == known.end()) {
      others().kinds.emplace(std::move(name), std::move(kind));
    }
  }
  for (Json& file : catalogue.at("files")) {
    std::string name = file.at("name");
    if (!find_file_kind(name)) others().files.emplace(std::move(name), std::move(file));
  }
}

std::string verb_with_keys(std::span<const std::string> keys) {
  std::string verb;
  std::size_t most = 0;
  for (const Json* file : other_files()) {
    std::size_t known = 0;
    for (const Json& key : file->at("keys")) {
      known += static_cast<std::size_t>(std::ranges::count(keys, key.get<std::string>()));
    }
    if (known > most) verb = file->at("name"), most = known;
  }
  return verb;
}

}  // namespace kasuri::config
