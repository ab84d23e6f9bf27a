// SPDX-License-Identifier: MIT
#include "sim/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "sim/summary.h"
#include "stats/hdf5.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(std::string_view what, const fs::path& path, int error) {
  throw Error(Exit::limit, fmt::format("{}: error: cannot {}: {}", path.string(), what,
                                       std::strerror(error)));
}

bool is_run_directory(const fs::path& p) {
  return fs::exists(p / "manifest.json") && fs::exists(p / "summary.json");
}

template <class Row, class F>
std::vector<std::int64_t> column(const std::vector<Row>& rows, F value) {
  std::vector<std::int64_t> all;
  all.reserve(rows.size());
  for (const Row& r : rows) all.push_back(static_cast<std::int64_t>(value(r)));
  return all;
}

void write_tables(const fs::path& path, const Results& r, const Topology& t) {
  Hdf5File file(path);
  file.attribute("topology", t.describe());
  file.attribute("about", "one group per table, one dataset per column; see docs/results.md");
  const auto links = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("links", name, unit, column(r.links, value));
  };
  links("from", "router", [](const LinkRow& l) { return l.from; });
  links("port", "", [](const LinkRow& l) { return l.port; });
  links("to", "router, or NIC if ejection", [](const LinkRow& l) { return l.to; });
  links("class", "index into link_classes", [](const LinkRow& l) { return l.link_class; });
  links("ejection", "1 if it leads to a NIC", [](const LinkRow& l) { return l.ejection; });
  links("packets", "packets", [](const LinkRow& l) { return l.packets; });
  links("bytes", "B", [](const LinkRow& l) { return l.bytes.n; });
  links("busy", "ps", [](const LinkRow& l) { return l.busy.ps; });
  file.column("link_classes", "name", "", r.link_classes);

  const auto nics = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("nics", name, unit, column(r.nics, value));
  };
  nics("router", "router", [](const NicRow& n) { return n.router; });
  nics("sent", "B", [](const NicRow& n) { return n.use.sent.n; });
  nics("send_busy", "ps", [](const NicRow& n) { return n.use.send_busy.ps; });
  nics("receive_busy", "ps", [](const NicRow& n) { return n.use.receive_busy.ps; });

  const auto ranks = [&](std::string_view name, std::string_view unit, auto value) {
    file.column("ranks", name, unit, column(r.ranks, value));
  };
  ranks("job", "index into jobs", [](const RankRow& k) { return k.job; });
  ranks("rank", "", [](const RankRow& k) { return k.rank; });
  ranks("node", "", [](const RankRow& k) { return k.node; });
  ranks("computing", "ps", [](const RankRow& k) { return k.computing.ps; });
  ranks("waiting", "ps", [](const RankRow& k) { return k.waiting.ps; });
  ranks("messages", "messages sent", [](const RankRow& k) { return k.messages; });
  ranks("bytes", "B sent", [](const RankRow& k) { return k.bytes.n; });

  std::size_t dimensions = 0;
  std::vector<std::vector<std::int64_t>> coordinates;
  for (std::uint32_t router = 0; router < t.routers(); ++router) {
    const auto x = t.coordinates({router});
    dimensions = std::max(dimensions, x.size());
    coordinates.resize(dimensions, std::vector<std::int64_t>(t.routers(), 0));
    for (std::size_t d = 0; d < x.size(); ++d) coordinates[d][router] = x[d];
  }
  for (std::size_t d = 0; d < dimensions; ++d) {
    file.column("routers", fmt::format("x{}", d), "coordinate", coordinates[d]);
  }
  file.close();
}

}  // namespace

RunDirectory::RunDirectory(fs::path target) : target_(std::move(target)) {
  if (!target_.has_filename()) target_ = target_.parent_path();
  std::error_code error;
  if (fs::exists(target_, error) && !is_run_directory(target_) &&
      !(fs::is_directory(target_, error) && fs::is_empty(target_, error))) {
    throw Error(Exit::usage,
                fmt::format("{}: error: this exists and is no run directory; choose another --out",
                            target_.string()));
  }
  draft_ = target_;
  draft_ += fmt::format(".draft-{}", getpid());
  fs::create_directories(draft_, error);
  if (error) cannot("create the run directory", draft_, error.value());
  write("manifest.json", "{}\n");
}

fs::path RunDirectory::next_free(const std::string& name) {
  for (int n = 1;; ++n) {
    const fs::path candidate = fs::path("runs") / fmt::format("{}-{:03}", name, n);
    if (!fs::exists(candidate)) return candidate;
  }
}

RunDirectory::~RunDirectory() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove_all(draft_, ignored);
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
  const nlohmann::ordered_json manifest{{"program", "kasuri"},
                                        {"version", KASURI_VERSION},
                                        {"complete", r.end == End::completed},
                                        {"end_reason", to_string(r.end)},
                                        {"seed", r.seed},
                                        {"result_hash", summary["result_hash"]},
                                        {"host", summary["host"]}};
  write("config.toml", resolved_config);
  write("summary.json", summary.dump(2) + "\n");
  write("summary.txt", text);
  write_tables(draft_ / "results.h5", r, t);
  write("manifest.json", manifest.dump(2) + "\n");

  std::error_code error;
  if (is_run_directory(target_)) {
    fs::path old = draft_;
    old += ".old";
    fs::rename(target_, old, error);
    if (!error) {
      fs::rename(draft_, target_, error);
      std::error_code ignored;
      fs::remove_all(old, ignored);
    }
  } else {
    fs::rename(draft_, target_, error);
  }
  if (error) cannot("move the results here", target_, error.value());
  draft_.clear();
}

}  // namespace kasuri
