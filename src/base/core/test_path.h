// SPDX-License-Identifier: MIT
// Names of files that tests write: apart for each process, since tests run beside one another.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace kasuri {

inline std::filesystem::path test_path(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("kasuri-test-" + std::to_string(getpid()) + "-" + name);
}

}  // namespace kasuri
