// SPDX-License-Identifier: MIT
// A run as a GOAL schedule: all messages, those of collectives too, each operation after the one
// before it, and after what the rank waited for. Computation counts picoseconds (goal_statements.h).
//
// Tags keep communicators apart: those of the world's messages are as they were, if they are below 2^30;
// from 2^30 on, pairs of communicator and tag are numbered, in their order, when the run is over. No rank
// knows two communicators of one context, so a sender, a receiver and such a pair name one communicator.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "mpi/ranks/world.h"
#include "workload/traces/recording.h"

namespace kasuri::trace {
namespace {

using mpi::Handle;

class GoalRecording final : public Recording {
 public:
  explicit GoalRecording(std::vector<RecordedJob> jobs)
      : Recording(std::move(jobs)), ranks_(all_ranks()) {}

  void computes(std::uint32_t rank, Time length) override { calc(rank, length); }
  void polls(std::uint32_t rank, Time length) override { calc(rank, length); }
  void computes_beside(std::uint32_t rank, Time, Handle) override { refuse(rank, kDevices); }
  void sends_on_lane(std::uint32_t rank) override { refuse(rank, kDevices); }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (!is_known(coroutine, rank)) return;
    const std::uint32_t peer = t.comm->peers().member(t.peer) - job_of(rank).first_rank;
    const std::optional<OwnTag> own = own_tag(rank, t.context(), t.tag);
    const std::string words = fmt::format("send {}b to {} tag {}", t.bytes.n, peer, digits(own, t.tag));
    const std::uint64_t label = add(rank, words, false);
    Log& log = ranks_[rank];
    if (mpi::is_request(h)) log.open[h] = {label, 0, {}, 0};
  }
  // Who sent it, and how much, is known when it ends: until then there is room for it.
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (!is_known(coroutine, rank)) return;
    const std::uint64_t label = add(rank, std::string(kReceive, ' '), false);
    Log& log = ranks_[rank];
    const std::size_t at = log.last_line;
    log.open[h] = {label, at, t.comm->peers(), t.context()};
    put(log, at, "calc 0");
  }
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle> all) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    for (const Handle h : all) {
      const auto found = mpi::is_request(h) ? log.open.find(h) : log.open.end();
      if (found != log.open.end()) log.required.push_back(found->second.label);
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& status, bool is_send) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const Open o = found->second;
    log.open.erase(found);
    if (is_send || status.cancelled) return;
    const std::uint32_t peer = o.group.member(status.source) - job_of(rank).first_rank;
    const std::optional<OwnTag> own = own_tag(rank, o.context, status.tag);
    const std::string words =
        fmt::format("recv {}b from {} tag {}", status.bytes.n, peer, digits(own, status.tag));
    put(log, o.at, words);
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  static constexpr const char* kDevices = "devices that work in parallel with the CPU";
  static constexpr std::size_t kReceive = 64;  // a line of a receive, at most
  static constexpr std::size_t kDigits = 16;   // of tags that are numbered at the end, behind kMark
  static constexpr char kMark = '#';
  static constexpr std::int32_t kFirstNumber = 1 << 30;
  // A communicator's context, relative to its job's, and a tag.
  using OwnTag = std::uint64_t;
  struct Open {
    std::uint64_t label;
    std::size_t at;  // of a receive
    mpi::Group group;
    std::uint32_t context;
  };
  struct Log {
    Spilled<char> text;
    std::uint64_t labels = 0;
    std::size_t last_line = 0;
    bool last_computes = false;
    const char* refused = nullptr;  // what was done that no schedule holds
    std::vector<std::uint64_t> required;
    std::unordered_map<Handle, Open> open;
  };

  // What non-blocking collectives do beside the program has no place in an order of operations.
  bool is_known(std::uint32_t coroutine, std::uint32_t rank) {
    if (coroutine < ranks_.size()) return true;
    refuse(rank, "non-blocking collectives");
    return false;
  }
  void refuse(std::uint32_t rank, const char* what) { ranks_[rank].refused = what; }
  void put(Log& log, std::size_t at, std::string_view words) {
    std::string line(words);
    line.resize(std::max(line.size(), kReceive), ' ');
    log.text.put(spill_, at, line);
  }
  void calc(std::uint32_t rank, Time length) {
    if (length.ps > 0) add(rank, fmt::format("calc {}", length.ps), true);
  }
  // Of messages whose tags do not stay as they are.
  std::optional<OwnTag> own_tag(std::uint32_t rank, std::uint32_t context, std::int32_t tag) const {
    const auto job = static_cast<std::uint32_t>(&job_of(rank) - jobs_.data());
    if (context == 2 * job && tag >= 0 && tag < kFirstNumber) return std::nullopt;
    return OwnTag{context - 2 * job} << 32 | static_cast<std::uint32_t>(tag);
  }
  static std::string digits(std::optional<OwnTag> own, std::int32_t tag) {
    return own ? fmt::format("{}{:016x}", kMark, *own) : fmt::to_string(tag);
  }
  static OwnTag tag_at(std::string_view line, std::size_t mark) {
    return std::stoull(std::string(line.substr(mark + 1, kDigits)), nullptr, 16);
  }
  template <class Use>  // of std::string&
  void each_line(const Log&, const Use&) const;
  std::unordered_map<OwnTag, std::int64_t> number_tags(const RecordedJob&) const;
  std::uint64_t add(std::uint32_t rank, std::string_view words, bool computes) {
    Log& log = ranks_[rank];
    const std::uint64_t label = ++log.labels;
    std::string text = fmt::format("l{}: ", label);
    log.last_line = log.text.size() + text.size();
    text += words;
    text += '\n';
    bool after_last = label == 1;
    for (const std::uint64_t r : log.required) {
      text += fmt::format("l{} requires l{}\n", label, r);
      after_last |= r == label - 1;
    }
    log.required.clear();
    if (!after_last) {
      text += fmt::format("l{} {}requires l{}\n", label, log.last_computes ? "" : "i", label - 1);
    }
    log.text.append(spill_, text);
    log.last_computes = computes;
    return label;
  }

  std::vector<Log> ranks_;
};

