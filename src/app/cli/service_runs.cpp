// SPDX-License-Identifier: MIT
#include "app/cli/service_runs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/config/json_text.h"
#include "base/core/environment.h"
#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;
using RunJson = nlohmann::ordered_json;

constexpr const char *kAsked = "asked.toml", *kAbout = "about.json", *kLog = "log.txt", *kHeld = "lock",
                     *kPid = "pid";
constexpr std::chrono::seconds kCheckTime{60}, kViewTime{600};

// The run directory has the run's name, which is the title of its pages.
fs::path results_of(const fs::path& run) { return run / run.filename(); }
fs::path summary_file(const fs::path& run) { return results_of(run) / "summary.json"; }

std::int64_t now_seconds() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

RunJson json_of(const fs::path& file) {
  std::ifstream in(file);
  return config::json_from(in);
}

// What a file says of itself, or nothing where it is damaged: one run is not the end of the others.
std::string text_in(const RunJson& j, const char* key) {
  return j.is_object() && j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : "";
}
std::int64_t integer_in(const RunJson& j, const char* key) {
  return j.is_object() && j.contains(key) && j[key].is_number_integer() ? j[key].get<std::int64_t>() : 0;
}

// Whether a living process holds it.
bool is_held(const fs::path& lock) {
  const int fd = open(lock.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return false;
  const bool held = flock(fd, LOCK_EX | LOCK_NB) != 0;
  close(fd);
  return held;
}

std::string end_of(const fs::path& file, std::size_t most) {
  std::ifstream in(file, std::ios::ate | std::ios::binary);
  if (!in) return "";
  const auto size = static_cast<std::size_t>(in.tellg());
  in.seekg(static_cast<std::streamoff>(size > most ? size - most : 0));
  return rest_of(in);
}

template <class Semaphore>
struct FreeCall {
  explicit FreeCall(Semaphore& s) : semaphore(s) { semaphore.acquire(); }
  FreeCall(const FreeCall&) = delete;
  FreeCall& operator=(const FreeCall&) = delete;
  ~FreeCall() { semaphore.release(); }
  Semaphore& semaphore;
};

std::string this_program() { return fs::read_symlink("/proc/self/exe").string(); }

}  // namespace

ServiceRuns::ServiceRuns(fs::path folder, ServiceLimits limits)
    : folder_(std::move(folder)), limits_(std::move(limits)) {
  std::error_code error;
  fs::create_directories(folder_ / "runs", error);
  if (error)
    throw Error(Exit::limit, ErrorPlace(folder_.string()),
                "this folder cannot be written to: " + error.message());
  folder_ = fs::canonical(folder_);
  if (!limits_.programs.empty()) limits_.programs = fs::canonical(limits_.programs).string();
  lock_ = open((folder_ / "service.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    throw Error(Exit::limit, ErrorPlace(folder_.string()), "another `kasuri serve` works in this folder");
  }
  fs::remove_all(folder_ / "temporary", error);
}

// Several browsers ask at the same time. What a killed service left is taken away at the next start.
fs::path ServiceRuns::temporary(const std::string& ending) {
  return folder_ / "temporary" / fmt::format("{}{}", ++temporaries_, ending);
}

ServiceRuns::~ServiceRuns() {
  if (lock_ >= 0) close(lock_);
}

// Ids come from requests: nothing else than a name of ours is one.
fs::path ServiceRuns::folder_of(const std::string& id) const {
  const bool good = !id.empty() && id.size() < 80 &&
                    std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) || c == '-'; });
  const fs::path run = folder_ / "runs" / id;
  if (!good || !fs::is_regular_file(run / kAbout)) throw Error(Exit::usage, "there is no run " + id);
  return run;
}

std::pair<int, std::string> ServiceRuns::call(const std::vector<std::string>& arguments,
                                              std::chrono::seconds most) const {
  const FreeCall turn(free_calls_);
  const auto until = std::chrono::steady_clock::now() + most;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::limit, "too many files are open");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  const std::string program = this_program();
  std::vector<std::string> all{program};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& a : all) argv.push_back(a.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, program.c_str(), &actions, nullptr, argv.data(), environment());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char piece[4096];
  ssize_t n = 0;
  bool late = false;
  while (!failed && !late) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    constexpr std::int64_t kLook = 200;
    pollfd end{ends[0], POLLIN, 0};
    late = left.count() <= 0 || calls_end_;
    if (late) kill(pid, SIGKILL);
    if (late || poll(&end, 1, static_cast<int>(std::min(left.count(), kLook))) <= 0) continue;
    n = read(ends[0], piece, sizeof piece);
    if (n == 0 || (n < 0 && errno != EINTR)) break;
    if (n > 0 && text.size() < 1'000'000) text.append(piece, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  if (failed || waitpid(pid, &status, 0) < 0) throw Error(Exit::limit, "no process can be started");
  if (late) text += fmt::format("error: this takes longer than {} s, and was given up\n", most.count());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text};
}

