// SPDX-License-Identifier: MIT
// Where the runs of a sweep go: processes here, steps or jobs of Slurm by srun, or other hosts by ssh. All
// write into one folder that all hosts have; what the launcher starts is `kasuri run`, and its exit code
// and output come back. A run that leaves no results and does not say why was lost with its node.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kasuri::cli {

class Launcher {
 public:
  void add_to(CLI::App&);
  // Reads hosts and looks for the programs. `jobs`: runs at the same time, 0: as many as there is room for.
  // Throws Error(Exit::usage).
  void begin(unsigned jobs);

  bool is_remote() const { return kind_ != "local"; }
  unsigned jobs() const { return jobs_; }
  // Whether there is a host for another run.
  bool has_room() const;
  // The command of a run, whose first word is the program. Takes room on a host, whose name `host` gets.
  std::vector<std::string> command(const std::vector<std::string>& run, unsigned threads,
                                   std::string& host);
  // Of a run that failed: no results, and no reason that is the configuration's.
  bool was_lost(int exit_code, bool has_results) const;
  bool try_again(const std::string& key) { return ++tries_[key] < kMostTries; }
  // A run is over; `lost`: without results. Hosts that lose several one after another are used no more;
  // then this says so.
  std::string ended(const std::string& host, bool lost);

 private:
  struct Host {
    unsigned slots = 1, used = 0, lost = 0;
  };
  static constexpr int kMostTries = 3;
  std::string kind_ = "local", options_;
  std::vector<std::string> named_;
  unsigned processes_ = 1, jobs_ = 1;
  std::vector<std::string> words_;  // of options_
  std::map<std::string, Host> hosts_;
  std::map<std::string, int> tries_;  // of lost runs, by key
};

}  // namespace kasuri::cli
