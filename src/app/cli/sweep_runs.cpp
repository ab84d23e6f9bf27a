// SPDX-License-Identifier: MIT
#include "app/cli/sweep_runs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <thread>

#include "app/cli/estimate.h"
#include "app/cli/launcher.h"
#include "base/config/json_text.h"
#include "base/config/plugins.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"
#include "base/engine/interrupt.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostTries = 3;  // of a run whose files change meanwhile

// The first line that speaks of an error, with the one that announces it; else the last line.
std::string first_error(const std::string& text) {
  std::istringstream lines(text);
  std::string before, last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != line.npos) return before.ends_with(':') ? before + " " + line : line;
    if (!line.empty()) last = line;
    before = line;
  }
  return last;
}

// What a run says of itself that did not end as it should.
std::string why_not(const nlohmann::json& summary, const std::string& log) {
  const auto report = summary.find("report");
  if (report != summary.end() && report->is_array() && !report->empty() &&
      report->front().is_string()) {
    return report->front();
  }
  const std::string said = first_error(log);
  return said.find("error") == said.npos ? summary.value("end_reason", said) : said;
}

// A summary, with what the jobs do to each other as a key of it.
std::string with_interference(const std::string& summary, const std::string& interference) {
  auto json = config::json_from(summary);
  auto jobs = config::json_from(interference);
  if (!json.is_object() || !jobs.is_object()) return summary;
  json["interference"] = std::move(jobs);
  return json.dump();
}

// Of the environment, by a run that has left its directory.
Variables variables_read(const fs::path& run, bool alone_too) {
  if (alone_too) return variables_from(content_of(run / "environment.json"));
  const auto manifest = config::sorted_json_from(content_of(run / "manifest.json"));
  const bool reads = manifest.is_object() && manifest.contains("environment");
  return reads ? variables_from(manifest["environment"].dump()) : Variables{};
}

// Files of other hosts may be seen a little later.
void await_files(const fs::path& run) {
  for (int tries = 0; tries < 100 && !fs::exists(run); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for ([[maybe_unused]] const auto& e : fs::directory_iterator(run.parent_path())) break;  // looks again
  }
}

PointResult failure(int code, std::string error, std::string summary = "") {
  return {code, "failed", std::move(error), std::move(summary)};
}

std::string points_of(std::size_t n, std::size_t all) {
  return fmt::format("{} of {} point{}", n, all, all == 1 ? "" : "s");
}

}  // namespace

SweepRuns::SweepRuns(const ConfigArguments& config, std::vector<SweepPoint> points, SweepKeys& keys,
                     std::string who)
    : who_(std::move(who)), config_(config), points_(std::move(points)), keys_(keys) {
  find_keys();
  // What is wrong with all of them is a mistake of the command.
  if (unreadable_.size() == points_.size() && !points_.empty()) {
    throw Error(Exit::usage, ErrorPlace(who_),
                fmt::format("no point can be run; of {}:\n{}", points_[0].name(), point_keys_[0].error));
  }
}

const std::optional<PointResult>& SweepRuns::result(std::size_t point) const {
  static const std::optional<PointResult> none;
  if (const auto wrong = unreadable_.find(point); wrong != unreadable_.end()) return wrong->second;
  const auto at = results_.find(point_keys_[point].record.key);
  return at == results_.end() ? none : at->second;
}

std::size_t SweepRuns::done() const {
  std::size_t n = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) n += result(i) && !result(i)->failed();
  return n;
}

void SweepRuns::find_keys() {
  point_keys_.resize(points_.size());
  unreadable_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    point_keys_[i] = keys_.of(points_[i]);
    if (point_keys_[i].error.empty()) continue;
    unreadable_[i] = failure(static_cast<int>(Exit::usage), first_error(point_keys_[i].error));
  }
}

void SweepRuns::find_results() {
  std::set<std::string> open;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::string& key = point_keys_[i].record.key;
    if (key.empty()) continue;
    const auto [at, is_new] = results_.try_emplace(key);
    if (is_new) at->second = store_->find(key);
    if (!at->second) open.insert(key);
  }
  next_ = 0;
  to_do_ = ended_ + open.size();
}

