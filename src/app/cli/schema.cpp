// SPDX-License-Identifier: MIT
// kasuri schema: the JSON schema of a configuration, or of the file of another verb, for editors and forms.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/configured.h"
#include "app/cli/study_programs.h"
#include "base/config/catalogue.h"

namespace kasuri::cli {
namespace {

const Verb schema{"schema", "print the JSON schema of a configuration",
                  [](CLI::App& app) -> Action {
                    auto verb = std::make_shared<std::string>();
                    app.add_option("verb", *verb, "verb whose file the schema describes: chip, compare, "
                                                  "manycore; default: run");
                    add_plugin_option(app);
                    return [verb] {
                      learn_of_studies();
                      fmt::print("{}\n", config::json_schema(*verb).dump(2));
                      return Exit::done;
                    };
                  }};

}  // namespace
}  // namespace kasuri::cli
