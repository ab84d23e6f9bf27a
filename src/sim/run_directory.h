// SPDX-License-Identifier: MIT
// The directory that a run leaves, from which it can be run again: config.toml (resolved),
// summary.json, summary.txt, results.h5, manifest.json. It is written under another name and
// renamed when everything is on disk, so that nothing half-written is ever taken for a result.
#pragma once

#include <filesystem>
#include <string>

#include "net/topology.h"
#include "sim/results.h"

namespace kasuri {

class RunDirectory {
 public:
  // Claims `target` before the run: throws Error(Exit::usage) if something other than a run
  // directory is there, Error(Exit::limit) if it cannot be written to. An earlier run's directory
  // is replaced when the new one is complete.
  explicit RunDirectory(std::filesystem::path target);
  // runs/NAME-001, or the next number that is free.
  static std::filesystem::path next_free(const std::string& name);
  // Removes what was not published.
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  const std::filesystem::path& target() const { return target_; }
  void publish(const Results&, const Topology&, const std::string& resolved_config,
               const std::string& text);

 private:
  void write(const std::string& name, const std::string& text) const;

  std::filesystem::path target_;
  std::filesystem::path draft_;
};

}  // namespace kasuri
