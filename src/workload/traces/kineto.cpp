// SPDX-License-Identifier: MIT
// Profiles of PyTorch (Kineto) as traces of GPU ranks: a file, or a folder with one of each rank. Kernels
// and copies take the time that they took, collectives and messages of NCCL are simulated.
//
// A profile has times, not dependences. What an operation waits for follows from how streams are used:
//   the operation before it on its stream;
//   of a communication, the last kernel of each other stream that had been launched before it and had
//     ended: NCCL's stream waits for an event of the stream that calls;
//   of a kernel, a communication that ended while its stream was idle, if the kernel had been launched
//     before that end, or the CPU waited for the device over it: then the device waited for it.
// What is left between the end of these and its beginning is a delay: the CPU launches too late.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "workload/traces/chakra_stream.h"
#include "workload/traces/kineto_events.h"
#include "workload/traces/stored.h"
#include "workload/traces/tally.h"

namespace kasuri::trace {
namespace {

namespace fs = std::filesystem;
using ProfileKind = KinetoOp::Kind;

bool is_profile(const fs::path& path, std::string_view head) {
  const std::string name = path.filename().string();
  return name.ends_with(".json.gz") || (name.ends_with(".json") && is_kineto(head));
}

std::string first_bytes_of(const fs::path& path) {
  const TextFile file(path);
  std::string head(static_cast<std::size_t>(std::min<std::int64_t>(file.size(), 4096)), '\0');
  file.read(0, head.data(), head.size());
  return head;
}

// The profiles of a folder, by name; of a file, that one.
std::vector<fs::path> profiles_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(path)) {
    const fs::path& file = entry.path();
    if (!entry.is_regular_file()) continue;
    if (is_profile(file, file.extension() == ".json" ? first_bytes_of(file) : "")) all.push_back(file);
  }
  std::ranges::sort(all);
  return all;
}

// Which earlier operations each one waits for.
class ProfileOrder {
 public:
  explicit ProfileOrder(const KinetoRank& r) : all_(r) {}

  std::vector<std::size_t> next(std::size_t i) {
    const KinetoOp& op = all_.ops[i];
    std::vector<std::size_t> after;
    std::vector<std::size_t>& own = on_[op.stream];
    if (!own.empty()) after.push_back(own.back());
    for (const auto& [stream, ops] : on_) {
      if (stream == op.stream) continue;
      const auto last = std::find_if(ops.rbegin(), ops.rend(), [&](std::size_t k) {
        return all_.ops[k].end <= op.begin + kClose && all_.ops[k].launched <= op.launched;
      });
      const KinetoOp* const before = own.empty() ? nullptr : &all_.ops[own.back()];
      if (last != ops.rend() && waits(op, all_.ops[*last], before)) after.push_back(*last);
    }
    own.push_back(i);
    return after;
  }

 private:
  static constexpr Time kClose{1'000'000};  // clocks of a device are no better

  bool waits(const KinetoOp& op, const KinetoOp& earlier, const KinetoOp* before) const {
    const bool sends = op.kind > ProfileKind::copy, sent = earlier.kind > ProfileKind::copy;
    if (sends) return !sent;
    if (!sent || (before && before->end >= earlier.end)) return false;
    if (op.launched < earlier.end) return true;
    const auto over = [&](const std::pair<Time, Time>& s) {
      return s.first <= earlier.end && earlier.end <= s.second + kClose && s.second <= op.launched + kClose;
    };
    return std::ranges::any_of(all_.syncs, over);
  }

  const KinetoRank& all_;
  std::map<std::uint32_t, std::vector<std::size_t>> on_;  // by stream
};

class KinetoTrace final : public Trace {
 public:
  KinetoTrace(const fs::path& path, const ReplayParams& params)
      : path_(path), params_(params), tally_(summary_), writer_(path) {
    summary_.format = "kineto";
    const std::vector<fs::path> files = profiles_of(path);
    if (files.empty()) throw Error(Exit::usage, ErrorPlace(path.string()), "has no profiles");
    std::map<std::uint32_t, KinetoRank> of;
    for (const fs::path& file : files) add_file(file, static_cast<std::uint32_t>(of.size()), of);
    const std::uint32_t ranks = std::max(world_, of.rbegin()->first + 1);
    summary_.ranks = static_cast<int>(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const auto after = of.upper_bound(rank);
      const auto& [source, ops] = after == of.begin() ? *after : *std::prev(after);
      scan(rank, source, ops);
    }
    finish(ranks - of.size(), of.size());
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<ChakraStream>(file_, ranks_[static_cast<std::size_t>(rank)],
                                          stored_buffer_size(ranks_.size()));
  }

