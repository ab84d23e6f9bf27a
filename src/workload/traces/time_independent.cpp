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
#include <compare>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "workload/traces/packed.h"
#include "workload/traces/stored.h"
#include "workload/traces/tally.h"
#include "workload/traces/time_independent_actions.h"

namespace kasuri::trace {
namespace {

using mpi::Collective;
using mpi::Operation;
using K = mpi::Operation::Kind;

struct Part {
  std::shared_ptr<const TextFile> file;
  Extent extent;
};

// Messages under way, in the order in which they were begun. A few are searched, many are found by what
// they are.
class OpenMessages {
 public:
  struct Message {
    std::int32_t from, to, tag;
    auto operator<=>(const Message&) const = default;
  };

  void add(const Message& m, std::uint32_t request) {
    if (many_.empty() && few_.size() < kFew) {
      few_.push_back({m, begun_++, request});
      return;
    }
    for (const Open& o : few_) many_[o.message].push_back(o);
    few_.clear();
    many_[m].push_back({m, begun_++, request});
  }
  // Of the oldest such; none: it is not under way.
  std::optional<std::uint32_t> take(const Message& m) {
    if (many_.empty()) {
      const auto at = std::ranges::find(few_, m, &Open::message);
      if (at == few_.end()) return std::nullopt;
      const std::uint32_t request = at->request;
      few_.erase(at);
      return request;
    }
    const auto at = many_.find(m);
    if (at == many_.end()) return std::nullopt;
    const std::uint32_t request = at->second.front().request;
    at->second.pop_front();
    if (at->second.empty()) many_.erase(at);
    return request;
  }
  void take_all(std::vector<std::uint32_t>& requests) {
    for (const auto& [message, same] : many_) few_.insert(few_.end(), same.begin(), same.end());
    if (!many_.empty()) std::ranges::sort(few_, {}, &Open::begun);
    for (const Open& o : few_) requests.push_back(o.request);
    few_.clear();
    many_.clear();
  }

 private:
  static constexpr std::size_t kFew = 128;
  struct Open {
    Message message;
    std::uint64_t begun;
    std::uint32_t request;
  };
  std::vector<Open> few_;
  std::map<Message, std::deque<Open>> many_;  // while it is not empty, few_ is
  std::uint64_t begun_ = 0;
};

// What the actions of one rank come to.
class TimeIndependentRank {
 public:
  TimeIndependentRank(const ReplayParams& params, int rank, Summary& summary)
      : params_(params), rank_(rank), summary_(summary) {}

  void store(Action& a, const Actions& actions, StoredFile& to) {
    Operation& op = a.op;
    if (a.exchanges) return exchange(a, to);
    Time after{0};  // what a reduction computes, after its messages
    if (a.flops >= 0) {
      const double ps = a.flops / params_.flop_rate * 1e12;
      if (ps > 4e18) actions.fail("this computation is too long to simulate");
      const Time t = params_.time_of({static_cast<std::int64_t>(ps + 0.5)});
      (op.kind == K::compute ? op.time : after) = t;
    } else if (op.kind == K::compute) {
      op.time = params_.time_of(op.time);
    }
    if (has_effect(a)) to.put(op);
    else if (op.kind == K::wait) note_wait(a.is_test);
    if (after.ps > 0) to.put({.kind = K::compute, .time = after});
  }

 private:
  // Both at once, and a wait for both.
  void exchange(const Action& a, StoredFile& to) {
    const std::uint32_t both[] = {new_request(), new_request()};
    to.put({.kind = K::ireceive, .peer = a.from, .bytes = params_.size_of(a.received), .request = both[0]});
    to.put({.kind = K::isend, .peer = a.op.peer, .bytes = params_.size_of(a.op.bytes), .request = both[1]});
    to.put({.kind = K::wait_for, .requests = both});
    free_.insert(free_.end(), std::begin(both), std::end(both));
  }
  std::uint32_t new_request() {
    if (free_.empty()) free_.push_back(requests_++);
    const std::uint32_t request = free_.back();
    free_.pop_back();
    return request;
  }
  // Of what a wait or test is for. It may name what a receive from any rank or with any tag has met.
  std::optional<std::uint32_t> take_open(const Action& a) {
    const std::int32_t tag = a.op.tag;
    if (const auto request = open_.take({a.from, a.to, tag}); request || a.to != rank_) return request;
    for (const auto& [from, with] : {std::pair{mpi::kAnySource, tag}, {a.from, mpi::kAnyTag},
                                     {mpi::kAnySource, mpi::kAnyTag}}) {
      if (const auto request = open_.take({from, a.to, with})) return request;
    }
    return std::nullopt;
  }

  // What it waits for is not under way: a test has seen it done, or it was never begun.
  void note_wait(bool is_test) {
    if (is_test) return;
    if (tested_ > 0) --tested_;
    else ++summary_.ignored["waits for messages that do not exist"];
  }

