// SPDX-License-Identifier: MIT
// Machines that come with Kasuri: files of machines/, each a configuration without jobs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kasuri::cli {

struct MachineInfo {
  std::string name;     // machines/NAME.toml
  std::string summary;  // its first line
};

// In the order of their names.
std::vector<MachineInfo> machines();

// The file of a machine by name, or the file itself if that is what is given (a path, or *.toml). Throws
// Error for a name that there is not.
std::filesystem::path machine_file(const std::string& name_or_file);

}  // namespace kasuri::cli
