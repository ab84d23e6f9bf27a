// SPDX-License-Identifier: MIT
#include "experiment/report/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/config/json_text.h"
#include "base/core/errors.h"
#include "base/core/variables.h"
#include "experiment/report/fault_report.h"
#include "experiment/report/power_report.h"
#include "experiment/report/run_contents.h"
#include "experiment/report/summary.h"
#include "base/stats/hdf5.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

// What other verbs read, and a damage of which must not pass for a result.
constexpr std::array kReadAgain{"config.toml", "summary.json", "results.h5", "timeline.json"};

void write_tables(const fs::path& path, const Results& r, const Topology& t) {
  Hdf5File file(path);
  file.attribute("topology", t.describe());
  file.attribute("about", "one group per table, one dataset per column; see docs/results.md");
  const auto links = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("links", name, unit, r.links, value);
  };
  links("from", "router", [](const LinkRow& l) { return l.from; });
  links("port", "", [](const LinkRow& l) { return l.port; });
  links("to", "router, or NIC if ejection", [](const LinkRow& l) { return l.to(); });
  links("class", "index into link_classes", [](const LinkRow& l) { return l.link_class(); });
  links("ejection", "1 if it leads to a NIC", [](const LinkRow& l) { return l.ejection; });
  links("packets", "packets", [](const LinkRow& l) { return l.packets; });
  links("bytes", "B", [](const LinkRow& l) { return l.bytes.n; });
  links("busy", "ps", [](const LinkRow& l) { return l.busy().ps; });
  file.column("link_classes", "name", "", r.link_classes);

  const auto nics = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("nics", name, unit, r.nics, value);
  };
  nics("router", "router", [](const NicRow& n) { return n.router; });
  nics("sent", "B", [](const NicRow& n) { return n.use.sent.n; });
  nics("send_busy", "ps", [](const NicRow& n) { return n.use.send_busy.ps; });
  nics("receive_busy", "ps", [](const NicRow& n) { return n.use.receive_busy.ps; });

  const auto ranks = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("ranks", name, unit, r.ranks, value);
  };
  ranks("job", "index into jobs", [](const RankRow& k) { return k.job; });
  ranks("rank", "", [](const RankRow& k) { return k.rank; });
  ranks("node", "", [](const RankRow& k) { return k.node; });
  ranks("computing", "ps", [](const RankRow& k) { return k.spent.computing.ps; });
  ranks("sending", "ps", [](const RankRow& k) { return k.spent.sending.ps; });
  ranks("receiving", "ps", [](const RankRow& k) { return k.spent.receiving.ps; });
  ranks("waiting", "ps", [](const RankRow& k) { return k.spent.waiting.ps; });
  ranks("polling", "ps", [](const RankRow& k) { return k.spent.polling.ps; });
  ranks("collectives", "ps", [](const RankRow& k) { return k.spent.collectives.ps; });
  ranks("waiting_in_collectives", "ps, of waiting",
        [](const RankRow& k) { return k.spent.waiting_in_collectives.ps; });
  ranks("finish", "ps; -1: it has not ended", [](const RankRow& k) { return k.spent.finish.ps; });
  ranks("messages", "messages sent", [](const RankRow& k) { return k.spent.messages; });
  ranks("bytes", "B sent", [](const RankRow& k) { return k.spent.bytes.n; });
  if (!r.cycle.empty()) {
    const auto cycle = [&](std::string_view name, std::string_view unit, auto value) {
      file.column("wait_cycle", name, unit, r.cycle, value);
    };
    cycle("from", "router", [](const WaitCycleRow& w) { return w.from; });
    cycle("to", "router", [](const WaitCycleRow& w) { return w.to; });
    cycle("vc", "", [](const WaitCycleRow& w) { return w.vc; });
    cycle("queued", "packets", [](const WaitCycleRow& w) { return w.queued; });
    cycle("since", "ps", [](const WaitCycleRow& w) { return w.since.ps; });
  }
  for (const Outcome& probe : r.probes) {
    for (const Table& table : probe.tables) write_table(file, table);
  }

  std::vector<std::vector<std::int64_t>> coordinates;
  for (std::uint32_t router = 0; router < t.routers(); ++router) {
    const auto x = t.coordinates({router});
    while (coordinates.size() < x.size()) coordinates.emplace_back(t.routers(), 0);
    for (std::size_t d = 0; d < x.size(); ++d) coordinates[d][router] = x[d];
  }
  for (std::size_t d = 0; d < coordinates.size(); ++d) {
    file.column("routers", fmt::format("x{}", d), "coordinate", coordinates[d]);
  }
  if (r.power) write_power(file, r, t);
  file.close();
}

}  // namespace

