// SPDX-License-Identifier: MIT
// A verb of a program: one file each, registered by a static object; main.cpp only asks.
//
//   const cli::Verb topo{"topo", "prints the machine", [](CLI::App& app) -> cli::Action {
//     auto file = std::make_shared<std::string>();
//     app.add_option("config", *file, "configuration file")->required();
//     return [file] { …; return Exit::done; };
//   }};
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/core/errors.h"

namespace kasuri::cli {

// What a verb does once its arguments are read. May throw Error.
using Action = std::function<Exit()>;

struct Verb {
  using Setup = Action (*)(CLI::App&);
  // For a verb that hands all its arguments on, options included, as a compiler's wrapper does.
  using PassOn = Exit (*)(std::span<const std::string>);

  Verb(std::string name, std::string summary, Setup setup);
  Verb(std::string name, std::string summary, PassOn pass_on);

  std::string name;
  std::string summary;
  Setup setup = nullptr;  // or
  PassOn pass_on = nullptr;
};

// --no-plugins, for verbs that read a configuration.
void add_no_plugins_option(CLI::App&);

// All verbs, sorted by name.
const std::vector<const Verb*>& verbs();

}  // namespace kasuri::cli
