// SPDX-License-Identifier: MIT
// What `run` and `check` share: a configuration file with overrides, read and planned.
#pragma once

#include <functional>
#include <string>

#include "app/cli/config_arguments.h"
#include "experiment/plan/plan.h"

namespace kasuri::cli {

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
