// SPDX-License-Identifier: MIT
#include "app/cli/launcher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "base/core/errors.h"
#include "workload/traces/lines.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

bool is_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// For a shell.
std::string shell_word(const std::string& word) {
  std::string all = "'";
  for (const char c : word) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

// On the other host: the run ends when this end of the connection is gone, and with its exit code.
std::string on_host(const std::vector<std::string>& words) {
  std::string run;
  for (const std::string& w : words) run += shell_word(w) + " ";
  return fmt::format("cd {} || exit 255; exec 3<&0; {}< /dev/null & run=$!; "
                     "{{ cat <&3; kill $run; }} > /dev/null 2>&1 & wait $run",
                     shell_word(fs::current_path().string()), run);
}

}  // namespace

void Launcher::add_to(CLI::App& app) {
  app.add_option("--launcher", kind_,
                 "where runs go: local (processes here), slurm (srun: steps of the allocation, or jobs of "
                 "their own), ssh (--host); default: local")
      ->check(CLI::IsMember({"local", "slurm", "ssh"}));
  app.add_option("--host", named_, "host for ssh, and how many runs it takes; repeatable")
      ->allow_extra_args(false)
      ->type_name("HOST[:RUNS]");
  app.add_option("--launcher-options", options_, "words for srun or ssh, such as \"--partition=short\"")
      ->type_name("WORDS");
  app.add_option("--processes", processes_, "processes of each run, by mpirun, or srun's own; default: 1")
      ->check(CLI::Range(1, 65536));
}

void Launcher::begin(unsigned jobs) {
  const auto refuse = [](const std::string& why) {
    throw Error(Exit::usage, ErrorPlace("kasuri"), why);
  };
  std::istringstream words(options_);
  for (std::string w; words >> w;) words_.push_back(w);
  if (kind_ != "ssh" && !named_.empty()) refuse("--host is for --launcher ssh");
  if (!is_remote() && !words_.empty()) refuse("--launcher-options are for --launcher slurm or ssh");
  const std::string program = kind_ == "slurm" ? "srun" : kind_;
  if (is_remote() && !is_in_path(program)) {
    refuse(fmt::format("--launcher {}: there is no {} in PATH; run this on a login node", kind_, program));
  }
  if (kind_ == "ssh" && named_.empty()) refuse("--launcher ssh: no --host HOST is given");
  unsigned room = 0;
  for (const std::string& name : named_) {
    const std::size_t colon = name.rfind(':');
    const auto slots = colon == name.npos ? 1 : trace::number_in<unsigned>(name.substr(colon + 1));
    if (!slots || *slots < 1 || *slots > 4096 || colon == 0 || name.starts_with('-')) {
      refuse(fmt::format("--host {}: not of the form HOST or HOST:RUNS, with 1 to 4096 runs", name));
    }
    hosts_[name.substr(0, colon)].slots = *slots;
    room += *slots;
  }
  if (kind_ != "ssh") hosts_[kind_].slots = 1 << 16;
  const char* const tasks = kind_ == "slurm" ? std::getenv("SLURM_NTASKS") : nullptr;
  if (tasks) room = trace::number_in<unsigned>(tasks).value_or(0);
  jobs_ = jobs ? jobs : room ? room : std::max(1u, std::thread::hardware_concurrency());
}

bool Launcher::has_room() const {
  return std::ranges::any_of(hosts_, [](const auto& h) { return h.second.used < h.second.slots; });
}

std::vector<std::string> Launcher::command(const std::vector<std::string>& run, unsigned threads,
                                           std::string& host) {
  const auto freest = std::ranges::max_element(hosts_, {}, [](const auto& h) {
    return static_cast<int>(h.second.slots) - static_cast<int>(h.second.used);
  });
  host = freest->first;
  ++freest->second.used;
  std::vector<std::string> words = run;
  const std::string many = std::to_string(processes_);
  if (kind_ == "slurm") {
    std::vector<std::string> step{"srun", "--nodes=1", "--ntasks=" + many,
                                  "--cpus-per-task=" + std::to_string(threads), "--job-name=kasuri"};
    if (std::getenv("SLURM_JOB_ID")) step.push_back("--exact");
    step.insert(step.end(), words_.begin(), words_.end());
    words.insert(words.begin(), step.begin(), step.end());
    return words;
  }
  if (processes_ > 1) {
    const std::vector<std::string> mpirun{"mpirun", "-np", many, "--bind-to", "none"};
    words.insert(words.begin(), mpirun.begin(), mpirun.end());
  }
  if (kind_ == "local") return words;
  std::vector<std::string> connection{"ssh", "-o", "BatchMode=yes"};
  connection.insert(connection.end(), words_.begin(), words_.end());
  connection.insert(connection.end(), {host, on_host(words)});
  return connection;
}

bool Launcher::was_lost(int exit_code, bool has_results) const {
  return is_remote() && !has_results && exit_code != static_cast<int>(Exit::usage) &&
         exit_code != static_cast<int>(Exit::internal);
}

std::string Launcher::ended(const std::string& name, bool lost) {
  constexpr unsigned kMost = 2;
  Host& host = hosts_.at(name);
  --host.used;
  host.lost = lost ? host.lost + 1 : 0;
  if (kind_ != "ssh" || host.lost < kMost || host.slots == 0) return "";
  host.slots = 0;
  return fmt::format("host {} has lost {} runs one after another, and gets no more", name, host.lost);
}

}  // namespace kasuri::cli
