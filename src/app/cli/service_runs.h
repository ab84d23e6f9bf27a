// SPDX-License-Identifier: MIT
// The runs of `kasuri serve`: each is a folder with the configuration that was asked for, the output of
// its process and, when it has ended, its run directory. All that is known of a run is in its folder, so
// that the service can be killed and started again: a run goes on in a process of its own, which holds a
// lock.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <semaphore>
#include <string>
#include <vector>

namespace kasuri::cli {

struct ServiceLimits {
  std::string programs;          // folder of programs; empty: none are run
  std::string memory = "2 GiB";  // of each run
  double seconds = 3600;         // of each run, on this host's clock
  unsigned at_once = 1;
  std::size_t most_runs = 1000;  // that are kept
};

class ServiceRuns {
 public:
  // Throws Error(Exit::limit) if the folder cannot be written to, or another service has it.
  ServiceRuns(std::filesystem::path folder, ServiceLimits);
  ~ServiceRuns();

  // What `kasuri check` says: {"ok": …, "text": …}.
  nlohmann::ordered_json check(const std::string& config);
  // Its id. Throws Error for a configuration that is wrong, or if there is no space for it.
  std::string add(const std::string& name, const std::string& config, bool statistics);
  nlohmann::ordered_json list();
  void stop(const std::string& id);
  void remove(const std::string& id);
  std::string config(const std::string& id);
  std::string log(const std::string& id);
  std::string page(const std::string& id);
  std::string comparison(const std::string& a, const std::string& b);
  // Starts what waits, ends what is over its time. To be called now and then.
  void tend();
  // Gives up checks and pages that are being made.
  void end_calls() { calls_end_ = true; }

 private:
  enum class State { waiting, running, finished, lost };
  std::filesystem::path folder_of(const std::string& id) const;
  State state_of(const std::filesystem::path& run) const;
  nlohmann::ordered_json describe(const std::filesystem::path& run) const;
  void start(const std::filesystem::path& run);
  // Runs kasuri with these arguments to its end, or until it has taken too long; its exit code and all
  // that it printed.
  std::pair<int, std::string> call(const std::vector<std::string>& arguments,
                                   std::chrono::seconds most) const;
  // What `kasuri view` makes of them.
  std::string viewed(std::vector<std::string> arguments);
  std::filesystem::path temporary(const std::string& ending);

  std::filesystem::path folder_;
  ServiceLimits limits_;
  int lock_ = -1;
  std::atomic<std::uint64_t> temporaries_ = 0;
  static constexpr int kMostCalls = 4;  // at the same time; others wait
  mutable std::counting_semaphore<kMostCalls> free_calls_{kMostCalls};
  std::atomic<bool> calls_end_ = false;
  std::mutex mutex_;
  std::map<std::string, pid_t> children_;
  std::map<std::string, std::chrono::steady_clock::time_point> stopped_;
};

}  // namespace kasuri::cli
