// SPDX-License-Identifier: MIT
// kasuri help KIND [NAME]: the settings of a component or a section.
#include <fmt/format.h>

#include "cli/command.h"
#include "config/catalogue.h"

namespace kasuri::cli {
namespace {

struct Arguments {
  std::string kind, name;
};

const Verb help{"help", "explain the settings of a component or a section",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<Arguments>();
                  app.add_option("kind", a->kind, "a kind (topology) or a section (nic)");
                  app.add_option("name", a->name, "a component of that kind (torus)");
                  app.footer("For the arguments of a verb: kasuri VERB --help");
                  return [a, &app] {
                    // Not app.help(), which explains the verb that was called.
                    const CLI::App* all = app.get_parent();
                    fmt::print("{}", a->kind.empty()
                                         ? all->get_formatter()->make_help(all, all->get_name(),
                                                                           CLI::AppFormatMode::Normal)
                                         : config::help_text(a->kind, a->name));
                    return Exit::done;
                  };
                }};

}  // namespace
}  // namespace kasuri::cli