void check_intact(const fs::path& run) {
  std::ifstream in(run / "manifest.json");
  const auto manifest = config::sorted_json_from(in);
  if (!manifest.is_object()) {
    throw Error(Exit::usage, ErrorPlace(run.string()), "not a run directory: it has no manifest.json");
  }
  const auto files = manifest.find("files");
  if (files == manifest.end()) return;  // of an older version
  for (const auto& [name, value] : files->items()) {
    // An older version's hash is not known any more.
    if (value.is_string() && value.get<std::string>().find("XXH3") == std::string::npos) continue;
    if (value == digest(run / name)) continue;
    throw Error(Exit::usage, ErrorPlace((run / name).string()),
                fmt::format("this file is damaged: its content differs from the "
                            "run's output (manifest.json: {})",
                            value.dump()));
  }
}

void RunDirectory::cannot(std::string_view what, const fs::path& path, int error) const {
  throw Error(Exit::limit, ErrorPlace(shown(path)),
              fmt::format("cannot {}: {}", what, std::strerror(error)));
}

std::string RunDirectory::shown(const fs::path& file) const {
  const std::string full = file.string(), ours = target_.string();
  return full.starts_with(ours) ? shown_as_ + full.substr(ours.size()) : full;
}

void RunDirectory::set_target(const fs::path& target) {
  const fs::path plain = target.has_filename() ? target : target.parent_path();
  shown_as_ = plain.string();
  std::error_code error;
  target_ = fs::absolute(plain, error);
  if (error) throw Error(Exit::limit, ErrorPlace(shown_as_), error.message());
}

// Delegates, so that the destructor cleans up behind what throws here.
RunDirectory::RunDirectory(const fs::path& target) : RunDirectory() {
  set_target(target);
  refuse_what_is_not_ours();
  // Behind a symbolic link.
  if (std::error_code error; fs::exists(fs::symlink_status(target_, error))) {
    target_ = fs::canonical(target_);
  }
  if (!claim()) {
    throw Error(Exit::usage, ErrorPlace(shown_as_),
                "another run is writing its results here; wait for it, "
                "or choose another --out");
  }
  write("manifest.json", "{}\n");
}

