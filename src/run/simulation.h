// SPDX-License-Identifier: MIT
// From a configuration to results: plan, machine, run, collection.
#pragma once

#include <filesystem>
#include <functional>

#include "plan/config.h"
#include "run/machine.h"
#include "run/results.h"

namespace kasuri {

// How far a run is, told about five times a second of host time.
struct Progress {
  Time now;
  Time planned_end;          // kNever if only the programs know
  double share;              // of the run that is done, as far as that can be known; less than 0: unknown
  std::uint64_t packets;     // delivered so far
  double wall_s;
};

struct RunOptions {
  std::filesystem::path include_dir;
  std::function<void(const Progress&)> progress;  // may be empty
  unsigned threads = 1;  // of each process: into how many parts its share of the machine is cut
  unsigned cores = 0;    // that work on them; 0: as many as there are
  Cluster* cluster = nullptr;  // the processes of this run; null for one
  std::function<void(const std::string&)> tell;   // what a person should know; may be empty
  // How much each link has carried until now, sometimes; of a run of one thread in one process.
  std::function<void(Time, const LinkTable&)> look = {};
  std::string record;    // format in which the run is written down as a trace; empty: it is not
};

// Runs to the end and collects. A failing program, a deadlock, a limit or a signal is an ending
// told in the results, not an exception. Of several processes, the first gets the results, the others
// only the exit code. A signal that an InterruptGuard catches ends it early.
Results simulate(const Config&, Plan&&, const RunOptions&);

}  // namespace kasuri
