// SPDX-License-Identifier: MIT
// kasuri help NAME [NAME]: the settings of a component, a section or a verb's file, or one setting; of any
// other word, what mentions it.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/configured.h"
#include "app/cli/study_programs.h"
#include "shell/verbs/mistyped.h"
#include "base/config/catalogue.h"

namespace kasuri::cli {
namespace {

struct HelpArguments {
  std::string kind, name;
};

std::string arguments_of(const std::string& verb) {
  const std::vector<VerbFacts> all = all_verb_facts();
  return std::ranges::find(all, verb, &VerbFacts::name)->help;
}

// Some names are those of a verb and of what it reads: `run`, `power`, `chip`.
std::string help_for(const CLI::App* all, const HelpArguments& a) {
  const CLI::App* verb = a.name.empty() ? subcommand(*all, a.kind) : nullptr;
  if (!verb) {
    try {
      return config::help_text(a.kind, a.name);
    } catch (const Error&) {
      std::string text = a.name.empty() ? config::help_about(a.kind) : "";
      if (text.empty()) throw;
      return text;
    }
  }
  std::string settings;
  try {
    settings = config::help_text(a.kind);
  } catch (const Error&) {
    return arguments_of(a.kind);
  }
  return settings + fmt::format("\nFor the arguments of the verb: kasuri {} --help\n", a.kind);
}

const Verb help{"help", "explain a setting, a section or a component",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<HelpArguments>();
                  app.add_option("what", a->kind,
                                 "a section (nic), a setting (link.rate), a component (torus), a kind of "
                                 "component (topology), the file of a verb (chip), or any word");
                  app.add_option("name", a->name, "a component of that kind (torus), or a key of that "
                                                  "section or file (rate)");
                  add_plugin_option(app);
                  app.footer("For the arguments of a verb: kasuri VERB --help");
                  return [a, &app] {
                    // Not app.help(), which explains the verb that was called.
                    const CLI::App* all = app.get_parent();
                    learn_of_studies();
                    fmt::print("{}", a->kind.empty() ? help_of(*all) : help_for(all, *a));
                    return Exit::done;
                  };
                }};

}  // namespace
}  // namespace kasuri::cli
