// SPDX-License-Identifier: MIT
// Files, read and written whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace kasuri {

// Throws Error(Exit::usage) if it cannot be read or is larger than 1 GiB.
std::string read_text(const std::filesystem::path&);
// The same of any size, and "" if it cannot be read.
std::string content_of(const std::filesystem::path&);
// What a stream still has, or the first `most` bytes of that.
std::string rest_of(std::istream&, std::size_t most = SIZE_MAX);
// Throws Error(Exit::limit) if it cannot be written; makes the folder if needed.
void write_text(const std::filesystem::path&, std::string_view text);
// Throws Error(Exit::limit) if it could not be written; what is there stays as it is. For files that are
// written at the end of what takes long.
void check_writable(const std::filesystem::path&);
// An empty file of this name, to be filled under it: what had the name is removed, so that nothing is
// written through a link that somebody has put there. For names that the user has not given. Throws
// Error(Exit::limit).
void begin_file(const std::filesystem::path&);

}  // namespace kasuri