RunJson ServiceRuns::check(const std::string& config) {
  const fs::path file = temporary(".toml");
  write_text(file, config);
  std::vector<std::string> arguments{"check",    file.string(),
                                     "--within", folder_.string(),
                                     "--set",    "run.memory_limit=" + limits_.memory};
  if (!limits_.programs.empty()) arguments.insert(arguments.end(), {"--programs", limits_.programs});
  auto [code, text] = call(arguments, kCheckTime);
  std::error_code ignored;
  fs::remove(file, ignored);
  const std::string name = file.string();
  for (std::size_t at; (at = text.find(name)) != text.npos;) text.replace(at, name.size(), "config.toml");
  return {{"ok", code == 0}, {"text", text}};
}

std::string ServiceRuns::add(const std::string& name, const std::string& config, bool statistics) {
  const RunJson checked = check(config);
  if (!checked["ok"].get<bool>()) throw Error(Exit::usage, checked["text"].get<std::string>());
  const std::lock_guard lock(mutex_);
  std::vector<std::string> known;
  for (const auto& e : fs::directory_iterator(folder_ / "runs"))
    known.push_back(e.path().filename().string());
  if (known.size() >= limits_.most_runs) {
    throw Error(Exit::limit, fmt::format("there are {} runs: delete some of them first", known.size()));
  }
  std::string plain;
  for (const unsigned char c : name) plain += std::isalnum(c) ? static_cast<char>(std::tolower(c)) : '-';
  plain = plain.substr(0, 40);
  while (!plain.empty() && plain.back() == '-') plain.pop_back();
  std::string id;
  for (int n = 1; id.empty() || std::ranges::find(known, id) != known.end(); ++n) {
    id = fmt::format("{}-{:03}", plain.empty() ? "run" : plain, n);
  }
  const fs::path run = folder_ / "runs" / id;
  try {
    fs::create_directory(run);
    write_text(run / kAsked, config);
    // Last, because a folder with it is a run.
    write_text(
        run / kAbout,
        RunJson{{"name", name.substr(0, 200)}, {"asked", now_seconds()}, {"statistics", statistics}}
                .dump(-1, ' ', false, RunJson::error_handler_t::replace) +
            "\n");
  } catch (const std::exception& e) {
    std::error_code ignored;
    fs::remove_all(run, ignored);
    throw Error(Exit::limit,
                fmt::format("the run cannot be stored, perhaps the disk is full: {}", e.what()));
  }
  return id;
}

ServiceRuns::State ServiceRuns::state_of(const fs::path& run) const {
  if (is_held(run / kHeld)) return State::running;
  if (fs::exists(summary_file(run))) return State::finished;
  return fs::exists(run / kHeld) ? State::lost : State::waiting;
}

