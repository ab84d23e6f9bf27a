// SPDX-License-Identifier: MIT
// What the points of sweeps gave, in a SQLite file, each under a key of all that it depends on
// (sweep_keys.h): a result is found by those who ask for the same, and by no one else. Each is
// committed by itself, so that a sweep that is killed goes on where it was.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/sqlite.h"
#include "base/core/variables.h"

namespace kasuri::cli {

// "done"; "time limit", whose figures are of that time; "failed": to be tried again.
struct PointResult {
  int exit_code = 0;
  std::string status;
  std::string error;    // the first line of what was wrong; empty for what is done
  std::string summary;  // JSON; empty if the run left none
  Variables environment{};  // that it has read

  bool failed() const { return status == "failed"; }
};

// A point's key, and what it was made of: for telling what has changed. What of the environment a run reads
// is known only afterwards; so it is stored with the result and compared when that is looked for.
struct PointRecord {
  std::string key;
  std::string name;      // its overrides
  std::string settings;  // of the configuration without these, as text
  std::string inputs;    // Inputs as JSON
  Variables environment{};  // of a result
};

class SweepStore {
 public:
  // Opens or creates `file`. This and all functions below throw Error(Exit::limit) if it cannot be read
  // or written.
  explicit SweepStore(const std::filesystem::path& file);

  // Nothing if there is none in this environment, or only a failure.
  std::optional<PointResult> find(const std::string& key);
  // The latest result of a point of this name, whatever its key. Without settings and inputs if an
  // older version of Kasuri has written it.
  std::optional<PointRecord> latest(const std::string& name);
  // On the disk when this returns.
  void add(const PointRecord&, const PointResult&);

 private:
  void create(int known);
  std::string part(const std::string& digest);
  std::string add_part(const std::string& text);

  Sqlite db_;
};

}  // namespace kasuri::cli
