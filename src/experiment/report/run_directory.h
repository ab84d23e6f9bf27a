// SPDX-License-Identifier: MIT
// The directory that a run leaves, from which it can be run again: config.toml (resolved), summary.json,
// summary.txt, results.h5, manifest.json, timeline.json if asked for. It is written under another name and
// renamed when everything is on disk, so that nothing half-written is ever taken for a result. What
// a killed run has left of a draft, the next run into the same target takes over.
//
// What cannot be written whole, because the disk is full, is kept as TARGET.incomplete; what cannot be
// moved to its place, because something of the user's has come there meanwhile, as TARGET.kept.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "network/net/topology.h"
#include "experiment/run/results.h"

namespace kasuri {

// Throws Error(Exit::usage) if what other verbs read of a run is not as the run has left it.
void check_intact(const std::filesystem::path& run);

class RunDirectory {
 public:
  // Claims `target` before the run: throws Error(Exit::usage) if something other than a run
  // directory is there, if that also holds files that Kasuri did not write, or if another run is about to
  // write there; Error(Exit::limit) if it cannot be written to. An earlier run's directory is replaced, at
  // one stroke, when the new one is complete. Programs may change the working directory from here on.
  explicit RunDirectory(const std::filesystem::path& target);
  // Claims runs/NAME-001, or the next number that is free.
  static RunDirectory next_free(const std::string& name);
  // Removes what was not published.
  ~RunDirectory();
  RunDirectory(RunDirectory&&) noexcept;
  RunDirectory& operator=(RunDirectory&&) = delete;

  const std::filesystem::path& target() const { return target_; }  // absolute
  // As the user calls it, or a file in it.
  std::string shown() const { return shown_as_; }
  std::string shown(const std::filesystem::path& file) const;
  // Throws Error(Exit::limit) if not all can be written: then it says what is kept, and where.
  void publish(const Results&, const Topology&, const std::string& resolved_config,
               const std::string& text);

 private:
  RunDirectory() = default;
  void set_target(const std::filesystem::path&);
  void refuse_what_is_not_ours() const;
  bool claim();
  int open_draft();
  void remove_leftovers() const;
  void write(const std::string& name, const std::string& text) const;
  void attempt(const std::string& name, const std::function<void()>& write_it);
  [[noreturn]] void keep_incomplete(const std::string& manifest);
  std::string keep_as(std::string_view suffix);
  void move_into_place();
  [[noreturn]] void cannot(std::string_view what, const std::filesystem::path&, int error) const;

  std::filesystem::path target_;
  std::string shown_as_;
  std::filesystem::path draft_;  // TARGET.draft, ours while we hold the lock of its manifest
  int lock_ = -1;
  std::vector<std::string> written_, missing_;  // what publish() could write, and could not
  std::string why_;                             // the first that it could not
};

}  // namespace kasuri