void SweepRuns::tell_what_is_known() {
  std::size_t known = 0, stale = 0;
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (unreadable_.contains(i)) continue;
    if (result(i)) {
      ++known;
      continue;
    }
    const auto before = store_->latest(points_[i].name());
    if (!before) continue;
    ++stale;
    const std::string why = why_stale(*before, point_keys_[i].record);
    if (std::ranges::find(reasons, why) == reasons.end()) reasons.push_back(why);
  }
  if (quiet) return;
  if (known) fmt::print(stderr, "{} were finished before\n", points_of(known, points_.size()));
  if (!stale) return;
  const std::size_t more = reasons.size() > 2 ? reasons.size() - 2 : 0;
  if (more) reasons.resize(2);
  fmt::print(stderr, "{}: {} stale, will be run again: {}{}\n", who_,
             points_of(stale, points_.size()) + (stale == 1 ? " is" : " are"),
             fmt::join(reasons, "; "), more ? fmt::format("; and {} more reasons", more) : "");
}

void SweepRuns::refresh() {
  if (!keys_.touched()) return;
  const std::vector<PointKey> before = point_keys_;
  find_keys();
  find_results();
  std::size_t stale = 0;
  std::string why;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const PointRecord &then = before[i].record, &now = point_keys_[i].record;
    if (then.key == now.key || then.key.empty() || now.key.empty()) continue;
    if (!stale++) why = why_stale(then, now);
  }
  if (!stale) return;
  fmt::print(stderr, "{}{}: {} changed during the sweep: {}\n",
             isatty(STDERR_FILENO) ? "\r\x1b[K" : "", who_, points_of(stale, points_.size()), why);
}

std::size_t SweepRuns::next() {
  const auto is_running = [&](const std::string& key) {
    return std::ranges::any_of(running_, [&](const auto& r) { return r.second.key == key; });
  };
  for (std::size_t i = next_; i < points_.size(); ++i) {
    if (unreadable_.contains(i) || result(i) || is_running(point_keys_[i].record.key)) continue;
    next_ = i;
    return i;
  }
  return points_.size();
}

// In a process of its own, which does not outlive this one.
void SweepRuns::start(std::size_t point) {
  const std::string& key = point_keys_[point].record.key;
  const fs::path out = directory(key);
  fs::remove_all(out);
  const SweepPoint& p = points_[point];
  std::vector<std::string> words{fs::canonical("/proc/self/exe").string(),
                                 p.interference ? "interference" : "run",
                                 p.file.empty() ? config_.file : p.file, "--out", out.string()};
  if (threads > 1) words.insert(words.end(), {"--threads", fmt::format("{}", threads)});
  if (!config_.machine.empty()) words.insert(words.end(), {"--machine", config_.machine});
  if (!config_.within.empty()) words.insert(words.end(), {"--within", config_.within});
  if (!config_.programs.empty()) words.insert(words.end(), {"--programs", config_.programs});
  if (config::plugins_are_left_out()) words.emplace_back("--no-plugins");
  for (const std::string& o : config_.overrides) words.insert(words.end(), {"--set", o});
  for (const std::string& o : p.overrides) words.insert(words.end(), {"--set", o});
  Run run{point, key, "", -1};
  words = launcher_->command(words, threads, run.host);
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  const std::string said = log(key).string();
  const pid_t parent = getpid();
  int lifeline[2] = {-1, -1};
  if (launcher_->is_remote() && pipe2(lifeline, O_CLOEXEC) != 0) {
    throw Error(Exit::limit, ErrorPlace(who_), "cannot make a pipe");
  }
  const pid_t child = fork();
  if (child < 0) throw Error(Exit::limit, ErrorPlace(who_), "cannot start a process");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, launcher_->is_remote() ? SIGTERM : SIGKILL);
    if (getppid() != parent) _exit(1);
    const int file = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    if (lifeline[0] >= 0) dup2(lifeline[0], STDIN_FILENO);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  if (lifeline[0] >= 0) close(lifeline[0]);
  run.lifeline = lifeline[1];
  running_[child] = std::move(run);
}

