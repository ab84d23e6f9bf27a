// SPDX-License-Identifier: MIT
#include "sim/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/errors.h"
#include "sim/faults.h"
#include "sim/splits.h"
#include "sim/summary.h"
#include "sim/timeline.h"
#include "stats/hdf5.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(std::string_view what, const fs::path& path, int error) {
  throw Error(Exit::limit, fmt::format("{}: error: cannot {}: {}", path.string(), what,
                                       std::strerror(error)));
}

// What other verbs read, and a damage of which must not pass for a result.
constexpr std::array kReadAgain{"config.toml", "summary.json", "results.h5", "timeline.json"};

// Of a file: its size and a hash of its bytes. Throws Error(Exit::usage) if it cannot be read.
std::string digest(const fs::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::vector<char> piece(1 << 18);
  XXH3_state_t hash;
  XXH3_64bits_reset(&hash);
  std::uint64_t size = 0;
  ssize_t n = -1;
  while (fd >= 0 && (n = read(fd, piece.data(), piece.size())) > 0) {
    size += static_cast<std::uint64_t>(n);
    XXH3_64bits_update(&hash, piece.data(), static_cast<std::size_t>(n));
  }
  if (fd >= 0) close(fd);
  if (n < 0) {
    throw Error(Exit::usage, fmt::format("{}: error: this file cannot be read", path.string()));
  }
  return fmt::format("{} bytes, XXH3 {:016x}", size, XXH3_64bits_digest(&hash));
}

bool is_run_directory(const fs::path& p) {
  return fs::exists(p / "manifest.json") && fs::exists(p / "summary.json");
}

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
  write_statistics(file, r.statistics);
  write_splits(file, r);

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
  const auto manifest = nlohmann::json::parse(in, nullptr, false);
  if (!manifest.is_object()) {
    throw Error(Exit::usage,
                fmt::format("{}: error: this is no run directory: it has no manifest.json that a run "
                            "leaves", run.string()));
  }
  const auto files = manifest.find("files");
  if (files == manifest.end()) return;  // of an older version
  for (const auto& [name, value] : files->items()) {
    // An older version's hash is not known any more.
    if (value.is_string() && value.get<std::string>().find("XXH3") == std::string::npos) continue;
    if (value == digest(run / name)) continue;
    throw Error(Exit::usage, fmt::format("{}: error: this file is damaged: it is not what the run "
                                         "wrote (manifest.json: {})", (run / name).string(),
                                         value.dump()));
  }
}

// Delegates, so that the destructor cleans up behind what throws here.
RunDirectory::RunDirectory(fs::path target) : RunDirectory() {
  target_ = std::move(target);
  if (!target_.has_filename()) target_ = target_.parent_path();
  std::error_code error;
  const bool exists = fs::exists(fs::symlink_status(target_, error));
  if (exists && !is_run_directory(target_) &&
      !(fs::is_directory(target_, error) && fs::is_empty(target_, error))) {
    throw Error(Exit::usage,
                fmt::format("{}: error: this exists and is no run directory; choose another --out",
                            target_.string()));
  }
  if (exists) target_ = fs::canonical(target_);  // behind a symbolic link
  if (!claim()) {
    throw Error(Exit::usage, fmt::format("{}: error: another run is about to write its results "
                                         "here; wait for it, or choose another --out",
                                         target_.string()));
  }
  write("manifest.json", "{}\n");
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : target_(std::move(other.target_)),
      draft_(std::exchange(other.draft_, {})),
      lock_(std::exchange(other.lock_, -1)) {}

RunDirectory RunDirectory::next_free(const std::string& name) {
  for (int n = 1;; ++n) {
    RunDirectory candidate;
    candidate.target_ = fs::path("runs") / fmt::format("{}-{:03}", name, n);
    if (fs::exists(candidate.target_) || !candidate.claim()) continue;
    candidate.write("manifest.json", "{}\n");
    return candidate;
  }
}

// Makes the draft ours; false if it is another run's. The lock ends with its process, however that
// ends, so that a lock that can be had on a draft that exists means that its run was killed.
bool RunDirectory::claim() {
  draft_ = target_;
  draft_ += ".draft";
  const fs::path manifest = draft_ / "manifest.json";
  for (;;) {
    std::error_code error;
    fs::create_directories(draft_, error);
    if (error) cannot("create the run directory", std::exchange(draft_, {}), error.value());
    lock_ = open(manifest.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0 && errno == ENOENT) continue;  // the other run has just ended
    if (lock_ < 0) cannot("write this file", manifest, errno);
    if (flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(std::exchange(lock_, -1));
      draft_.clear();
      return false;
    }
    // A run that ended between open() and flock() has taken the file with it.
    struct stat ours {}, there {};
    if (fstat(lock_, &ours) == 0 && stat(manifest.c_str(), &there) == 0 &&
        ours.st_ino == there.st_ino && ours.st_dev == there.st_dev) {
      return true;
    }
    close(std::exchange(lock_, -1));
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
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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
  write("config.toml", resolved_config);
  write("summary.json", summary.dump(2) + "\n");
  write("summary.txt", text);
  write_tables(draft_ / "results.h5", r, t);
  if (r.faults && !r.faults->errors.empty()) write("link_errors.csv", link_errors_csv(*r.faults, t));
  if (r.has_timeline) write("timeline.json", timeline_json(r, t));
  for (const char* name : kReadAgain) {
    if (fs::exists(draft_ / name)) manifest["files"][name] = digest(draft_ / name);
  }
  write("manifest.json", manifest.dump(2) + "\n");

  move_into_place();
}

// First out of the reach of the next run, which may claim the draft's name from now on. Where an
// earlier run is in the way, it and the draft change places at one stroke.
void RunDirectory::move_into_place() {
  fs::path complete = draft_;
  complete += fmt::format("-{}", getpid());
  if (rename(draft_.c_str(), complete.c_str()) != 0) cannot("rename", draft_, errno);
  draft_ = complete;
  if (rename(draft_.c_str(), target_.c_str()) == 0) {
    draft_.clear();
    return;
  }
  if (errno != ENOTEMPTY && errno != EEXIST) cannot("move the results here", target_, errno);
  if (!is_run_directory(target_)) cannot("move the results here", target_, EEXIST);
  if (renameat2(AT_FDCWD, draft_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
    return;  // what the destructor removes is now the earlier run
  }
  if (errno != EINVAL && errno != ENOSYS) cannot("move the results here", target_, errno);
  fs::path old = target_;  // a file system that cannot exchange
  old += ".old";
  std::error_code error;
  fs::remove_all(old, error);
  fs::rename(target_, old, error);
  if (!error) fs::rename(draft_, target_, error);
  if (error) cannot("move the results here", target_, error.value());
  draft_.clear();
  fs::remove_all(old, error);
}

}  // namespace kasuri
