// SPDX-License-Identifier: MIT
// Parts of the catalogue (catalogue.h): of this program's own kinds and files they are made from the tables
// of fields, of other programs' they are what those have said of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/file_kind.h"
#include "base/config/registry.h"

namespace kasuri::config {

using Json = nlohmann::ordered_json;

// Of own_catalogue(): to be raised whenever what it holds changes.
inline constexpr int kCatalogueFormat = 1;

// Entries of other programs' catalogues; null if there is none, or if this program has one of that name.
const Json* other_kind(std::string_view name);
const Json* other_file(std::string_view name);
std::vector<const Json*> other_kinds();
std::vector<const Json*> other_files();
// The files of verbs, sorted by name.
std::vector<KindInfo> file_infos();

std::string kind_reference(const KindInfo&);
std::string file_reference(std::string_view verb);
Json kind_schema(std::string_view kind);
// The properties of a verb's file, and which of them are required. Throws Error(Exit::usage) if the verb
// has none.
Json file_schema(std::string_view verb);

// Of all components, or keys, of this name; empty if there is none.
std::string text_of_components(std::string_view name);
std::string text_of_keys(std::string_view name);

}  // namespace kasuri::config
