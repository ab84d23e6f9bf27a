// SPDX-License-Identifier: MIT
#include "shell/verbs/command.h"

#include <algorithm>

#include "base/config/plugins.h"

namespace kasuri::cli {
namespace {

std::vector<const Verb*>& registry() {
  static std::vector<const Verb*> all;
  return all;
}

void add(const Verb* verb) {
  auto& all = registry();
  all.insert(std::upper_bound(all.begin(), all.end(), verb,
                              [](const Verb* a, const Verb* b) { return a->name < b->name; }),
             verb);
}

}  // namespace

Verb::Verb(std::string n, std::string s, Setup f)
    : name(std::move(n)), summary(std::move(s)), setup(f) {
  add(this);
}

Verb::Verb(std::string n, std::string s, PassOn f)
    : name(std::move(n)), summary(std::move(s)), pass_on(f) {
  add(this);
}

void add_no_plugins_option(CLI::App& app) {
  app.add_flag_callback("--no-plugins", &config::leave_out_plugins,
                        "do not load the plug-ins that the configuration names");
}

const std::vector<const Verb*>& verbs() { return registry(); }

}  // namespace kasuri::cli
