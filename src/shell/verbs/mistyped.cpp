// SPDX-License-Identifier: MIT
#include "shell/verbs/mistyped.h"

#include <fmt/format.h>

#include "base/config/diagnostics.h"

namespace kasuri::cli {
namespace {

std::vector<std::string> long_options(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb* verb : verbs()) names.push_back(verb->name);
  return names;
}

std::optional<std::string> mistyped_option(const CLI::App& app, const std::string& command,
                                           const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  const std::vector<std::string> known = long_options(app);
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::nullopt;
  return fmt::format("kasuri: error: unknown option '{}'{}", name,
                     config::did_you_mean(name, known,
                                          fmt::format("; for a list: {} --help", command)));
}

}  // namespace

const CLI::App* subcommand(const CLI::App& app, std::string_view name) {
  const auto found = app.get_subcommands([&](const CLI::App* s) { return s->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

std::optional<std::string> empty_argument(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& value : option->count() ? option->results() : std::vector<std::string>{}) {
      if (!value.empty()) continue;
      return fmt::format("kasuri: error: the value of {} is empty: {}", option->get_name(),
                         option->get_description());
    }
  }
  for (const CLI::App* verb : app.get_subcommands()) {
    if (auto wrong = empty_argument(*verb)) return wrong;
  }
  return std::nullopt;
}

std::optional<std::string> mistyped(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* verb = nullptr;
  std::string command = "kasuri";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    if (word.starts_with("--")) {
      if (auto wrong = mistyped_option(verb ? *verb : app, command, word)) return wrong;
    } else if (!verb && !word.starts_with('-')) {
      verb = subcommand(app, word);
      if (!verb) {
        const std::vector<std::string> names = verb_names();
        return fmt::format("kasuri: error: unknown verb '{}'{}; verbs: {}", word,
                           config::did_you_mean(word, names), config::join(names));
      }
      command += ' ' + word;
    } else if (verb) {
      if (const CLI::App* inner = subcommand(*verb, word)) {
        verb = inner;
        command += ' ' + word;
      }
    }
  }
  return std::nullopt;
}

}  // namespace kasuri::cli
