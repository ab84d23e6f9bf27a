// SPDX-License-Identifier: MIT
// What `kasuri` asks its studies' programs: their arguments, and what their files can contain.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/config/catalogue.h"
#include "shell/verbs/command_line.h"

namespace kasuri::cli {
namespace {

const Verb describe{"describe", "print as JSON what `kasuri` lists and explains of this program",
                    [](CLI::App&) -> Action {
                      return [] {
                        nlohmann::ordered_json all;
                        all["catalogue"] = config::own_catalogue();
                        all["verbs"] = nlohmann::json(verb_facts());
                        fmt::print("{}\n", all.dump());
                        return Exit::done;
                      };
                    }};

}  // namespace
}  // namespace kasuri::cli
