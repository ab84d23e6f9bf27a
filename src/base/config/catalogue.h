// SPDX-License-Identifier: MIT
// What can stand in a configuration file, from the registered components and sections: for
// `kasuri list`, `kasuri help`, the web form and the reference page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/registry.h"

namespace kasuri::config {

// All kinds and sections, or the components of one kind. Throws Error(Exit::usage) if there is no
// such kind.
std::string list_text(std::string_view kind = "");
nlohmann::ordered_json list_json(std::string_view kind = "");

// The fields of a component (`help topology torus`), a section (`help nic`) or a verb's file
// (`help chip`), or one setting (`help link.rate`); of a kind without a name, the list of its
// components; all components (`help torus`) or keys (`help rate`) of a name. Throws Error(Exit::usage) if
// there is none.
std::string help_text(std::string_view kind_or_section, std::string_view name = "");
// A list of what mentions a word; empty if nothing does.
std::string help_about(std::string_view word);

// A JSON schema (draft 2020-12) of a whole configuration file, or of a verb's (`chip`). Throws
// Error(Exit::usage) if the verb has none.
nlohmann::ordered_json json_schema(std::string_view verb = "");

// The reference page, in Markdown.
std::string reference_page();

// --- Of several programs ---

// The kinds of this program, and those that others have besides; sorted by name.
std::vector<KindInfo> all_kinds();

// What this program has registered, for another one to list, explain and describe besides its own.
nlohmann::ordered_json own_catalogue();
// From now on, all of the above have what another program's own_catalogue() said, except of kinds that this
// one has too. Throws Error(Exit::usage) if that program was built of other code.
void add_catalogue(nlohmann::ordered_json);
// The verb whose files have most of these top-level keys; "" if none has any.
std::string verb_with_keys(std::span<const std::string> keys);

}  // namespace kasuri::config
