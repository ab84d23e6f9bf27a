// SPDX-License-Identifier: MIT
// Writing down what a run's ranks do, as a trace that can be replayed: one for each job that has ranks.
// All parts of the machine tell one recording; what belongs to a rank is touched by its thread alone. Until
// the run is over it is in an unnamed file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpi/ranks/recorder.h"
#include "workload/traces/spilled.h"

namespace kasuri::trace {

// Ranks are numbered over all jobs.
struct RecordedJob {
  std::string name;
  std::uint32_t first_rank = 0, ranks = 0;
};

class Recording : public mpi::Recorder {
 public:
  explicit Recording(std::vector<RecordedJob> jobs) : jobs_(std::move(jobs)) {}
  // Into a folder; returns the names of what it has written. Throws Error.
  virtual std::vector<std::string> write(const std::filesystem::path& folder) = 0;
  // The time of the run, where that has one thread.
  void set_clock(std::function<Time()> clock) { clock_ = std::move(clock); }

 protected:
  std::uint32_t all_ranks() const;
  const RecordedJob& job_of(std::uint32_t rank) const;
  // What a job's trace is called: its name, made fit for a file, and different from the others'.
  std::string file_name(std::size_t job) const;

  Time now() const { return clock_(); }

  std::vector<RecordedJob> jobs_;
  SpillFile spill_;  // of all ranks' logs

 private:
  std::function<Time()> clock_;
};

// A format that can be written.
struct RecordingFormat {
  using Make = std::unique_ptr<Recording> (*)(std::vector<RecordedJob>);
  RecordingFormat(std::string_view name, std::string_view meaning, Make);

  std::string_view name, meaning;
  Make make;
};

std::span<const RecordingFormat* const> recording_formats();  // by name
const RecordingFormat* find_recording_format(std::string_view name);

}  // namespace kasuri::trace
