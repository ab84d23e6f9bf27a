// SPDX-License-Identifier: MIT
// A finished run as its directory tells of it: what rerun, diff and report read.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stats/hdf5.h"

namespace kasuri::cli {

struct RunFiles {
  std::filesystem::path path;
  nlohmann::ordered_json summary, manifest;
  Hdf5Reader tables;

  // Throws Error(Exit::usage) if this is no run directory.
  explicit RunFiles(const std::filesystem::path& run);

  // For people: "alltoall-torus-001".
  std::string name() const;
  std::string text(const char* file) const;
};

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
