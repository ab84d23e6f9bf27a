// SPDX-License-Identifier: MIT
// A finished run as its directory tells of it: what rerun, diff and report read.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/core/errors.h"
#include "base/stats/hdf5.h"

namespace kasuri::cli {

struct RunFiles {
  std::filesystem::path path;
  nlohmann::ordered_json summary, manifest;
  Hdf5Reader tables;

  // Throws Error(Exit::usage) if this is no run directory, or one whose files were damaged.
  explicit RunFiles(const std::filesystem::path& run);

  // For people: "alltoall-torus-001".
  std::string name() const;
  std::string text(const char* file) const;
};

// Why a run ended, as its summary says; and whether that was its end.
std::string end_reason(const nlohmann::ordered_json& summary);
bool is_whole(const nlohmann::ordered_json& summary);

// Runs a verb that reads runs. What their files do not hold as they should is an Error(Exit::usage).
Exit reading_runs(const std::function<Exit()>& verb);

// The leaves of a JSON value by their path: "jobs.0.time_ps".
std::vector<std::pair<std::string, nlohmann::ordered_json>> flatten(const nlohmann::ordered_json&);

// A router for people: its coordinates, "(0,1,2)", or its number.
class RouterNames {
 public:
  explicit RouterNames(const Hdf5Reader&);
  std::string operator()(std::int64_t router) const;

 private:
  std::vector<std::vector<std::int64_t>> coordinates_;
};

}  // namespace kasuri::cli
