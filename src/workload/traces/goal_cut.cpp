// SPDX-License-Identifier: MIT
#include "workload/traces/goal_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/core/errors.h"
#include "mpi/ranks/world.h"

namespace kasuri::trace {
namespace {

using mpi::Handle;

class CutRecording final : public Recording {
 public:
  CutRecording(std::vector<RecordedJob> jobs, const GoalCut& cut, GoalCut::Report& report)
      : Recording(std::move(jobs)), cut_(cut), ranks_(all_ranks()), report_(report) {
    if (cut.ranks.empty()) {
      for (std::uint32_t r = 0; r < all_ranks(); ++r) number_[r] = r;
    }
    for (const std::uint32_t r : cut.ranks) {
      number_.try_emplace(r, static_cast<std::uint32_t>(number_.size()));
    }
  }

  void computes(std::uint32_t rank, Time length) override {
    if (length.ps > 0) add(rank, {.begin = now(), .end = now() + length});
  }
  void polls(std::uint32_t rank, Time length) override { computes(rank, length); }
  void computes_beside(std::uint32_t, Time, Handle) override { refuse("work of devices"); }
  void sends_on_lane(std::uint32_t) override { refuse("work of devices"); }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine >= ranks_.size()) return refuse("non-blocking collectives");
    const auto peer = t.comm->peers().member(t.peer);
    add(rank, {.kind = Kind::send, .begin = now(), .peer = peer, .tag = key(t.context(), t.tag),
               .bytes = t.bytes.n});
    if (mpi::is_request(h)) ranks_[rank].open[h] = {last(rank), {}, 0};
  }
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine >= ranks_.size()) return refuse("non-blocking collectives");
    add(rank, {.kind = Kind::none, .begin = now()});
    ranks_[rank].open[h] = {last(rank), t.comm->peers(), t.context()};
  }
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle> all) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    for (const Handle h : all) {
      const auto found = mpi::is_request(h) ? log.open.find(h) : log.open.end();
      if (found == log.open.end()) continue;
      Op& op = log.ops[found->second.op];
      if (op.awaited == kNever) op.awaited = now();
      log.required.push_back(found->second.op);
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& status, bool is_send) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const Open o = found->second;
    log.open.erase(found);
    Op& op = log.ops[o.op];
    op.end = now();
    if (is_send || status.cancelled) return;
    op.kind = Kind::receive;
    op.peer = o.group.member(status.source);
    op.tag = key(o.context, status.tag);
    op.bytes = status.bytes.n;
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  enum class Kind : std::uint8_t { none, calc, send, receive };
  struct Op {
    Kind kind = Kind::calc;
    bool kept = false;
    Time begin{0}, end{0}, awaited = kNever;
    std::uint32_t peer = 0;
    std::uint64_t tag = 0;  // with its communicator
    std::int64_t bytes = 0;
    std::size_t first_required = 0, required = 0;
  };
  struct Open {
    std::size_t op;
    mpi::Group group;
    std::uint32_t context;
  };
  struct Log {
    std::vector<Op> ops;
    std::vector<std::size_t> required, all_required;
    std::unordered_map<Handle, Open> open;
  };
  static constexpr std::uint64_t kFirstNumber = 1u << 30;

  static std::uint64_t key(std::uint32_t context, std::int32_t tag) {
    return std::uint64_t{context} << 32 | static_cast<std::uint32_t>(tag);
  }
  void refuse(const char* what) { refused_ = what; }
  void add(std::uint32_t rank, Op op) {
    Log& log = ranks_[rank];
    op.first_required = log.all_required.size();
    op.required = log.required.size();
    log.all_required.insert(log.all_required.end(), log.required.begin(), log.required.end());
    log.required.clear();
    log.ops.push_back(op);
  }
  std::size_t last(std::uint32_t rank) const { return ranks_[rank].ops.size() - 1; }
  void keep_messages();
  void number_tags();
  std::string text_of(const Log&) const;

  GoalCut cut_;
  std::vector<Log> ranks_;
  std::map<std::uint32_t, std::uint32_t> number_;  // of the ranks within
  std::map<std::uint64_t, std::uint64_t> tags_;    // those that do not stay
  const char* refused_ = nullptr;
  GoalCut::Report& report_;
};

