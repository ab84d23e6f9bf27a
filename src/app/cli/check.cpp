// SPDX-License-Identifier: MIT
// kasuri check CONFIG: everything that can be said without running.
#include <fmt/format.h>

#include <sstream>

#include "shell/verbs/colour.h"
#include "app/cli/configured.h"
#include "app/cli/estimate.h"
#include "experiment/plan/plan_text.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

struct CheckArguments {
  ConfigArguments config;
  bool defaults = false, estimate = false;
};

// As comments, so that what follows can be read as a configuration again.
std::string commented(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += line.empty() ? "#\n" : "# " + line + '\n';
  return out;
}

const Verb check{
    "check", "check a configuration and describe its machine, without a run",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<CheckArguments>();
      a->config.add_to(app);
      add_progress_option(app, a->config.progress);
      app.add_flag("--defaults", a->defaults,
                   "also print the configuration with all defaults; the output is a valid configuration");
      app.add_flag("--estimate", a->estimate, "print only how long a run will take on this host");
      return [a] {
        if (a->estimate) {
          fmt::print("{}\n", to_string(estimate_run(a->config)));
          return Exit::done;
        }
        const Configured c = read_configuration(a->config);
        fmt::print(stderr, "{}", coloured_message(c.document.notes(), stderr));
        const std::string machine =
            fmt::format("{}: no errors\n\n{}estimate  {}\n", a->config.file,
                        describe_plan(c.config, c.plan), to_string(estimate_run(a->config)));
        if (a->defaults) {
          fmt::print("{}\n{}", commented(machine), c.resolved);
        } else {
          fmt::print("{}\nEvery setting with its default: kasuri check {} --defaults\n", machine,
                     a->config.file);
        }
        return Exit::done;
      };
    }};

}  // namespace
}  // namespace kasuri::cli
