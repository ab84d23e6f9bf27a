// SPDX-License-Identifier: MIT
// What a mistyped verb or option was probably meant to be.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"

namespace kasuri::cli {

// A line for the first argument that is neither a verb nor an option where it stands, with a
// suggestion if one is near; nothing if there is no such argument.
std::optional<std::string> mistyped(const CLI::App& app, int argc, const char* const* argv);

// The subcommand of this name, or null.
const CLI::App* subcommand(const CLI::App&, std::string_view name);

}  // namespace kasuri::cli
