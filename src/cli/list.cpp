// SPDX-License-Identifier: MIT
// kasuri list [KIND]: the components that a configuration can name.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "config/catalogue.h"

namespace kasuri::cli {
namespace {

struct ListArguments {
  std::string kind;
  bool json = false;
};

const Verb list{"list", "list the components that a configuration can name",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<ListArguments>();
                  app.add_option("kind", a->kind, "only the components of this kind, with --json "
                                                  "and their settings");
                  app.add_flag("--json", a->json, "as JSON, with all settings");
                  return [a] {
                    if (a->json) {
                      fmt::print("{}\n", config::list_json(a->kind).dump(2));
                    } else {
                      fmt::print("{}", config::list_text(a->kind));
                    }
                    return Exit::done;
                  };
                }};

}  // namespace
}  // namespace kasuri::cli