template <class Use>
void GoalRecording::each_line(const Log& log, const Use& use) const {
  std::string line;
  log.text.each(spill_, [&](std::span<const char> some) {
    for (const char c : some) {
      if (c != '\n') {
        line += c;
        continue;
      }
      use(line);
      line.clear();
    }
  });
}

std::unordered_map<GoalRecording::OwnTag, std::int64_t> GoalRecording::number_tags(
    const RecordedJob& job) const {
  std::unordered_set<OwnTag> known;
  for (const Log& log : std::span(ranks_).subspan(job.first_rank, job.ranks)) {
    each_line(log, [&](const std::string& line) {
      const std::size_t mark = line.find(kMark);
      if (mark != line.npos) known.insert(tag_at(line, mark));
    });
  }
  std::vector<OwnTag> all(known.begin(), known.end());
  std::ranges::sort(all);
  check(all.size() < std::size_t{kFirstNumber}, "a job has less than 2^30 pairs of communicator and tag");
  std::unordered_map<OwnTag, std::int64_t> numbers;
  std::int64_t next = kFirstNumber;
  for (const OwnTag own : all) numbers.emplace(own, next++);
  return numbers;
}

std::vector<std::string> GoalRecording::write(const std::filesystem::path& folder) {
  const auto found = std::ranges::find_if(ranks_, [](const Log& log) { return log.refused; });
  if (found != ranks_.end()) {
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                fmt::format("GOAL is a schedule of one CPU and does not hold {}; Chakra's traces do, and "
                            "OTF2 of programs", found->refused));
  }
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const auto numbers = number_tags(jobs_[j]);
    names.push_back(file_name(j) + ".goal");
    std::ofstream out(folder / names.back(), std::ios::binary);
    out << "// Recorded by Kasuri.\n// kasuri: calc unit 1 ps\nnum_ranks " << jobs_[j].ranks << '\n';
    for (std::uint32_t r = 0; r < jobs_[j].ranks; ++r) {
      out << "rank " << r << " {\n";
      each_line(ranks_[jobs_[j].first_rank + r], [&](std::string& line) {
        line.resize(line.find_last_not_of(' ') + 1);
        const std::size_t mark = line.find(kMark);
        if (mark != line.npos) {
          line.replace(mark, 1 + kDigits, fmt::to_string(numbers.at(tag_at(line, mark))));
        }
        out << line << '\n';
      });
      out << "}\n";
    }
    out.flush();
    if (!out) {
      throw Error(Exit::limit, ErrorPlace((folder / names.back()).string()), "cannot be written");
    }
  }
  return names;
}

const RecordingFormat goal_recording_format{
    "goal", "a GOAL schedule of all messages, including collectives",
    [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
      return std::make_unique<GoalRecording>(std::move(jobs));
    }};

}  // namespace
}  // namespace kasuri::trace
