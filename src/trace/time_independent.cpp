// SPDX-License-Identifier: MIT
// SimGrid's time-independent traces (Casanova, Desprez, Markomanolis, Suter, CCPE 2015): a line
// `rank action arguments` for each action, computation in operations and messages in elements.
//
// Either a file with the names of one file per rank, or one file with the lines of all ranks. In the
// latter, ranks may take turns: their lines are then put behind one another in a temporary file, for
// each rank is read at its own pace.
//
// Sizes count elements of a datatype, by its number in SimGrid; without one, bytes, or doubles where
// `init` has an argument.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "trace/tally.h"
#include "trace/time_independent_actions.h"

namespace kasuri::trace {
namespace {

using mpi::Collective;
using mpi::Operation;
using K = Operation::Kind;

struct Part {
  std::shared_ptr<const TextFile> file;
  Extent extent;
};

class TimeIndependentStream final : public mpi::OpStream {
 public:
  TimeIndependentStream(const Part& part, const ReplayParams& params, int rank, int ranks,
                        std::size_t buffer)
      : part_(part), params_(params), rank_(rank), ranks_(ranks),
        buffer_(static_cast<std::size_t>(std::clamp<std::int64_t>(
            part.extent.end - part.extent.begin, 64, static_cast<std::int64_t>(buffer)))) {}

  bool next(Time, Operation& op) override {
    if (after_.ps > 0) {
      op.kind = K::compute;
      op.time = std::exchange(after_, Time{0});
      return true;
    }
    for (;;) {
      if (!actions_) {
        if (std::exchange(begun_, true)) return false;
        actions_.emplace(part_.file, part_.extent, buffer_, rank_, ranks_);
      }
      Action a;
      if (!actions_->next(a)) {
        actions_.reset();
        continue;
      }
      if (a.done || !replay(a)) continue;
      op = a.op;
      return true;
    }
  }

 private:
  struct Open {
    std::int32_t from, to, tag;
    std::uint32_t request;
  };

  // Returns whether there is something to do.
  bool replay(Action& a) {
    Operation& op = a.op;
    if (a.flops >= 0) {
      const double ps = a.flops / params_.flop_rate * 1e12;
      if (ps > 4e18) actions_->fail("this computation takes longer than can be simulated");
      const Time t = params_.time_of({static_cast<std::int64_t>(ps + 0.5)});
      if (op.kind != K::compute) after_ = t;
      else op.time = t;
    } else if (op.kind == K::compute) {
      op.time = params_.time_of(op.time);
    }
    switch (op.kind) {
      case K::compute: return op.time.ps > 0;
      case K::isend:
      case K::ireceive: {
        std::uint32_t request = 0;
        while (request < used_.size() && used_[request]) ++request;
        if (request == used_.size()) used_.push_back(true);
        used_[request] = true;
        const bool sends = op.kind == K::isend;
        open_.push_back({sends ? rank_ : op.peer, sends ? op.peer : rank_, op.tag, request});
        op.request = request;
        op.bytes = params_.size_of(op.bytes);
        return true;
      }
      case K::wait: {
        const auto at = std::ranges::find_if(open_, [&](const Open& o) {
          return o.from == a.from && o.to == a.to && o.tag == op.tag;
        });
        if (at == open_.end()) return false;  // a test has seen it done
        op.request = at->request;
        used_[at->request] = false;
        open_.erase(at);
        return true;
      }
      case K::wait_all:
        open_.clear();
        used_.clear();
        return true;
      case K::send:
      case K::receive:
        op.bytes = params_.size_of(op.bytes);
        return true;
      default:
        return true;
    }
  }

