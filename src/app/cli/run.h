// SPDX-License-Identifier: MIT
// A run with its answer and its directory, as `kasuri run` and `kasuri mpirun` have it.
#pragma once

#include <string>

#include "app/cli/config_arguments.h"
#include "base/core/errors.h"

namespace kasuri::cli {

struct RunArguments {
  ConfigArguments config;
  std::string out;
  std::string fidelity;
  std::string power;
  bool no_link_sleep = false;
  bool allow_deadlock = false;
  bool statistics = false;
  std::string timeline;
  std::string traffic_matrix;  // a file
  std::string format = "words";  // "line": one line on stderr, as after the program's own output
  bool json = false;
  bool quiet = false;      // says nothing unless something is wrong
  bool dry_run = false;
  unsigned threads = 1;
  bool profile = false;
  bool verify = false;
  std::string record;
  bool watch = false;
  double progress = ProgressLine::kInterval;
  int* program_code = nullptr;  // set to that of the first job
};

Exit run(const RunArguments&);

}  // namespace kasuri::cli