void RunDirectory::refuse_what_is_not_ours() const {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(target_, error))) return;
  if (!is_run_directory(target_)) {
    if (fs::is_directory(target_, error) && fs::is_empty(target_, error)) return;
    throw Error(Exit::usage, ErrorPlace(shown_as_),
                "this exists and is not a run directory; choose another --out");
  }
  constexpr std::size_t kShown = 10;
  std::vector<std::string> foreign = foreign_files(target_);
  if (foreign.empty()) return;
  const std::size_t n = foreign.size();
  foreign.resize(std::min(n, kShown));
  throw Error(
      Exit::usage, ErrorPlace(shown_as_),
      fmt::format("this run directory also has files that Kasuri did not write and "
                  "would delete: {}{}; move them, or choose another --out",
                  fmt::join(foreign, ", "), n > kShown ? fmt::format(" and {} more", n - kShown) : ""));
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : target_(std::move(other.target_)),
      shown_as_(std::move(other.shown_as_)),
      draft_(std::exchange(other.draft_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

RunDirectory RunDirectory::next_free(const std::string& name) {
  for (int n = 1;; ++n) {
    RunDirectory candidate;
    candidate.set_target(fs::path("runs") / fmt::format("{}-{:03}", name, n));
    if (fs::exists(candidate.target_) || !candidate.claim()) continue;
    candidate.write("manifest.json", "{}\n");
    return candidate;
  }
}

// The folder of a draft, made if it is not there; -1: it has just gone. Nothing is written through a link
// that somebody has put in its place, or into a folder in which another user may do so.
int RunDirectory::open_draft() {
  std::error_code error;
  fs::create_directories(draft_.parent_path(), error);
  const bool made = !error && mkdir(draft_.c_str(), 0777) == 0;
  const int reason = error ? error.value() : errno;
  const auto refuse = [&](const char* why) {
    throw Error(Exit::usage, ErrorPlace(shown(std::exchange(draft_, {}))),
                fmt::format("{}; remove it, or choose another --out", why));
  };
  if (!made && reason != EEXIST) {
    cannot("create the run directory", std::exchange(draft_, {}), reason);
  }
  if (fs::is_symlink(fs::symlink_status(draft_, error))) refuse("a link has the name of the draft");
  const int folder = open(draft_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && errno == ENOENT) return -1;
  if (folder < 0) cannot("create the run directory", std::exchange(draft_, {}), errno);
  struct stat facts {};
  const bool is_ours = made || (fstat(folder, &facts) == 0 && facts.st_uid == geteuid());
  // Asked of the open folder: its run may give it the final name meanwhile, or remove it. In this order: a
  // run that has just made it writes the manifest first.
  const bool is_draft = made || fs::is_empty(fmt::format("/proc/self/fd/{}", folder), error) ||
                        faccessat(folder, "manifest.json", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  if (is_ours && is_draft) return folder;
  const bool is_there = fstat(folder, &facts) == 0 && facts.st_nlink > 0;
  close(folder);
  if (!is_there) return -1;
  refuse(is_ours ? "this folder has the name of the draft, and no run has made it"
                 : "this draft belongs to another user");
  return -1;
}

// Makes the draft ours; false if it is another run's. The lock ends with its process, however that
// ends, so that a lock that can be had on a draft that exists means that its run was killed.
bool RunDirectory::claim() {
  draft_ = target_;
  draft_ += ".draft";
  const fs::path manifest = draft_ / "manifest.json";
  for (;;) {
    const int folder = open_draft();
    if (folder < 0) continue;  // the other run has just ended
    lock_ = openat(folder, "manifest.json", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    const int reason = errno;
    close(folder);
    if (lock_ < 0 && reason == ENOENT) continue;
    if (lock_ < 0) {
      draft_.clear();
      cannot("write this file", manifest, reason);
    }
    if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(std::exchange(lock_, -1));
      draft_.clear();
      return false;
    }
    // A run that ended between open() and flock() has taken the file with it.
    struct stat ours {}, there {};
    if (fstat(lock_, &ours) == 0 && lstat(manifest.c_str(), &there) == 0 &&
        ours.st_ino == there.st_ino && ours.st_dev == there.st_dev) {
      remove_leftovers();
      return true;
    }
    close(std::exchange(lock_, -1));
  }
}

// What a killed run has left, links among it.
void RunDirectory::remove_leftovers() const {
  std::error_code error;
  for (fs::directory_iterator at(draft_, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename() == "manifest.json") continue;
    std::error_code ignored;
    fs::remove_all(at->path(), ignored);
  }
}

RunDirectory::~RunDirectory() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove_all(draft_, ignored);
  if (lock_ >= 0) close(lock_);
}

// To the disk, or an error: a full disk shows at the latest when the file is synced.
void RunDirectory::write(const std::string& name, const std::string& text) const {
  const fs::path path = draft_ / name;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) cannot("write this file", path, errno);
  int error = 0;
  for (std::size_t done = 0; done < text.size() && !error;) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) error = errno;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS && !error) error = errno;
  if (close(fd) != 0 && !error) error = errno;
  if (error) cannot("write this file", path, error);
}

// One file of the draft. What could not be written whole goes, which may leave space for others.
void RunDirectory::attempt(const std::string& name, const std::function<void()>& write_it) {
  try {
    write_it();
    written_.push_back(name);
  } catch (const std::exception& e) {  // a full disk, no memory for a large table
    if (why_.empty()) why_ = e.what();
    missing_.push_back(name);
    std::error_code ignored;
    fs::remove(draft_ / name, ignored);
  }
}

