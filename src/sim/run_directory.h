// SPDX-License-Identifier: MIT
// The directory that a run leaves, from which it can be run again: config.toml (resolved), summary.json,
// summary.txt, results.h5, manifest.json, timeline.json if asked for. It is written under another name and
// renamed when everything is on disk, so that nothing half-written is ever taken for a result. What
// a killed run has left of a draft, the next run into the same target takes over.
#pragma once

#include <filesystem>
#include <string>

#include "net/topology.h"
#include "sim/results.h"

namespace kasuri {

// Throws Error(Exit::usage) if what other verbs read of a run is not as the run has left it.
void check_intact(const std::filesystem::path& run);

class RunDirectory {
 public:
  // Claims `target` before the run: throws Error(Exit::usage) if something other than a run
  // directory is there or another run is about to write there, Error(Exit::limit) if it cannot be
  // written to. An earlier run's directory is replaced, at one stroke, when the new one is complete.
  explicit RunDirectory(std::filesystem::path target);
  // Claims runs/NAME-001, or the next number that is free.
  static RunDirectory next_free(const std::string& name);
  // Removes what was not published.
  ~RunDirectory();
  RunDirectory(RunDirectory&&) noexcept;
  RunDirectory& operator=(RunDirectory&&) = delete;

  const std::filesystem::path& target() const { return target_; }
  void publish(const Results&, const Topology&, const std::string& resolved_config,
               const std::string& text);

 private:
  RunDirectory() = default;
  bool claim();
  void write(const std::string& name, const std::string& text) const;
  void move_into_place();

  std::filesystem::path target_;
  std::filesystem::path draft_;  // TARGET.draft, ours while we hold the lock of its manifest
  int lock_ = -1;
};

}  // namespace kasuri
