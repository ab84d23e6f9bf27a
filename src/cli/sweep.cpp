// SPDX-License-Identifier: MIT
// kasuri sweep CONFIG --vary KEY=VALUES …: the product of all values, each point a `kasuri run` of
// its own, as many at a time as there are cores. What is finished is remembered (sweep_store.h): the
// same command again goes on where it was.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "cli/command.h"
#include "core/text_file.h"
#include "cli/configured.h"
#include "cli/sweep_table.h"
#include "sim/interrupt.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  ConfigArguments config;
  std::vector<std::string> vary, baseline, plots, columns;
  std::string out;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool keep = false;
};

// Empty if there is none.
std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

class Sweep {
 public:
  Sweep(const Arguments& a, std::vector<SweepPoint> points, SweepStore& store)
      : a_(a), points_(std::move(points)), store_(store), folder_(fs::path(a.out) / "points") {
    fs::create_directories(folder_);
  }

  // Runs what is not finished. Returns the signal that ended it early, or 0.
  int go();
  const std::vector<SweepPoint>& points() const { return points_; }

 private:
  void start(std::size_t point);
  void finish_one();
  void stop_all();
  void show() const;
  fs::path directory(std::size_t point) const { return folder_ / fmt::format("{}", point); }

  const Arguments& a_;
  std::vector<SweepPoint> points_;
  SweepStore& store_;
  fs::path folder_;
  std::map<pid_t, std::size_t> running_;
  std::size_t done_ = 0, to_do_ = 0;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

// In a process of its own, which does not outlive this one.
void Sweep::start(std::size_t point) {
  const fs::path out = directory(point);
  fs::remove_all(out);
  std::vector<std::string> words{"kasuri", "run", a_.config.file, "--out", out.string()};
  for (const std::string& o : a_.config.overrides) words.insert(words.end(), {"--set", o});
  for (const std::string& o : points_[point].overrides) words.insert(words.end(), {"--set", o});
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  const std::string log = out.string() + ".log";
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw Error(Exit::limit, "kasuri sweep: error: cannot start a process");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  running_[child] = point;
}

void Sweep::finish_one() {
  int status = 0;
  const pid_t child = waitpid(-1, &status, 0);
  const auto found = running_.find(child);
  if (found == running_.end()) return;
  const std::size_t point = found->second;
  running_.erase(found);
  const fs::path out = directory(point);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  const std::string summary = text_of(out / "summary.json");
  if (code >= 128) return;  // interrupted: not finished
  if (summary.empty()) {
    const std::string log = text_of(out.string() + ".log");
    stop_all();
    throw Error(static_cast<Exit>(code), fmt::format("kasuri sweep: error: the run with {} left no "
                                                     "result:\n{}", points_[point].name(), log));
  }
  store_.add(points_[point].name(), {code, summary});
  ++done_;
  if (a_.keep) return;
  fs::remove_all(out);
  fs::remove(out.string() + ".log");
}

void Sweep::stop_all() {
  for (const auto& [pid, point] : running_) kill(pid, SIGTERM);
  for (const auto& [pid, point] : running_) waitpid(pid, nullptr, 0);
  running_.clear();
}

void Sweep::show() const {
  if (!isatty(STDERR_FILENO)) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  const double left = done_ ? seconds / static_cast<double>(done_) *
                                  static_cast<double>(to_do_ - done_)
                            : 0;
  fmt::print(stderr, "\r\x1b[K{} of {} points, {:.0f} s left", done_, to_do_, left);
  std::fflush(stderr);
}

int Sweep::go() {
  std::vector<std::size_t> queue;
  for (std::size_t i = points_.size(); i-- > 0;) {
    if (!store_.finished().contains(points_[i].name())) queue.push_back(i);
  }
  to_do_ = queue.size();
  if (to_do_ < points_.size()) {
    fmt::print(stderr, "{} of {} points were finished before\n", points_.size() - to_do_,
               points_.size());
  }
  while (!queue.empty() || !running_.empty()) {
    if (InterruptGuard::signal()) {
      stop_all();
      break;
    }
    while (running_.size() < a_.jobs && !queue.empty()) {
      start(queue.back());
      queue.pop_back();
    }
    finish_one();
    show();
  }
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[K");
  return InterruptGuard::signal();
}

std::vector<std::string> default_columns() {
  return {"time_ps", "mean_packet_latency_ps", "latency.packet.p99_ps", "power.mean_w",
          "power.energy_j", "power.lpi_ratio", "power.transitions_per_link", "power.wake_stall_s",
          "power.break_even_s"};
}

Exit sweep(const Arguments& a) {
  std::vector<Variation> variations;
  for (const std::string& v : a.vary) variations.push_back(parse_variation(v));
  const Configured c = read_configuration(a.config);  // mistakes show before anything is run
  std::error_code error;
  fs::create_directories(a.out, error);
  if (error) {
    throw Error(Exit::limit, fmt::format("{}: error: {}", a.out, error.message()));
  }
  SweepStore store(fs::path(a.out) / "sweep.db",
                   std::string("kasuri " KASURI_VERSION "\n") + c.resolved);
  InterruptGuard interrupt;
  Sweep s(a, sweep_points(variations, a.baseline), store);
  const int signal = s.go();

  const SweepTable table(variations, s.points(), store);
  write_text(fs::path(a.out) / "sweep.csv", table.csv());
  for (const std::string& column : a.plots) {
    if (!table.has(column)) {
      throw Error(Exit::usage, fmt::format("kasuri sweep: error: --plot {}: no run has this; the "
                                           "columns of {}/sweep.csv can be drawn", column, a.out));
    }
    write_text(fs::path(a.out) / (column + ".svg"), table.chart(column));
  }
  fmt::print("{}{} of {} points in {}/sweep.csv\n",
             table.text(a.columns.empty() ? default_columns() : a.columns),
             store.finished().size(), s.points().size(), a.out);
  return signal ? static_cast<Exit>(128 + signal) : Exit::done;
}

const Verb verb{
    "sweep", "run a configuration for all combinations of some settings",
    [](CLI::App& app) -> Action {
      auto a = std::make_shared<Arguments>();
      a->config.add_to(app);
      const auto list = [&](const char* name, std::vector<std::string>& to, const char* what) {
        return app.add_option(name, to, what)
            ->allow_extra_args(false)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      };
      list("--vary", a->vary,
           "a setting and its values, as in power.t_lt=0us:20us:1us or router.vcs=2,4; repeatable")
          ->required()
          ->type_name("KEY=VALUES");
      list("--baseline", a->baseline,
           "settings of a run that others are compared with, in place of the first --vary")
          ->type_name("KEY=VALUE");
      list("--plot", a->plots, "draw a column of the table over the first --vary, as COLUMN.svg")
          ->type_name("COLUMN");
      list("--show", a->columns, "print this column; default: times, latencies, power")
          ->type_name("COLUMN");
      app.add_option("--out", a->out, "directory of the results")->required()->type_name("DIR");
      app.add_option("--jobs", a->jobs, "runs at a time; default: the number of cores")
          ->check(CLI::Range(1, 4096));
      app.add_flag("--keep", a->keep, "keep the run directory of each point");
      return [a] { return sweep(*a); };
    }};

}  // namespace
}  // namespace kasuri::cli
