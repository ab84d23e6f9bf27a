// SPDX-License-Identifier: MIT
// GOAL schedules as traces: the scan of the whole file, and a stream for each rank.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "workload/traces/goal_binary.h"
#include "workload/traces/goal_chain.h"
#include "workload/traces/goal_cycle.h"
#include "workload/traces/goal_stream.h"
#include "workload/traces/tally.h"

namespace kasuri::trace {
namespace {

using StatementKind = GoalStatement::Kind;

class GoalTrace final : public Trace {
 public:
  GoalTrace(std::shared_ptr<const TextFile> file, const ReplayParams& params)
      : file_(std::move(file)), params_(params), tally_(summary_), chains_(file_->path()) {
    summary_.format = "goal";
    scan(false);
    chain_file_ = chains_.file();
    if (!tally_.messages_match()) {
      scan(true);
      tally_.refuse_mismatch();
    }
    buffer_ = buffer_size(static_cast<std::uint64_t>(summary_.ranks));
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    static const GoalRank none;
    const auto found = ranks_.find(rank);
    const GoalRank& facts = found == ranks_.end() ? none : found->second;
    if (facts.chain) {
      return std::make_unique<GoalChain>(chain_file_, *facts.chain, params_, picoseconds_,
                                         std::clamp<std::size_t>(buffer_ / 16, 128, 4096));
    }
    return std::make_unique<GoalStream>(file_, facts, params_, rank, picoseconds_, buffer_);
  }

 private:
  void scan(bool again);
  void scan_rank(GoalStatements&, int rank, bool again);
  void count(const GoalStatement&, int rank);

