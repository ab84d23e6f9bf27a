// SPDX-License-Identifier: MIT
// What `kasuri new` begins a configuration from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kasuri::cli {

struct Preset {
  std::string name, summary;
  std::string text;       // TOML; `new` writes each key's meaning above it
  std::string file{};     // that the configuration names, if it names one
  std::string content{};  // of it
};

// In the order of their names.
const std::vector<Preset>& presets();

}  // namespace kasuri::cli
