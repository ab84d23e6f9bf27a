// SPDX-License-Identifier: MIT
// What users name to choose a configuration.
#pragma once

#include <string>
#include <vector>

#include "app/cli/progress.h"
#include "base/config/document.h"

namespace kasuri::cli {

// Arguments of a verb that takes a configuration: CONFIG [--machine NAME|FILE] [--set key=value …].
struct ConfigArguments {
  std::string file;
  std::string text;     // not empty: the configuration itself, and `file` is its name in messages
  std::string machine;  // a file of machines/, or another one; empty: none
  std::vector<std::string> overrides;
  std::string within;    // not empty: the only folder of files that it may name
  std::string programs;  // besides: of programs
  double progress = ProgressLine::kInterval;  // of StepLine, for the steps of planning

  void add_to(CLI::App& app);
  // The file with what it builds on. Throws Error if it cannot be read.
  config::Document load() const;
};

}  // namespace kasuri::cli