  bool has_effect(Action& a) {
    Operation& op = a.op;
    switch (op.kind) {
      case K::compute: return op.time.ps > 0;
      case K::isend:
      case K::ireceive: {
        const bool sends = op.kind == K::isend;
        op.request = new_request();
        open_.add({sends ? rank_ : op.peer, sends ? op.peer : rank_, op.tag}, op.request);
        op.bytes = params_.size_of(op.bytes);
        return true;
      }
      case K::wait: {
        const auto request = take_open(a);
        if (!request) return false;
        tested_ += a.is_test;
        op.request = *request;
        free_.push_back(op.request);
        return true;
      }
      case K::wait_all:
        open_.take_all(free_);
        return true;
      case K::send:
      case K::receive:
        op.bytes = params_.size_of(op.bytes);
        return true;
      default:
        return true;
    }
  }

  const ReplayParams& params_;
  int rank_;
  Summary& summary_;
  std::uint64_t tested_ = 0;  // requests that a test has ended
  OpenMessages open_;
  std::vector<std::uint32_t> free_;
  std::uint32_t requests_ = 0;
};

class TimeIndependentStream final : public mpi::OpStream {
 public:
  TimeIndependentStream(std::shared_ptr<const TextFile> file, const StoredRank& rank, std::size_t buffer)
      : operations_(std::move(file), rank, 1, buffer) {}
  bool next(Time, Operation& op) override { return operations_.next(op); }
  double share_done() const override { return operations_.share_done(); }

 private:
  StoredOperations operations_;
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
    StoredFile stored(path);
    for (int r = 0; r < ranks(); ++r) scan(r, &stored);
    file_ = stored.file();
    tally_.begin_rank(-1);
    if (tests_ > 0) {
      summary_.notes.push_back(fmt::format("{} {}: the first test of a request waits for it, for the trace "
                                           "does not say which test found it complete", tests_,
                                           tests_ == 1 ? "test" : "tests"));
    }
    if (const std::string why = tally_.collectives_disagree(*communicators_); !why.empty()) fail(why);
    if (!tally_.messages_match()) refuse_mismatch();
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<TimeIndependentStream>(file_, ranks_[static_cast<std::size_t>(rank)],
                                                   stored_buffer_size(ranks_.size()));
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Error(Exit::usage, ErrorPlace(path_.string()), std::string(what));
  }
  void take_list(const TextFile&);
  void count(const Action&);
  void count_messages(const Action&, int rank, const std::string& place);
  void take_one(std::shared_ptr<const TextFile>);
  void scan(int rank, StoredFile*);
  [[noreturn]] void refuse_mismatch();