  const Part& part_;
  const ReplayParams& params_;
  int rank_, ranks_;
  std::size_t buffer_;
  bool begun_ = false;
  std::optional<Actions> actions_;
  Time after_{0};  // what a reduction computes, after its messages
  std::vector<Open> open_;
  std::vector<bool> used_;
};

class TimeIndependentTrace final : public Trace {
 public:
  TimeIndependentTrace(const std::filesystem::path& path, const ReplayParams& params)
      : path_(path), params_(params), tally_(summary_) {
    summary_.format = "time-independent";
    auto file = std::make_shared<TextFile>(path);
    Lines lines(file, {0, file->size(), 1}, 1 << 16);
    std::string_view line;
    while (lines.next(line) && Words(line).at_end()) {
    }
    if (number_in<std::int64_t>(Words(line).next())) take_one(std::move(file));
    else take_list(*file);
    summary_.ranks = static_cast<int>(parts_.size());
    if (parts_.empty()) fail("the trace has no ranks");
    buffer_ = buffer_size(parts_.size());
    for (int r = 0; r < ranks(); ++r) scan(r, false);
    tally_.begin_rank(-1);
    if (const std::string why = tally_.collectives_disagree(*communicators_); !why.empty()) fail(why);
    if (!tally_.messages_match()) refuse_mismatch();
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<TimeIndependentStream>(parts_[static_cast<std::size_t>(rank)], params_,
                                                   rank, ranks(), buffer_);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(Exit::usage, fmt::format("{}: error: {}", path_.string(), what));
  }
  void take_list(const TextFile&);
  void take_one(std::shared_ptr<const TextFile>);
  void scan(int rank, bool again);
  [[noreturn]] void refuse_mismatch();

  std::filesystem::path path_;
  ReplayParams params_;
  Tally tally_;
  std::vector<Part> parts_;
  std::size_t buffer_ = 0;
};

// A file with the names of the ranks' files, relative to itself.
void TimeIndependentTrace::take_list(const TextFile& list) {
  constexpr std::size_t kMostOpen = 256;
  Lines lines(std::make_shared<TextFile>(list.path()), {0, list.size(), 1}, 1 << 16);
  std::vector<std::filesystem::path> names;
  std::string_view line;
  while (lines.next(line)) {
    Words words(line);
    if (const std::string_view name = words.next(); !name.empty()) names.emplace_back(name);
  }
  for (const std::filesystem::path& name : names) {
    auto file = std::make_shared<TextFile>(path_.parent_path() / name, names.size() <= kMostOpen);
    const Extent all{0, file->size(), 1};
    parts_.push_back({std::move(file), all});
  }
}

std::int64_t rank_of_line(const TextFile& file, std::string_view line, std::int64_t number) {
  Words words(line.substr(0, line.find('#')));
  const std::string_view word = words.next();
  if (word.empty()) return -1;
  const auto rank = number_in<std::int64_t>(word);
  if (!rank || *rank < 0 || *rank >= 1 << 28) {
    fail_at(file.path(), number, words.column(), -1, "expected a rank: a line begins with its rank");
  }
  return *rank;
}

// One file with the lines of all ranks. If each rank's are together, they are read where they are.
void TimeIndependentTrace::take_one(std::shared_ptr<const TextFile> file) {
  std::vector<std::int64_t> sizes;
  bool together = true;
  std::int64_t last = -1;
  std::string_view line;
  for (Lines lines(file, {0, file->size(), 1}, 1 << 20); lines.next(line);) {
    const std::int64_t rank = rank_of_line(*file, line, lines.number());
    if (rank < 0) continue;
    const auto r = static_cast<std::size_t>(rank);
    if (r >= sizes.size()) {
      if (r > static_cast<std::size_t>(file->size())) {
        fail_at(file->path(), lines.number(), 1, -1, "there are fewer ranks than this");
      }
      sizes.resize(r + 1);
      parts_.resize(r + 1);
    }
    if (rank != last) {
      if (sizes[r] > 0) together = false;
      else parts_[r] = {file, {lines.begin(), 0, lines.number()}};
    }
    sizes[r] += static_cast<std::int64_t>(line.size()) + 1;
    parts_[r].extent.end = lines.end();
    last = rank;
  }
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    if (sizes[r] == 0) {
      fail(fmt::format("rank {} has no actions, but rank {} has", r, sizes.size() - 1));
    }
  }
  if (together) return;

