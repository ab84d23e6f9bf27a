// SPDX-License-Identifier: MIT
// kasuri check CONFIG: everything that can be said without running.
#include <fmt/format.h>

#include "cli/configured.h"
#include "sim/summary.h"

namespace kasuri::cli {
namespace {

const Verb check{
    "check", "validate a configuration and describe its machine, without running",
    [](CLI::App& app) -> Action {
      auto arguments = std::make_shared<ConfigArguments>();
      arguments->add_to(app);
      return [arguments] {
        const Configured c = read_configuration(*arguments);
        fmt::print("{}\n# {}: no errors\n\n{}", c.resolved, arguments->file,
                   describe_plan(c.config, c.plan));
        return Exit::done;
      };
    }};

}  // namespace
}  // namespace kasuri::cli