  std::filesystem::path path_;
  ReplayParams params_;
  Tally tally_;
  std::vector<Part> parts_;
  std::uint64_t tests_ = 0;
  std::shared_ptr<const TextFile> file_;
  std::vector<StoredRank> ranks_;
};

// What a list names. SimGrid writes names as they were for the tool that wrote the trace: relative to the
// folder in which it ran. That is the folder of the list or, if the list was written to another one, a
// folder above it; or else the present working directory.
std::filesystem::path find_listed(const std::filesystem::path& list, const std::filesystem::path& name) {
  const std::filesystem::path beside = list.parent_path() / name;
  std::error_code failure;
  const auto is_file = [&](const std::filesystem::path& p) {
    return std::filesystem::is_regular_file(p, failure);
  };
  if (name.is_absolute() || is_file(beside)) return beside;
  std::filesystem::path folder = std::filesystem::absolute(list, failure).lexically_normal().parent_path();
  while (!failure && folder.has_relative_path()) {
    folder = folder.parent_path();
    if (is_file(folder / name)) return folder / name;
  }
  return is_file(name) ? name : beside;
}

// A file with the names of the ranks' files.
void TimeIndependentTrace::take_list(const TextFile& list) {
  constexpr std::size_t kMostOpen = 256;
  Lines lines(std::make_shared<TextFile>(list.path()), {0, list.size(), 1}, 1 << 16);
  std::vector<std::filesystem::path> names;
  std::string_view line;
  while (lines.next(line)) {
    Words words(line);
    const std::string_view name = words.next();
    if (name.find('\0') != name.npos) {
      fail_at(list.path(), lines.number(), words.column(), -1, "a zero byte: not a file name");
    }
    if (!name.empty()) names.emplace_back(name);
  }
  for (const std::filesystem::path& name : names) {
    auto file = std::make_shared<TextFile>(find_listed(path_, name), names.size() <= kMostOpen);
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
  for (Lines lines(file, {0, file->size(), 1}, kScanBuffer); lines.next(line);) {
    const std::int64_t rank = rank_of_line(*file, line, lines.number());
    if (rank < 0) continue;
    const auto r = static_cast<std::size_t>(rank);
    if (r >= sizes.size()) {
      constexpr std::size_t kShortest = 4;  // a line of a rank
      if (r > static_cast<std::size_t>(file->size()) / kShortest) {
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

  const int sorted = open_unnamed();
  std::int64_t at = 0;
  std::vector<std::string> pending(sizes.size());
  std::vector<std::int64_t> next(sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r) next[r] = std::exchange(at, at + sizes[r]);
  const auto flush = [&](std::size_t r) {
    const std::string& text = pending[r];
    if (pwrite(sorted, text.data(), text.size(), next[r]) != static_cast<ssize_t>(text.size())) {
      throw Error(Exit::limit, ErrorPlace(path_.string()),
                  "no space for the ranks' lines; TMPDIR sets the directory of temporary files");
    }
    next[r] += static_cast<std::int64_t>(text.size());
    pending[r].clear();
  };
  const std::size_t most = std::max<std::size_t>(4096, (64 << 20) / sizes.size());
  for (Lines lines(file, {0, file->size(), 1}, kScanBuffer); lines.next(line);) {
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

// The messages of an action: counted, or looked at again for those that do not match.
void TimeIndependentTrace::count_messages(const Action& a, int rank, const std::string& place) {
  const auto sent = [&] {
    const MessageKey key{0, rank, a.op.peer, a.op.tag};
    if (place.empty()) tally_.send(key, a.op.bytes);
    else tally_.look_again(key, 1, place);
  };
  const auto received = [&](std::int32_t from) {
    const MessageKey key{0, from, rank, a.op.tag};
    const bool any = from < 0 || a.op.tag < 0;
    if (!place.empty() && !any) tally_.look_again(key, -1, place);
    if (place.empty() && any) tally_.receive_any();
    if (place.empty() && !any) tally_.receive(key);
  };
  if (a.op.kind == K::send || a.op.kind == K::isend) sent();
  if (a.op.kind == K::receive || a.op.kind == K::ireceive) received(a.op.peer);
  if (a.exchanges) received(a.from);
}

void TimeIndependentTrace::count(const Action& a) {
  tally_.count(a.name);
  if (a.done && (a.name.starts_with("comm_") || a.name == "location")) {
    ++summary_.ignored[std::string(a.name)];
  }
  if (!a.done && a.op.kind == K::collective) {
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

// Counts and stores what the rank does, or, without a file for that, looks again for what does not match.
void TimeIndependentTrace::scan(int rank, StoredFile* stored) {
  const Part& part = parts_[static_cast<std::size_t>(rank)];
  Actions actions(part.file, part.extent, kScanBuffer, rank, ranks());
  Action a;
  bool finalised = false;
  TimeIndependentRank replayed(params_, rank, summary_);
  if (stored) {
    tally_.begin_rank(rank);
    stored->begin_rank();
  }
  while (actions.next(a)) {
    const std::string place =
        stored ? "" : fmt::format("{}:{}:1", part.file->path().string(), actions.line());
    if (!a.done) count_messages(a, rank, place);
    if (!stored) continue;
    finalised |= a.finalises;
    tests_ += a.is_test;
    count(a);
    if (!a.done) replayed.store(a, actions, *stored);
  }
  if (!stored) return;
  ranks_.push_back(stored->end_rank());
  if (!finalised) {
    summary_.notes.push_back(
        fmt::format("rank {} has no finalize: its trace may be truncated", rank));
    if (summary_.notes.size() > 5) summary_.notes.resize(5);
  }
}

void TimeIndependentTrace::refuse_mismatch() {
  for (int r = 0; r < ranks(); ++r) scan(r, nullptr);
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
    const std::filesystem::path named(first);
    return second.empty() && (std::filesystem::is_regular_file(find_listed(path, named), failure) ||
                              named.has_extension());
  }
  return false;
}

// The files that a list names; none, if the file has the lines of all ranks.
std::vector<std::filesystem::path> listed_files(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> all;
  auto file = std::make_shared<TextFile>(path);
  std::string_view line;
  for (Lines lines(file, {0, file->size(), 1}, 1 << 16); lines.next(line);) {
    const std::string_view name = Words(line).next();
    if (name.empty()) continue;
    if (all.empty() && number_in<std::int64_t>(name)) break;
    all.push_back(find_listed(path, name));
  }
  return all;
}

const Format time_independent_format{"time-independent",
                    "SimGrid's time-independent traces, one file per rank or one for all",
                    is_time_independent,
                    [](const std::filesystem::path& path, const ReplayParams& params)
                        -> std::unique_ptr<Trace> {
                      return std::make_unique<TimeIndependentTrace>(path, params);
                    },
                    listed_files};

}  // namespace
}  // namespace kasuri::trace