PointResult SweepRuns::read_result(std::size_t point, int status) const {
  const std::string& key = point_keys_[point].record.key;
  const std::string text = content_of(log(key));
  if (!WIFEXITED(status)) {
    const int signal = WTERMSIG(status);
    return failure(128 + signal, fmt::format("ended by signal {} ({})", signal, strsignal(signal)));
  }
  const int code = WEXITSTATUS(status);
  const bool alone_too = points_[point].interference;
  std::string summary = content_of(directory(key) / (alone_too ? "together.json" : "summary.json"));
  Variables read = variables_read(directory(key), alone_too);
  if (alone_too) summary = with_interference(summary, content_of(directory(key) / "interference.json"));
  const auto json = config::sorted_json_from(summary);
  if (!json.is_object()) return failure(code, first_error(text));
  // Its node was taken away: a part of it is no result, whatever the launcher's exit code is.
  if (launcher_->is_remote() && json.value("end_reason", "") == "interrupted") {
    return failure(code ? code : 128 + SIGTERM, "interrupted by a signal");
  }
  if (code == 0) return {code, "done", "", std::move(summary), std::move(read)};
  std::string why = why_not(json, text);
  // Of a limit that the user has set the figures are what was asked for.
  if (code == static_cast<int>(Exit::limit) && json.value("end_reason", "") == "time limit") {
    return {code, "time limit", std::move(why), std::move(summary), std::move(read)};
  }
  return failure(code, std::move(why), std::move(summary));
}

void SweepRuns::finish_one() {
  int status = 0;
  const pid_t child = wait_for_one(status);
  const auto found = running_.find(child);
  if (found == running_.end()) return;
  const auto [point, key, host, lifeline] = found->second;
  if (lifeline >= 0) close(lifeline);
  running_.erase(found);
  if (InterruptGuard::signal()) return;  // it got the signal, too: not finished
  if (launcher_->is_remote() && WIFEXITED(status) && WEXITSTATUS(status) == 0) await_files(directory(key));
  refresh();
  const PointRecord& record = point_keys_[point].record;
  if (record.key != key) {
    launcher_->ended(host, false);
    std::error_code ignored;
    fs::remove_all(directory(key), ignored);
    fs::remove(log(key), ignored);
    if (record.key.empty() || ++changed_during_[record.name] < kMostTries) return;
    results_[record.key] = failure(static_cast<int>(Exit::usage), "its files change while it runs");
    ++ended_;
    return;
  }
  PointResult r = read_result(point, status);
  const bool lost = r.failed() && launcher_->was_lost(r.exit_code, !r.summary.empty());
  const std::string host_is_gone = launcher_->ended(host, lost);
  if (!host_is_gone.empty()) fmt::print(stderr, "{}: {}\n", who_, host_is_gone);
  if (lost && launcher_->try_again(key)) {
    fmt::print(stderr, "{}: {} was lost ({}), and is tried again\n", who_, record.name, r.error);
    next_ = 0;
    return;
  }
  store_->add(record, r);
  const bool failed = r.failed();
  results_[key] = std::move(r);
  ++ended_;
  if (keep) return;
  fs::remove_all(directory(key));
  if (!failed) fs::remove(log(key));
}

void SweepRuns::stop_all() {
  for (const auto& [pid, run] : running_) kill(pid, SIGTERM);
  for (const auto& [pid, run] : running_) waitpid(pid, nullptr, 0);
  running_.clear();
}

ConfigArguments SweepRuns::arguments_of(std::size_t point) const {
  ConfigArguments a = config_;
  const SweepPoint& p = points_[point];
  if (!p.file.empty()) a.file = p.file;
  a.overrides.insert(a.overrides.end(), p.overrides.begin(), p.overrides.end());
  return a;
}