// What is small and says most comes first.
void RunDirectory::publish(const Results& r, const Topology& t, const std::string& resolved_config,
                           const std::string& text) {
  const nlohmann::ordered_json summary = summary_json(r);
  nlohmann::ordered_json manifest{{"program", "kasuri"},
                                        {"version", KASURI_VERSION},
                                        {"complete", r.whole()},
                                        {"end_reason", to_string(r.end)},
                                        {"seed", r.seed},
                                        {"result_hash", summary["result_hash"]},
                                        {"host", summary["host"]}};
  if (const Variables read = noted_variables(); !read.empty()) manifest["environment"] = read;
  const auto put = [&](const char* name, const std::string& what) {
    attempt(name, [&] { write(name, what); });
  };
  put("summary.json", config::text_of(summary, 2) + "\n");
  put("summary.txt", text);
  put("config.toml", resolved_config);
  attempt("results.h5", [&] { write_tables(draft_ / "results.h5", r, t); });
  if (r.faults && !r.faults->errors.empty()) put("link_errors.csv", link_errors_csv(*r.faults, t));
  for (const Outcome& probe : r.probes) {
    for (const auto& [name, file] : probe.files) put(name.c_str(), file);
  }
  for (const char* name : kReadAgain) {
    if (fs::exists(draft_ / name)) manifest["files"][name] = digest(draft_ / name);
  }
  if (missing_.empty()) put("manifest.json", config::text_of(manifest, 2) + "\n");
  if (!missing_.empty()) {
    manifest["complete"] = false;
    manifest["missing"] = missing_;
    keep_incomplete(config::text_of(manifest, 2) + "\n");
  }
  move_into_place();
}

void RunDirectory::keep_incomplete(const std::string& manifest) {
  if (written_.empty()) {
    throw Error(Exit::limit, why_ + "\nkasuri: error: no results were written");
  }
  try {
    write("manifest.json", manifest);
  } catch (const Error&) {  // the name says what has to be said
  }
  const std::string where = keep_as(".incomplete");
  throw Error(Exit::limit, fmt::format("{}\nkasuri: error: these results are incomplete, in {}: {}", why_,
                                       where, fmt::join(written_, ", ")));
}

// The draft under a name that is free; returns it as the user would call it.
std::string RunDirectory::keep_as(std::string_view suffix) {
  for (int n = 1;; ++n) {
    fs::path kept = target_;
    kept += n == 1 ? std::string(suffix) : fmt::format("{}-{}", suffix, n);
    if (renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, kept.c_str(), RENAME_NOREPLACE) == 0) {
      draft_.clear();
      return shown(kept);
    }
    if (errno == EINVAL && !fs::exists(kept) && rename(draft_.c_str(), kept.c_str()) == 0) {
      draft_.clear();
      return shown(kept);
    }
    if (errno != EEXIST && errno != ENOTEMPTY && errno != EINVAL) {
      return shown(std::exchange(draft_, {}));  // where it is
    }
  }
}

// First out of the reach of the next run, which may claim the draft's name from now on. Where an
// earlier run is in the way, it and the draft change places at one stroke.
void RunDirectory::move_into_place() {
  const auto refused = [this](const std::string& why) {
    const std::string where = keep_as(".kept");
    throw Error(Exit::limit, fmt::format("{}\nkasuri: error: the results are in {}", why, where));
  };
  const auto failed = [&](int error) {
    refused(fmt::format("{}: error: cannot move the results here: {}", shown_as_, std::strerror(error)));
  };
  fs::path complete = draft_;
  complete += fmt::format("-{}", getpid());
  if (rename(draft_.c_str(), complete.c_str()) != 0) failed(errno);
  draft_ = complete;
  if (rename(draft_.c_str(), target_.c_str()) == 0) {
    draft_.clear();
    return;
  }
  if (errno != ENOTEMPTY && errno != EEXIST) failed(errno);
  try {
    refuse_what_is_not_ours();
  } catch (const std::exception& e) {
    refused(e.what());
  }
  if (renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
    return;  // what the destructor removes is now the earlier run
  }
  if (errno != EINVAL && errno != ENOSYS) failed(errno);
  fs::path old = target_;  // a file system that cannot exchange
  old += ".old";
  std::error_code error;
  fs::remove_all(old, error);
  fs::rename(target_, old, error);
  if (!error) fs::rename(draft_, target_, error);
  if (error) failed(error.value());
  draft_.clear();
  fs::remove_all(old, error);
}

}  // namespace kasuri
