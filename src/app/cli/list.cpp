// SPDX-License-Identifier: MIT
// kasuri list [KIND]: the components that a configuration can name; kasuri list machines: those that
// --machine knows.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/configured.h"
#include "app/cli/machines.h"
#include "app/cli/study_programs.h"
#include "base/config/catalogue.h"
#include "base/config/tables.h"

namespace kasuri::cli {
namespace {

struct ListArguments {
  std::string kind;
  bool json = false;
};

void print_machines(bool json) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::vector<std::vector<std::string>> rows;
  for (const MachineInfo& m : machines()) {
    all.push_back({{"name", m.name}, {"summary", m.summary}});
    rows.push_back({m.name, m.summary});
  }
  fmt::print("{}", json ? all.dump(2) + '\n' : config::aligned_prose(rows));
}

const Verb list{"list", "list the components that a configuration can name",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<ListArguments>();
                  app.add_option("kind", a->kind, "only the components of this kind, with --json also "
                                                  "their settings; or `machines`");
                  add_plugin_option(app);
                  app.add_flag("--json", a->json, "print JSON, with all settings");
                  return [a] {
                    learn_of_studies();
                    for (const config::KindInfo& kind : config::all_kinds()) {
                      if (a->kind == kind.name + "s") a->kind = kind.name;
                    }
                    if (a->kind == "machines") {
                      print_machines(a->json);
                    } else if (a->json) {
                      fmt::print("{}\n", config::list_json(a->kind).dump(2));
                    } else {
                      fmt::print("{}", config::list_text(a->kind));
                    }
                    return Exit::done;
                  };
                }};

}  // namespace
}  // namespace kasuri::cli
