// SPDX-License-Identifier: MIT
// The whole command line as CLI11 knows it: for reading arguments, and for the manual pages and completions
// that are made of it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/verbs/command.h"

namespace kasuri::cli {

struct CommandLine {
  std::unique_ptr<CLI::App> app;
  std::vector<std::pair<CLI::App*, Action>> actions;
};

CommandLine command_line();

// "kasuri 0.1.0", and below it what it was built with.
std::string version_text();

// What there is to tell of an option or an argument of a verb.
struct OptionFacts {
  std::vector<std::string> names;    // "--out", "-h"; none of an argument
  std::string argument;              // its name, if it is one: "config"
  std::string value;                 // "FILE"; empty for a flag
  std::vector<std::string> choices;  // if there are no other values
  std::string meaning;
  bool required = false;
};

struct VerbFacts {
  std::string name, summary;
  std::vector<OptionFacts> options;
  bool passes_on = false;  // hands all its arguments to another program
  std::string help;        // as --help prints it, but without the name of the program
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OptionFacts, names, argument, value, choices, meaning, required)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VerbFacts, name, summary, options, passes_on, help)

// The arguments of a verb, or of the whole program.
std::string help_of(const CLI::App&);

// Of all verbs of this program, in the order of their names.
std::vector<VerbFacts> verb_facts();

}  // namespace kasuri::cli
