// SPDX-License-Identifier: MIT
// What `run` and `check` share: a configuration file with overrides, read and planned.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shell/verbs/command.h"
#include "app/cli/progress.h"
#include "experiment/plan/plan.h"

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

// --plugin FILE, for verbs that read no configuration: loads it.
void add_plugin_option(CLI::App& app);

struct Configured {
  config::Document document;
  Config config;
  Plan plan;
  std::string resolved;  // the whole configuration as TOML
};

// Throws Error with all mistakes found. `change`: of what was read, before it is planned.
Configured read_configuration(const ConfigArguments&, const std::function<void(Config&)>& change = {});

}  // namespace kasuri::cli
