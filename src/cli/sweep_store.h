// SPDX-License-Identifier: MIT
// The finished points of a sweep in a SQLite file: each is committed by itself, so that a sweep that
// is killed goes on where it was, without losing a point or running it again.
#pragma once

#include <filesystem>
#include <map>
#include <string>

struct sqlite3;

namespace kasuri::cli {

class SweepStore {
 public:
  struct Finished {
    int exit_code;
    std::string summary;  // JSON
  };

  // Opens or creates `file` for sweeps of the run that `identity` describes. Throws
  // Error(Exit::usage) if it belongs to another one, Error(Exit::limit) if it cannot be written.
  SweepStore(const std::filesystem::path& file, const std::string& identity);
  ~SweepStore();
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  const std::map<std::string, Finished>& finished() const { return finished_; }
  // On the disk when this returns.
  void add(const std::string& point, Finished);

 private:
  void run(const std::string& sql);
  [[noreturn]] void failed() const;

  std::filesystem::path path_;
  sqlite3* db_ = nullptr;
  std::map<std::string, Finished> finished_;
};

}  // namespace kasuri::cli