 private:
  void add_file(const fs::path& file, std::uint32_t number, std::map<std::uint32_t, KinetoRank>& of) {
    KinetoRank r = read_kineto(file);
    const std::uint32_t rank = r.rank.value_or(number);
    constexpr std::uint32_t kMost = 1 << 16;
    if (r.ranks.value_or(1) > kMost || rank >= std::max(r.ranks.value_or(kMost), 1u)) {
      throw Error(Exit::usage, ErrorPlace(file.string()),
                  fmt::format("rank {} of {} ranks; legal are up to {}", rank, r.ranks.value_or(1), kMost));
    }
    world_ = std::max(world_, r.ranks.value_or(rank + 1));
    unknown_ += r.unknown;
    uneven_ |= r.uneven;
    if (!of.try_emplace(rank, std::move(r)).second) {
      throw Error(Exit::usage, ErrorPlace(file.string()),
                  fmt::format("rank {} has another profile, too", rank));
    }
  }

  std::uint32_t communicator(std::uint32_t rank, std::uint32_t source, std::vector<std::uint32_t>& group);
  mpi::Operation operation(std::uint32_t rank, std::uint32_t source, const KinetoOp&);
  void scan(std::uint32_t rank, std::uint32_t source, const KinetoRank&);
  void finish(std::size_t repeated, std::size_t files);

  fs::path path_;
  ReplayParams params_;
  Tally tally_;
  ChakraWriter writer_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> groups_;
  std::vector<ChakraRank> ranks_;
  std::shared_ptr<const TextFile> file_;
  std::uint32_t world_ = 0;
  std::uint64_t unknown_ = 0;
  bool uneven_ = false;
};

// The group of a rank without a profile of its own, which does what `source` does: the same if it is a
// member, else one as far away as the rank is.
std::uint32_t KinetoTrace::communicator(std::uint32_t rank, std::uint32_t source,
                                        std::vector<std::uint32_t>& group) {
  const auto ranks = static_cast<std::uint32_t>(summary_.ranks);
  if (std::ranges::find(group, rank) == group.end()) {
    for (std::uint32_t& member : group) member += rank - source;
  }
  const auto wrong = std::ranges::find_if(group, [&](std::uint32_t m) { return m >= ranks; });
  if (wrong != group.end() || std::ranges::find(group, rank) == group.end()) {
    throw Error(Exit::usage, ErrorPlace(path_.string()),
                rank == source
                    ? fmt::format("rank {} is in none of its groups, or one has ranks above {}", rank,
                                  ranks - 1)
                    : fmt::format("rank {} has no profile, and cannot do what rank {} does: their groups "
                                  "differ; give its profile, too", rank, source));
  }
  bool is_world = group.size() == ranks;
  for (std::uint32_t i = 0; is_world && i < ranks; ++i) is_world = group[i] == i;
  if (is_world) return 0;
  return groups_.try_emplace(group, static_cast<std::uint32_t>(groups_.size() + 1)).first->second;
}

mpi::Operation KinetoTrace::operation(std::uint32_t rank, std::uint32_t source, const KinetoOp& op) {
  using enum mpi::Collective;
  if (op.kind <= ProfileKind::copy) {
    tally_.count(op.kind == ProfileKind::copy ? "copy" : "kernel");
    tally_.compute(op.end - op.begin);
    return {.kind = mpi::Operation::Kind::icompute, .time = params_.time_of(op.end - op.begin)};
  }
  std::vector<std::uint32_t> group = op.group;
  const std::uint32_t comm = communicator(rank, source, group);
  const auto members = static_cast<std::int32_t>(group.size());
  if (op.peer < 0 || op.peer >= members) {
    throw Error(Exit::usage, ErrorPlace(path_.string()),
                fmt::format("rank {}: a peer or root {} of {} ranks", rank, op.peer, members));
  }
  mpi::Operation out{.bytes = params_.size_of(op.bytes), .comm = comm};
  if (op.kind != ProfileKind::collective) {
    const bool sends = op.kind == ProfileKind::send;
    out.kind = sends ? mpi::Operation::Kind::isend : mpi::Operation::Kind::ireceive;
    out.peer = static_cast<std::int32_t>(group[static_cast<std::size_t>(op.peer)]);
    out.tag = static_cast<std::int32_t>(comm), out.comm = 0;
    const auto me = static_cast<std::int32_t>(rank);
    tally_.count(sends ? "send" : "recv");
    if (sends) tally_.send({0, me, out.peer, out.tag}, op.bytes);
    else tally_.receive({0, out.peer, me, out.tag});
    return out;
  }
  out.kind = mpi::Operation::Kind::icollective;
  out.collective = op.collective;
  out.root = op.peer;
  const bool divided = op.collective == alltoall || op.collective == reduce_scatter_block;
  if (divided) out.bytes = {(out.bytes.n + members - 1) / members};
  tally_.count(name_of(op.collective));
  tally_.collective(comm, op.collective, out.root, out.bytes);
  summary_.collective_bytes += op.bytes;
  return out;
}

