// SPDX-License-Identifier: MIT
// Small files, read and written whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kasuri {

// Throws Error(Exit::usage) if it cannot be read or is larger than 1 GiB.
std::string read_text(const std::filesystem::path&);
// Throws Error(Exit::limit) if it cannot be written; makes the folder if needed.
void write_text(const std::filesystem::path&, std::string_view text);

}  // namespace kasuri
