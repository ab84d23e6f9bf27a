// SPDX-License-Identifier: MIT
// kasuri schema: the JSON schema of a configuration, for editors and forms.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "config/catalogue.h"

namespace kasuri::cli {
namespace {

const Verb schema{"schema", "print the JSON schema of a configuration",
                  [](CLI::App&) -> Action {
                    return [] {
                      fmt::print("{}\n", config::json_schema().dump(2));
                      return Exit::done;
                    };
                  }};

}  // namespace
}  // namespace kasuri::cli