std::string SweepRuns::estimate(bool all) const {
  constexpr std::size_t kTried = 6;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!unreadable_.contains(i) && (all || !result(i))) open.push_back(i);
  }
  if (open.empty()) return "";
  std::size_t step = std::max<std::size_t>(1, open.size() / kTried);
  while (std::gcd(step, open.size()) > 1) ++step;  // so that all values of a short axis are met
  Estimate sum;
  double flow = 0;
  std::size_t known = 0;
  for (std::size_t k = 0; k < std::min(kTried, open.size()) && !InterruptGuard::signal(); ++k) {
    const std::size_t point = open[k * step % open.size()];
    const Estimate e = estimate_run(arguments_of(point));
    if (!e.unknown.empty()) continue;
    const double twice = points_[point].interference ? 2 : 1;  // the jobs alone, too
    sum.level = e.level;
    ++known;
    sum.low += twice * e.low;
    sum.high += twice * e.high;
    sum.hops += twice * e.hops;
    flow += twice * e.flow.value_or(e.tried_to_end ? e.low : std::nan(""));
  }
  if (!known) return "";
  const double each = static_cast<double>(open.size()) / static_cast<double>(known);
  const double cores = launcher_->is_remote() ? 1e9 : std::max(1u, std::thread::hardware_concurrency());
  const double jobs = launcher_->jobs();
  const double at_once = std::min({jobs, static_cast<double>(open.size()), cores});
  sum.low *= each / at_once;
  sum.high *= each / at_once;
  sum.hops *= each;
  if (sum.level == "packet" && flow >= 0 && sum.likely() >= 1) sum.flow = flow * each / at_once;
  const std::size_t n = open.size();
  return fmt::format("{} run{}{}: {}", n, n == 1 ? "" : "s",
                     known < n ? fmt::format(", by {} of them", known) : "", to_string(sum));
}

pid_t SweepRuns::wait_for_one(int& status) {
  constexpr double kSoon = 4, kInterval = 30;  // s
  pid_t child = 0;
  while (!quiet && (child = waitpid(-1, &status, WNOHANG)) == 0) {
    const double seconds = told_.seconds();
    if (!told_.estimate && ended_ == 0 && seconds > kSoon) {
      told_.estimate = true;
      if (const std::string text = estimate(); !text.empty()) {
        fmt::print(stderr, "{}{}: {}\n", isatty(STDERR_FILENO) ? "\r\x1b[K" : "", who_, text);
      }
    }
    if (!isatty(STDERR_FILENO) && seconds > told_.line + kInterval) {
      told_.line = seconds;
      fmt::print(stderr, "{}: {}\n", who_, progress(seconds));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(seconds < 1 ? 1 : 10));
  }
  return child != 0 ? child : waitpid(-1, &status, 0);
}

std::string SweepRuns::progress(double seconds) const {
  const double left = seconds / static_cast<double>(ended_) * static_cast<double>(to_do_ - ended_);
  return fmt::format("{} of {} runs, {}", ended_, to_do_,
                     ended_ ? host_time(left) + " left" : "time left unknown");
}

void SweepRuns::show() const {
  if (quiet || !isatty(STDERR_FILENO)) return;
  fmt::print(stderr, "\r\x1b[K{}", progress(told_.seconds()));
  std::fflush(stderr);
}

void SweepRuns::use(const Launcher& launcher, unsigned jobs) {
  launcher_ = std::make_shared<Launcher>(launcher);
  launcher_->begin(jobs);
}

int SweepRuns::go(SweepStore& store, const fs::path& folder) {
  store_ = &store;
  folder_ = folder;
  fs::create_directories(folder_);
  find_results();
  tell_what_is_known();
  while (!InterruptGuard::signal()) {
    refresh();
    const bool room = running_.size() < launcher_->jobs() && launcher_->has_room();
    const std::size_t point = room ? next() : points_.size();
    if (point < points_.size()) {
      start(point);
    } else if (!running_.empty()) {
      finish_one();
    } else {
      break;
    }
    show();
  }
  const bool stuck = !InterruptGuard::signal() && next() < points_.size();
  stop_all();
  if (stuck) {
    throw Error(Exit::limit, ErrorPlace(who_),
                "no host is left for the other runs; results are kept, and the same command goes on");
  }
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[K");
  return InterruptGuard::signal();
}

std::string SweepRuns::failures() const {
  constexpr std::size_t kShown = 20;
  std::size_t n = 0;
  std::string lines;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto& r = result(i);
    if (!r || !r->failed() || n++ >= kShown) continue;
    lines += fmt::format("  {}: exit code {}: {}\n", points_[i].name(), r->exit_code, r->error);
    const fs::path said = log(point_keys_[i].record.key);
    if (!unreadable_.contains(i) && fs::exists(said))
      lines += fmt::format("    see {}\n", said.string());
  }
  if (n > kShown) lines += fmt::format("  and {} more, see the column error\n", n - kShown);
  return n ? fmt::format("{}: error: {} failed; the same command tries them again\n{}", who_,
                         points_of(n, points_.size()), lines)
           : "";
}

}  // namespace kasuri::cli
