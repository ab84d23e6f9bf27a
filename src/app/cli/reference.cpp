// SPDX-License-Identifier: MIT
// kasuri reference: every setting in Markdown. docs/reference.md is this page.
#include <fmt/format.h>

#include "app/cli/study_programs.h"
#include "base/config/catalogue.h"

namespace kasuri::cli {
namespace {

const Verb reference{"reference", "print the reference of all settings, in Markdown",
                     [](CLI::App&) -> Action {
                       return [] {
                         learn_of_studies();
                         fmt::print("{}", config::reference_page());
                         return Exit::done;
                       };
                     }};

}  // namespace
}  // namespace kasuri::cli