// The k-th message of a rank to another one with a tag is received by the k-th receive of it.
void CutRecording::keep_messages() {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::vector<Op*>> sent;
  for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
    for (Op& op : ranks_[r].ops) {
      if (op.kind == Kind::send) sent[{r, op.peer, op.tag}].push_back(&op);
    }
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::size_t> received;
  for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
    for (Op& op : ranks_[r].ops) {
      if (op.kind != Kind::receive) continue;
      const std::tuple key{op.peer, r, op.tag};
      const std::size_t k = received[key]++;
      const auto senders = sent.find(key);
      if (senders == sent.end() || k >= senders->second.size()) continue;
      Op& from = *senders->second[k];
      const bool here = number_.contains(r) && op.end < cut_.to;
      const bool there = number_.contains(op.peer) && from.begin >= cut_.from;
      const bool begins = there && from.begin < cut_.to, ends = here && op.end >= cut_.from;
      op.kept = from.kept = here && there;
      report_.crossing += begins != ends;
      if (!op.kept) continue;
      ++report_.messages;
      report_.bytes += static_cast<std::uint64_t>(op.bytes);
    }
  }
}

void CutRecording::number_tags() {
  for (const Log& log : ranks_) {
    for (const Op& op : log.ops) {
      if (op.kept && op.kind != Kind::calc && op.tag >= kFirstNumber) tags_.try_emplace(op.tag, 0);
    }
  }
  std::uint64_t next = kFirstNumber;
  for (auto& [tag, number] : tags_) number = next++;
}

std::string CutRecording::text_of(const Log& log) const {
  std::string text;
  std::vector<std::uint64_t> labels(log.ops.size());  // 0: not within
  std::uint64_t label = 0;
  bool computes = false, has_begun = false;  // what was written last; anything after the border
  // What the next operation that is written waits for: those of the part, and the time of others.
  std::vector<std::uint64_t> required;
  Time waited{0};
  const auto put = [&](const std::string& words, bool calc) {
    text += fmt::format("l{}: {}\n", ++label, words);
    bool after_last = label == 1;
    for (const std::uint64_t r : required) {
      text += fmt::format("l{} requires l{}\n", label, r);
      after_last |= r == label - 1;
    }
    if (!after_last) text += fmt::format("l{} {}requires l{}\n", label, computes ? "" : "i", label - 1);
    computes = calc;
    required.clear();
  };
  for (std::size_t i = 0; i < log.ops.size(); ++i) {
    const Op& op = log.ops[i];
    Time begin = op.begin, end = op.end;
    if (op.kind == Kind::calc) begin = later(begin, cut_.from), end = earlier(end, cut_.to);
    const bool within = op.kind == Kind::calc ? begin < end : op.kept;
    const bool posted = begin < cut_.from;  // a receive
    if (!within && (posted || begin >= cut_.to)) continue;
    Time others{0};
    for (std::size_t k = 0; k < op.required; ++k) {
      const std::size_t of = log.all_required[op.first_required + k];
      const Op& r = log.ops[of];
      if (labels[of]) required.push_back(labels[of]);
      else if (r.awaited != kNever) others = later(others, r.end - later(r.awaited, cut_.from));
    }
    waited += others;
    if (!within) continue;
    if (!has_begun && !posted) waited = begin - cut_.from;
    has_begun |= !posted;
    if (waited > Time{0}) put(fmt::format("calc {}", waited.ps), true);
    waited = Time{0};
    if (op.kind == Kind::calc) {
      put(fmt::format("calc {}", (end - begin).ps), true);
    } else {
      const std::uint64_t tag = op.tag >= kFirstNumber ? tags_.at(op.tag) : op.tag;
      put(fmt::format("{} {}b {} {} tag {}", op.kind == Kind::send ? "send" : "recv", op.bytes,
                      op.kind == Kind::send ? "to" : "from", number_.at(op.peer), tag), false);
    }
    labels[i] = label;
  }
  return text;
}

std::vector<std::string> CutRecording::write(const std::filesystem::path& folder) {
  if (refused_) {
    throw Error(Exit::usage, ErrorPlace("kasuri trace cut"),
                fmt::format("the trace has {}, which GOAL, the format of the part, does not hold",
                            refused_));
  }
  keep_messages();
  number_tags();
  const std::string name = file_name(0) + ".goal";
  std::ofstream out(folder / name, std::ios::binary);
  out << "// Cut by Kasuri.\n// kasuri: calc unit 1 ps\nnum_ranks " << number_.size() << '\n';
  for (const auto& [rank, number] : number_) {
    out << "rank " << number << " {\n" << text_of(ranks_[rank]) << "}\n";
  }
  out.flush();
  if (!out) throw Error(Exit::limit, ErrorPlace((folder / name).string()), "cannot be written");
  return {name};
}

}  // namespace

std::unique_ptr<Recording> record_goal_cut(std::vector<RecordedJob> jobs, const GoalCut& cut,
                                           GoalCut::Report& report) {
  return std::make_unique<CutRecording>(std::move(jobs), cut, report);
}

}  // namespace kasuri::trace
