// SPDX-License-Identifier: MIT
// Which files configurations may name: for `kasuri serve`, whose configurations come from a browser.
#pragma once

#include <filesystem>
#include <vector>

namespace kasuri::config {

// From now on, files that configurations name must be in one of these folders, links followed: others are
// mistakes of the configuration.
void limit_files(std::vector<std::filesystem::path> folders);
bool is_within_limits(const std::filesystem::path&);

}  // namespace kasuri::config
