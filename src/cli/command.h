// SPDX-License-Identifier: MIT
// A verb of the command line: one file each, registered by a static object; main.cpp only asks.
//
//   const cli::Verb topo{"topo", "prints the machine", [](CLI::App& app) -> cli::Action {
//     auto file = std::make_shared<std::string>();
//     app.add_option("config", *file, "configuration file")->required();
//     return [file] { …; return Exit::done; };
//   }};
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/errors.h"

namespace kasuri::cli {

// What a verb does once its arguments are read. May throw Error.
using Action = std::function<Exit()>;

struct Verb {
  using Setup = Action (*)(CLI::App&);

  Verb(std::string name, std::string summary, Setup setup);

  std::string name;
  std::string summary;
  Setup setup;
};

// All verbs, sorted by name.
const std::vector<const Verb*>& verbs();

// Where mgen.h and its like are: beside the binary in a build tree, under share when installed.
std::filesystem::path include_directory();

}  // namespace kasuri::cli
