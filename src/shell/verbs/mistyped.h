// SPDX-License-Identifier: MIT
// What a mistyped verb or option was probably meant to be.
#pragma once

#include <optional>
#include <string>

#include "shell/verbs/command.h"

namespace kasuri::cli {

// A line for the first argument that is neither a verb nor an option where it stands, with a
// suggestion if one is near; nothing if there is no such argument.
std::optional<std::string> mistyped(const CLI::App& app, int argc, const char* const* argv);

// A line for the first option or argument of the verb that is there, but empty, as from a variable of a
// script that was not set; nothing if there is none. No verb means anything by that.
std::optional<std::string> empty_argument(const CLI::App& app);

// The subcommand of this name, or null.
const CLI::App* subcommand(const CLI::App&, std::string_view name);

}  // namespace kasuri::cli
