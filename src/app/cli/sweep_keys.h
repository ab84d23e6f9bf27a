// SPDX-License-Identifier: MIT
// The keys of a sweep's points. A key covers all settings of the point, defaults included, and its
// inputs (experiment/plan/inputs.h): what every file that it reads holds, the compilers, this build of
// Kasuri. Points of one key have one result.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/config_arguments.h"
#include "app/cli/sweep_points.h"
#include "app/cli/sweep_store.h"
#include "experiment/plan/inputs.h"

namespace kasuri::cli {

struct PointKey {
  PointRecord record;  // its key is empty for a configuration that cannot be read
  std::string error;   // why it cannot be read
};

// What programs read of which Kasuri does not know: --reads, --reads-variable.
struct AlsoRead {
  std::vector<std::string> files, variables;

  void add_to(CLI::App&);
};

class SweepKeys {
 public:
  SweepKeys(ConfigArguments, AlsoRead);

  PointKey of(const SweepPoint&);
  // Whether a file was touched since a key was made of it: all keys are to be made again.
  bool touched() { return inputs_.touched(); }

 private:
  const std::string& settings();

  std::string digest_of_files(const ConfigArguments&);

  ConfigArguments arguments_;
  AlsoRead also_;
  InputReader inputs_;
  std::string settings_digest_, settings_;  // of the configuration file as it was with this digest
};

// Why a result that was kept is no result of this point, for people.
std::string why_stale(const PointRecord& then, const PointRecord& now);

// All settings, as Writer writes them: "jobs.0.pattern.load" -> "0.2". Without a plan. Throws Error.
std::map<std::string, std::string> written_settings(const ConfigArguments&);

// The settings that differ between two configurations as Writer writes them: "nic.packet".
std::vector<std::string> changed_settings(const std::string& then, const std::string& now);

}  // namespace kasuri::cli