void KinetoTrace::scan(std::uint32_t rank, std::uint32_t source, const KinetoRank& r) {
  tally_.begin_rank(static_cast<int>(rank));
  writer_.begin_rank();
  ProfileOrder order(r);
  std::vector<std::uint32_t> tasks;             // of operations
  std::map<std::uint32_t, std::uint32_t> last;  // collective, by communicator
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < r.ops.size(); ++i) {
    const KinetoOp& op = r.ops[i];
    std::vector<std::uint32_t> after;
    Time ready{0};
    for (const std::size_t k : order.next(i)) {
      after.push_back(tasks[k]);
      ready = later(ready, r.ops[k].end);
    }
    if (const Time delay = params_.time_of(op.begin - ready); op.begin > ready && delay > Time{0}) {
      writer_.put({.kind = mpi::Operation::Kind::idelay, .time = delay}, ChakraQueue::none, after);
      after = {n++};
    }
    const mpi::Operation out = operation(rank, source, op);
    if (out.kind == mpi::Operation::Kind::icollective) {
      const auto [before, is_first] = last.try_emplace(out.comm, n);
      if (!is_first && std::ranges::find(after, before->second) == after.end()) {
        after.push_back(before->second);
      }
      before->second = n;
    }
    std::ranges::sort(after);
    writer_.put(out, ChakraQueue::none, after);
    tasks.push_back(n++);
  }
  ranks_.push_back(writer_.end_rank());
}

void KinetoTrace::finish(std::size_t repeated, std::size_t files) {
  tally_.begin_rank(-1);
  constexpr const char* kSameSteps = "profile the same steps on all ranks";
  if (!tally_.messages_match()) {
    throw Error(Exit::usage, ErrorPlace(path_.string()),
                fmt::format("some messages have only one side, or peers without profiles; {}", kSameSteps));
  }
  auto all = std::make_shared<Communicators>(groups_.size());
  for (const auto& [members, number] : groups_) (*all)[number - 1] = members;
  communicators_ = all;
  if (const std::string why = tally_.collectives_disagree(*all); !why.empty()) {
    throw Error(Exit::usage, ErrorPlace(path_.string()), fmt::format("{}; {}", why, kSameSteps));
  }
  summary_.communicators = all->size() + 1;
  if (repeated > 0) {
    summary_.notes.push_back(fmt::format("{} of {} ranks have no profile: each does what the nearest rank "
                                         "before it with one does", repeated, repeated + files));
  }
  if (unknown_ > 0) {
    summary_.notes.push_back(fmt::format(
        "{} communications without a name (PyTorch before 2.2, or several at once) take the time of the "
        "profile", unknown_));
  }
  if (uneven_) summary_.notes.emplace_back("all-to-alls with blocks of several sizes have equal ones");
  file_ = writer_.file();
}

const Format kineto{
    "kineto", "profiles of PyTorch (Kineto), .json or .json.gz, of a rank or a folder of ranks",
    [](const fs::path& path, std::string_view head) {
      std::error_code failure;
      return fs::is_directory(path, failure) ? !profiles_of(path).empty() : is_profile(path, head);
    },
    [](const fs::path& path, const ReplayParams& params) -> std::unique_ptr<Trace> {
      return std::make_unique<KinetoTrace>(path, params);
    },
    [](const fs::path& path) {
      std::vector<fs::path> all = profiles_of(path);
      std::erase(all, path);
      return all;
    }};

}  // namespace
}  // namespace kasuri::trace