  std::string name = (std::filesystem::temp_directory_path() / "kasuri-trace-XXXXXX").string();
  const int sorted = mkstemp(name.data());
  if (sorted < 0) throw Error(Exit::limit, fmt::format("{}: error: cannot be made", name));
  ::unlink(name.c_str());
  std::int64_t at = 0;
  std::vector<std::string> pending(sizes.size());
  std::vector<std::int64_t> next(sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r) next[r] = std::exchange(at, at + sizes[r]);
  const auto flush = [&](std::size_t r) {
    const std::string& text = pending[r];
    if (pwrite(sorted, text.data(), text.size(), next[r]) != static_cast<ssize_t>(text.size())) {
      throw Error(Exit::limit,
                  fmt::format("{}: error: no room for the ranks' lines in {}", path_.string(),
                              std::filesystem::temp_directory_path().string()));
    }
    next[r] += static_cast<std::int64_t>(text.size());
    pending[r].clear();
  };
  const std::size_t most = std::max<std::size_t>(4096, (64 << 20) / sizes.size());
  for (Lines lines(file, {0, file->size(), 1}, 1 << 20); lines.next(line);) {
    const std::int64_t rank = rank_of_line(*file, line, lines.number());
    if (rank < 0) continue;
    const auto r = static_cast<std::size_t>(rank);
    pending[r].append(line).push_back('\n');
    if (pending[r].size() >= most) flush(r);
  }
  for (std::size_t r = 0; r < sizes.size(); ++r) flush(r);
  const auto own = std::make_shared<TextFile>(path_.string() + " (lines of each rank)", sorted);
  at = 0;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    parts_[r] = {own, {at, at + sizes[r], 1}};
    at += sizes[r];
  }
}

void TimeIndependentTrace::scan(int rank, bool again) {
  const Part& part = parts_[static_cast<std::size_t>(rank)];
  Actions actions(part.file, part.extent, 1 << 20, rank, ranks());
  Action a;
  bool finalised = false;
  if (!again) tally_.begin_rank(rank);
  while (actions.next(a)) {
    const bool sends = a.op.kind == K::send || a.op.kind == K::isend;
    const bool receives = a.op.kind == K::receive || a.op.kind == K::ireceive;
    const MessageKey key = sends ? MessageKey{0, rank, a.op.peer, a.op.tag}
                                 : MessageKey{0, a.op.peer, rank, a.op.tag};
    const bool any = receives && (a.op.peer < 0 || a.op.tag < 0);
    if (again) {
      if ((sends || receives) && !any) {
        tally_.look_again(key, sends ? 1 : -1,
                          fmt::format("{}:{}:1", part.file->path().string(), actions.line()));
      }
      continue;
    }
    finalised |= a.finalises;
    tally_.count(a.name);
    if (a.done) {
      if (a.name.starts_with("comm_") || a.name == "location") {
        ++summary_.ignored[std::string(a.name)];
      }
    } else if (sends) {
      tally_.send(key, a.op.bytes);
    } else if (any) {
      tally_.receive_any();
    } else if (receives) {
      tally_.receive(key);
    } else if (a.op.kind == K::collective) {
      using enum Collective;
      const Collective c = a.op.collective;
      const bool varies = c == gatherv || c == scatterv || c == allgatherv || c == alltoallv ||
                          c == reduce_scatter;
      tally_.collective(0, c, a.op.root, varies ? Bytes{0} : a.op.bytes);
      summary_.collective_bytes += a.given;
    }
    const double ps = std::min(a.flops / params_.flop_rate * 1e12, 4e18);
    tally_.compute(a.flops >= 0 ? Time{static_cast<std::int64_t>(ps)} : a.op.time);
  }
  if (!again && !finalised) {
    summary_.notes.push_back(
        fmt::format("rank {} has no finalize: its trace may be truncated", rank));
    if (summary_.notes.size() > 5) summary_.notes.resize(5);
  }
}

void TimeIndependentTrace::refuse_mismatch() {
  for (int r = 0; r < ranks(); ++r) scan(r, true);
  tally_.refuse_mismatch();
}

// A first line `rank action …`, or the name of a file with such.
bool is_time_independent(const std::filesystem::path& path, std::string_view head) {
  if (head.find('\0') != head.npos) return false;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    Words words(head.substr(0, end));
    const std::string_view first = words.next();
    if (first.empty()) {
      head.remove_prefix(std::min(end + 1, head.size()));
      continue;
    }
    const std::string_view second = words.next();
    if (number_in<std::uint32_t>(first)) return !second.empty() && !number_in<double>(second);
    std::error_code failure;
    return second.empty() && std::filesystem::is_regular_file(path.parent_path() / first, failure);
  }
  return false;
}

const Format format{"time-independent",
                    "SimGrid's time-independent traces, one file per rank or one for all",
                    is_time_independent,
                    [](const std::filesystem::path& path, const ReplayParams& params)
                        -> std::unique_ptr<Trace> {
                      return std::make_unique<TimeIndependentTrace>(path, params);
                    }};

}  // namespace
}  // namespace kasuri::trace