// The process inherits a locked file, which the kernel unlocks when it ends, however it does.
void ServiceRuns::start(const fs::path& run) {
  const RunJson about = json_of(run / kAbout);
  const int lock = open((run / kHeld).c_str(), O_RDWR | O_CREAT, 0600);
  const int log = open((run / kLog).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (lock < 0 || log < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (lock >= 0) close(lock);
    if (log >= 0) close(log);
    return;  // a full disk: it goes on waiting
  }
  std::vector<std::string> all{this_program(),
                               "run",
                               (run / kAsked).string(),
                               "--out",
                               results_of(run).string(),
                               "--within",
                               folder_.string(),
                               "--progress",
                               "1",
                               "--set",
                               "run.memory_limit=" + limits_.memory};
  if (!limits_.programs.empty()) all.insert(all.end(), {"--programs", limits_.programs});
  if (about.is_object() && about.contains("statistics") && about["statistics"] == true)
    all.emplace_back("--statistics");
  std::vector<char*> argv;
  for (std::string& a : all) argv.push_back(a.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, log, 1);
  posix_spawn_file_actions_adddup2(&actions, log, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP);  // a Ctrl-C of the service is not the run's
  pid_t pid = 0;
  if (posix_spawn(&pid, all[0].c_str(), &actions, &attributes, argv.data(), environment()) == 0) {
    children_[run.filename().string()] = pid;
    std::ofstream(run / kPid) << pid << '\n';
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(lock);
  close(log);
}

RunJson ServiceRuns::describe(const fs::path& run) const {
  const RunJson about = json_of(run / kAbout);
  RunJson j{{"id", run.filename().string()},
            {"name", text_in(about, "name")},
            {"asked", integer_in(about, "asked")}};
  const State state = state_of(run);
  constexpr const char* kNames[] = {"waiting", "running", "finished", "lost"};
  j["state"] = kNames[static_cast<int>(state)];
  if (state == State::running) {
    const std::string tail = end_of(run / kLog, 2000);
    const std::size_t last = tail.rfind("kasuri: ");
    if (last != tail.npos) j["progress"] = tail.substr(last + 8, tail.find('\n', last) - last - 8);
  } else if (state == State::finished) {
    const RunJson s = json_of(summary_file(run));
    if (s.is_object()) {
      for (const char* key :
           {"time_ps", "end_reason", "link_busy_ratio", "mean_packet_latency_ps", "result_hash"}) {
        if (s.contains(key)) j[key] = s[key];
      }
    }
  } else if (state == State::lost) {
    const std::string tail = end_of(run / kLog, 600);
    j["why"] = fs::exists(results_of(run).concat(".incomplete"))
                   ? "not all results could be written (is the disk full?)"
               : tail.find("error: ") != tail.npos
                   ? tail.substr(tail.rfind("error: "))
                   : "its process was killed before it had written results";
  }
  return j;
}

RunJson ServiceRuns::list() {
  const std::lock_guard lock(mutex_);
  std::vector<RunJson> all;
  for (const auto& e : fs::directory_iterator(folder_ / "runs")) {
    if (fs::is_regular_file(e.path() / kAbout)) all.push_back(describe(e.path()));
  }
  std::ranges::stable_sort(all, [](const RunJson& a, const RunJson& b) {
    return std::pair(b["asked"].get<std::int64_t>(), b["id"].get<std::string>()) <
           std::pair(a["asked"].get<std::int64_t>(), a["id"].get<std::string>());
  });
  return all;
}

void ServiceRuns::stop(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const fs::path run = folder_of(id);
  if (state_of(run) == State::waiting) {
    write_text(run / kLog, "error: stopped before it began\n");
    write_text(run / kHeld, "");
    return;
  }
  if (state_of(run) != State::running) throw Error(Exit::usage, id + " does not run");
  pid_t pid = 0;
  std::ifstream(run / kPid) >> pid;
  if (pid > 1) kill(pid, stopped_.contains(id) ? SIGKILL : SIGINT);  // the results so far are kept
  stopped_.emplace(id, std::chrono::steady_clock::now());
}

void ServiceRuns::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const fs::path run = folder_of(id);
  if (state_of(run) == State::running) throw Error(Exit::usage, id + " still runs: stop it first");
  fs::remove_all(run);
}

std::string ServiceRuns::config(const std::string& id) { return read_text(folder_of(id) / kAsked); }
std::string ServiceRuns::log(const std::string& id) { return end_of(folder_of(id) / kLog, 100'000); }

// In a process of its own: a damaged run directory is not the service's end.
std::string ServiceRuns::page(const std::string& id) {
  const fs::path run = folder_of(id);
  const fs::path file = results_of(run) / "view.html";
  if (!fs::exists(file)) {
    const std::string made = viewed({results_of(run).string()});
    try {
      write_text(file.string() + ".part", made);
      fs::rename(file.string() + ".part", file);
    } catch (const std::exception&) {  // a full disk: it is made again the next time
      std::error_code ignored;
      fs::remove(file.string() + ".part", ignored);
    }
    return made;
  }
  return read_text(file);
}

std::string ServiceRuns::comparison(const std::string& a, const std::string& b) {
  return viewed({results_of(folder_of(a)).string(), results_of(folder_of(b)).string()});
}

std::string ServiceRuns::viewed(std::vector<std::string> arguments) {
  const fs::path file = temporary(".html");
  arguments.insert(arguments.begin(), "view");
  arguments.insert(arguments.end(), {"--as-kept", "-o", file.string()});
  fs::create_directories(file.parent_path());
  const auto [code, text] = call(arguments, kViewTime);
  std::error_code ignored;
  if (code != 0) {
    fs::remove(file, ignored);
    throw Error(Exit::usage, text);
  }
  std::string page = read_text(file);
  fs::remove(file, ignored);
  return page;
}

void ServiceRuns::tend() {
  const std::lock_guard lock(mutex_);
  for (auto at = children_.begin(); at != children_.end();) {
    at = waitpid(at->second, nullptr, WNOHANG) != 0 ? children_.erase(at) : std::next(at);
  }
  std::vector<std::pair<std::int64_t, fs::path>> waiting;
  unsigned running = 0;
  for (const auto& e : fs::directory_iterator(folder_ / "runs")) {
    if (!fs::is_regular_file(e.path() / kAbout)) continue;
    const State state = state_of(e.path());
    if (state == State::waiting) {
      const RunJson about = json_of(e.path() / kAbout);
      waiting.emplace_back(integer_in(about, "asked"), e.path());
    }
    if (state != State::running) continue;
    ++running;
    const std::string id = e.path().filename().string();
    std::error_code error;
    const auto age = fs::file_time_type::clock::now() - fs::last_write_time(e.path() / kPid, error);
    if (error || std::chrono::duration<double>(age).count() < limits_.seconds) continue;
    pid_t pid = 0;
    std::ifstream(e.path() / kPid) >> pid;
    const auto [stopped, first] = stopped_.emplace(id, std::chrono::steady_clock::now());
    const bool is_deaf = std::chrono::steady_clock::now() - stopped->second > std::chrono::seconds(20);
    if (pid > 1 && (first || is_deaf)) kill(pid, first ? SIGINT : SIGKILL);
  }
  std::ranges::sort(waiting);
  for (std::size_t i = 0; i < waiting.size() && running < limits_.at_once; ++i, ++running)
    start(waiting[i].second);
}

}  // namespace kasuri::cli
