// SPDX-License-Identifier: MIT
// What is in a directory that a run may be written to: another run, and perhaps files of the user's,
// which no run may take away.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kasuri {

// Whether Kasuri has left a run there.
bool is_run_directory(const std::filesystem::path&);

// What is in a run directory that neither a run nor a verb of Kasuri has written there, by name and in
// order. A configuration that was edited since is the user's, too.
std::vector<std::string> foreign_files(const std::filesystem::path& run);

// Of a file: its size and a hash of its bytes, as manifest.json keeps them. Throws Error(Exit::usage) if
// it cannot be read.
std::string digest(const std::filesystem::path&);

}  // namespace kasuri
