// SPDX-License-Identifier: MIT
// The runs of a sweep: each key that has no result yet once, in a process of its own, as many at a
// time as asked for. A run that fails is marked, and the others go on. Files may be edited
// meanwhile: a result counts only if its key is the same after the run as before it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/config_arguments.h"
#include "app/cli/sweep_keys.h"
#include "app/cli/sweep_points.h"
#include "app/cli/sweep_store.h"

namespace kasuri::cli {

class Launcher;

class SweepRuns {
 public:
  // Throws Error(Exit::usage) if no point has a configuration that can be read.
  SweepRuns(const ConfigArguments&, std::vector<SweepPoint>, SweepKeys&,
            std::string who = "kasuri sweep");

  bool keep = false;   // run directories, too
  bool quiet = false;  // nothing is said of progress
  unsigned threads = 1;  // of each run

  // Where runs go, and how many at the same time; 0: as many as there is room for. Throws Error.
  void use(const Launcher&, unsigned jobs);

  // Runs what has no result. `folder`: where run directories and what the runs say are kept while
  // they are needed. Returns the signal that ended it early, or 0.
  int go(SweepStore&, const std::filesystem::path& folder);

  const std::vector<SweepPoint>& points() const { return points_; }
  // Nothing for a point that was not reached.
  const std::optional<PointResult>& result(std::size_t point) const;
  // Points of this call that have a result that is no failure.
  std::size_t done() const;
  // How long some of the points will take, and so all that have no result; empty if it is not known. With
  // `all`, before any store is looked at.
  std::string estimate(bool all = false) const;
  // Lines for people: which points failed, and where to read on; empty if none did.
  std::string failures() const;

 private:
  struct Run {
    std::size_t point;
    std::string key, host;
    int lifeline;  // a pipe that the run's connection watches; -1: none
  };

  void find_keys();
  void find_results();
  void tell_what_is_known();
  // Keys again, if a file was touched: says what has become stale.
  void refresh();
  // The next point that has no result and none on the way; all: none.
  std::size_t next();
  void start(std::size_t point);
  void finish_one();
  // The next child that ends; meanwhile people are told.
  pid_t wait_for_one(int& status);
  ConfigArguments arguments_of(std::size_t point) const;
  void stop_all();
  void show() const;
  std::string progress(double seconds) const;
  PointResult read_result(std::size_t point, int status) const;
  std::filesystem::path directory(const std::string& key) const {
    return folder_ / key.substr(0, 16);
  }
  std::filesystem::path log(const std::string& key) const {
    return directory(key).string() + ".log";
  }

  std::string who_;  // in messages
  std::shared_ptr<Launcher> launcher_;
  ConfigArguments config_;
  std::vector<SweepPoint> points_;
  SweepKeys& keys_;
  SweepStore* store_ = nullptr;
  std::filesystem::path folder_;
  std::vector<PointKey> point_keys_;
  std::map<std::string, std::optional<PointResult>> results_;  // by key
  std::map<std::size_t, std::optional<PointResult>>
      unreadable_;                             // points whose configuration is wrong
  std::map<std::string, int> changed_during_;  // by name: runs that did not count
  std::map<pid_t, Run> running_;
  std::size_t next_ = 0;  // points before it need no run
  std::size_t ended_ = 0, to_do_ = 0;
  struct {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double line = 0;  // s since the start, of the last line without a terminal
    bool estimate = false;
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
  } told_;
};

}  // namespace kasuri::cli