  std::shared_ptr<const TextFile> file_;
  ReplayParams params_;
  Tally tally_;
  GoalChainWriter chains_;
  std::shared_ptr<const TextFile> chain_file_;
  std::unordered_map<int, GoalRank> ranks_;  // those that have a schedule
  bool picoseconds_ = false;
  bool several_cpus_ = false;
  std::size_t buffer_ = 0;
};

MessageKey key_of(const GoalStatement& s, int rank) {
  return s.kind == StatementKind::send ? MessageKey{0, rank, s.peer, s.tag}
                              : MessageKey{0, s.peer, rank, s.tag};
}

void GoalTrace::count(const GoalStatement& s, int rank) {
  if (s.kind == StatementKind::calc) {
    tally_.count("calc");
    tally_.compute({static_cast<std::int64_t>(s.number) * (picoseconds_ ? 1 : 1000)});
  } else if (s.kind == StatementKind::send) {
    tally_.count("send");
    tally_.send(key_of(s, rank), {static_cast<std::int64_t>(s.number)});
  } else {
    tally_.count("recv");
    if (s.peer < 0 || s.tag < 0) tally_.receive_any();
    else tally_.receive(key_of(s, rank));
  }
}

// One rank's block, and how far its dependences reach.
void GoalTrace::scan_rank(GoalStatements& in, int rank, bool again) {
  if (!in.at_line_end()) in.fail("expected the end of the line after '{'");
  GoalRank facts{.extent = {in.end(), 0, in.line() + 1}};
  GoalLabels labels;
  std::uint64_t n = 0;
  std::uint64_t nearest = UINT64_MAX;  // how far back the last operation's nearest requirement is
  const auto end_operation = [&] {
    if (n == 0) return;
    if (nearest == UINT64_MAX) facts.roots = n;
    else facts.reach = std::max(facts.reach, nearest);
    nearest = UINT64_MAX;
  };
  std::optional<std::uint32_t> cpu;
  bool may_form_cycle = false;
  for (;;) {
    const GoalStatement& s = in.next();
    switch (s.kind) {
      case StatementKind::end: in.fail("the trace is truncated: the schedule of this rank has no end '}'");
      case StatementKind::rank:
      case StatementKind::num_ranks: in.fail("expected '}' before this");
      case StatementKind::close:
        end_operation();
        facts.operations = n;
        facts.extent.end = in.end();
        if (again) return;
        facts.chain = chains_.end_rank();
        if (may_form_cycle) refuse_cycle(file_, facts.extent, rank);
        ranks_[rank] = facts;
        return;
      case StatementKind::requires_:
      case StatementKind::irequires: {
        const std::uint64_t later = labels.find(s.label), earlier = labels.find(s.required);
        if (later == GoalLabels::kNone) in.fail(fmt::format("label '{}' is not defined", s.label.text));
        if (earlier == GoalLabels::kNone) {
          in.fail(fmt::format("label '{}' is not defined", s.required.text));
        }
        if (later == earlier) in.fail(fmt::format("'{}' requires itself", s.label.text));
        facts.lookahead = std::max(facts.lookahead, n - 1 - later);
        may_form_cycle |= earlier > later;
        if (later == n - 1) {
          nearest = std::min(nearest, n - 1 - earlier);
          if (!again) chains_.dependence(n - 1 - earlier, s.kind == StatementKind::irequires);
        } else {
          chains_.give_up();
        }
        break;
      }
      default:
        end_operation();
        if (s.kind != StatementKind::calc && s.peer >= summary_.ranks) {
          in.fail(fmt::format("rank {} does not exist; ranks are 0 to {}", s.peer, summary_.ranks - 1));
        }
        if (s.kind == StatementKind::calc && s.number > static_cast<std::uint64_t>(INT64_MAX / 4'000)) {
          in.fail("this computation is too long to simulate");
        }
        if (!s.label.empty() && !labels.define(s.label, n)) {
          in.fail(fmt::format("label '{}' is defined twice", s.label.text));
        }
        if (cpu && *cpu != s.cpu) several_cpus_ = true;
        cpu = s.cpu;
        ++n;
        if (!again) {
          count(s, rank);
          chains_.operation(s);
        } else if (s.kind != StatementKind::calc && s.peer >= 0 && s.tag >= 0) {
          tally_.look_again(key_of(s, rank), s.kind == StatementKind::send ? 1 : -1,
                            fmt::format("{}:{}:{}", file_->path().string(), in.line(),
                                        in.column()));
        }
    }
  }
}

void GoalTrace::scan(bool again) {
  GoalStatements in(file_, {0, file_->size(), 1}, kScanBuffer, -1);
  std::vector<bool> seen;
  for (;;) {
    const GoalStatement& s = in.next();
    picoseconds_ = in.counts_picoseconds();
    if (s.kind == StatementKind::end) break;
    if (s.kind == StatementKind::num_ranks) {
      if (summary_.ranks > 0 && !again) in.fail("num_ranks is given twice");
      // Ranks without a schedule do nothing; a number that is damaged should not become a machine.
      const auto bytes = static_cast<std::uint64_t>(file_->size());
      const std::uint64_t most = std::max<std::uint64_t>(1 << 16, bytes);
      if (s.number > most) {
        in.fail(fmt::format("{} ranks are more than a file of {} bytes can have schedules of", s.number,
                            bytes));
      }
      summary_.ranks = static_cast<int>(s.number);
    } else if (s.kind != StatementKind::rank) {
      in.fail("expected 'rank' before this");
    } else {
      if (summary_.ranks == 0) in.fail("expected 'num_ranks' before the first rank");
      if (s.number >= static_cast<std::uint64_t>(summary_.ranks)) {
        in.fail(fmt::format("rank {} does not exist; ranks are 0 to {}", s.number, summary_.ranks - 1));
      }
      const auto r = static_cast<std::size_t>(s.number);
      if (r >= seen.size()) seen.resize(r + 1);
      if (seen[r]) in.fail(fmt::format("rank {} has a schedule already", r));
      seen[r] = true;
      in.set_rank(static_cast<int>(r));
      if (!again) tally_.begin_rank(static_cast<int>(r)), chains_.begin_rank();
      scan_rank(in, static_cast<int>(r), again);
      in.set_rank(-1);
    }
  }
  if (summary_.ranks == 0) in.fail("the trace has no 'num_ranks'");
  if (several_cpus_ && !again) {
    summary_.notes.emplace_back("operations on several CPUs of a rank use one CPU in turn");
  }
}

bool is_goal(const std::filesystem::path& path, std::string_view head) {
  if (path.extension() == ".goal" || is_binary_goal(head)) return true;
  return head.find("num_ranks") != head.npos;
}

const Format goal{"goal", "GOAL schedules, as text or binary (LogGOPSim)", is_goal,
                  [](const std::filesystem::path& path, const ReplayParams& params)
                      -> std::unique_ptr<Trace> {
                    auto file = std::make_shared<const TextFile>(path);
                    std::string head(static_cast<std::size_t>(std::min<std::int64_t>(file->size(), 8)), 0);
                    file->read(0, head.data(), head.size());
                    if (is_binary_goal(head)) file = text_of_binary_goal(*file);
                    return std::make_unique<GoalTrace>(std::move(file), params);
                  }};

}  // namespace
}  // namespace kasuri::trace
