// SPDX-License-Identifier: MIT
// What can stand in a configuration file, from the registered components and sections: for
// `kasuri list`, `kasuri help`, the web form and the reference page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace kasuri::config {

// All kinds and sections, or the components of one kind. Throws Error(Exit::usage) if there is no
// such kind.
std::string list_text(std::string_view kind = "");
nlohmann::ordered_json list_json(std::string_view kind = "");

// The fields of a component (`help topology torus`), a section (`help nic`) or a verb's file
// (`help chip`), or one setting (`help link.rate`); of a kind without a name, the list of its
// components. Throws Error(Exit::usage) if there is none.
std::string help_text(std::string_view kind_or_section, std::string_view name = "");

// A JSON schema (draft 2020-12) of a whole configuration file, or of a verb's (`chip`). Throws
// Error(Exit::usage) if the verb has none.
nlohmann::ordered_json json_schema(std::string_view verb = "");

// The reference page, in Markdown.
std::string reference_page();

}  // namespace kasuri::config
