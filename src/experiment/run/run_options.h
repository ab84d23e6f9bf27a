// SPDX-License-Identifier: MIT
// How a configuration is run, and what is told meanwhile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/cluster/cluster.h"
#include "base/core/units.h"
#include "experiment/run/link_table.h"

namespace kasuri::trace {
class Recording;
struct RecordedJob;
}  // namespace kasuri::trace

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
  bool alternates = false;  // for tests: one thread takes over every other window (ThreadTrial)
  Cluster* cluster = nullptr;  // the processes of this run; null for one
  std::function<void(const std::string&)> tell;   // what a person should know; may be empty
  // How much each link has carried until now, sometimes; of a run of one thread in one process.
  std::function<void(Time, const LinkTable&)> look = {};
  std::string record;    // format in which the run is written down as a trace; empty: it is not
  // Or by this, of ranks with or without programs.
  std::function<std::unique_ptr<trace::Recording>(std::vector<trace::RecordedJob>)> make_recording = {};
};

}  // namespace kasuri
