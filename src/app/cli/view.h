// SPDX-License-Identifier: MIT
// Pages of runs, for `kasuri view`, `kasuri run --watch` and `kasuri serve`.
#pragma once

#include <filesystem>
#include <string>

#include "app/view/views.h"

namespace kasuri::cli {

// Throws Error(Exit::usage) for a damaged run, or one of another version. `repeated`: a quick run without
// tables over time is made again with them.
std::string run_page(const std::filesystem::path& run, const view::ViewOptions& = {},
                     bool repeated = false);

}  // namespace kasuri::cli
