// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace kasuri::cli {

// Where mgen.h and its like are: beside the binary in a build tree, under share when installed.
std::filesystem::path include_directory();

}  // namespace kasuri::cli
