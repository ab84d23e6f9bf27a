// SPDX-License-Identifier: MIT
// Chakra's execution traces (mlcommons/chakra) as traces: the scan of the files of all ranks, one after
// the other, and a stream for each rank. Memory is that of the nodes of one rank, while they are put in
// order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "mpi/ranks/device.h"
#include "workload/traces/chakra_files.h"
#include "workload/traces/chakra_groups.h"
#include "workload/traces/chakra_node.h"
#include "workload/traces/chakra_order.h"
#include "workload/traces/chakra_stream.h"
#include "workload/traces/stored.h"
#include "workload/traces/tally.h"

namespace kasuri::trace {
namespace {

using mpi::Operation;
using OpKind = Operation::Kind;

constexpr std::int64_t kMostBytes = std::int64_t{1} << 39;
constexpr Time kLongest{INT64_MAX / 4};  // of one node: 26 days

// What a node does, without what it depends on.
struct ChakraTask {
  Operation op{};
  ChakraQueue queue = ChakraQueue::none;
};

class ChakraTrace final : public Trace {
 public:
  ChakraTrace(const std::filesystem::path& path, const ReplayParams& params)
      : files_(path),
        params_(params),
        tally_(summary_),
        writer_(path),
        groups_(files_.groups(), static_cast<std::uint32_t>(files_.of_ranks().size())) {
    has_device_ = true;
    if (params.roofline) device_.emplace(*params.roofline);
    summary_.format = "chakra";
    summary_.ranks = static_cast<int>(files_.of_ranks().size());
    for (int rank = 0; rank < ranks(); ++rank) scan(rank);
    tally_.begin_rank(-1);
    if (!tally_.messages_match()) refuse_mismatch();
    communicators_ = std::make_shared<Communicators>(groups_.take());
    if (const std::string why = tally_.collectives_disagree(*communicators_); !why.empty()) {
      throw Error(Exit::usage, ErrorPlace(path.string()), why);
    }
    summary_.communicators = communicators_->size() + 1;
    add_notes();
    file_ = writer_.file();
  }

  std::unique_ptr<mpi::OpStream> stream(int rank) const override {
    return std::make_unique<ChakraStream>(file_, ranks_[static_cast<std::size_t>(rank)],
                                          stored_buffer_size(ranks_.size()));
  }

 private:
  // The rank whose file is read.
  struct Reading {
    const std::filesystem::path& file;
    std::uint32_t rank;
  };

  void scan(int rank);
  void store(const ChakraOrder&, const std::vector<ChakraTask>&, bool one_queue);
  static bool is_of_host(const ChakraNode&);
  ChakraTask task_of(const Reading&, const ChakraNode&);
  ChakraTask computation(const Reading&, const ChakraNode&);
  Time time_in(const Reading&, const ChakraNode&) const;
  void count_time(const Reading&, const ChakraNode&, Time);
  ChakraTask message(const Reading&, const ChakraNode&);
  ChakraTask collective(const Reading&, const ChakraNode&);
  Bytes size_of(const Reading&, const ChakraNode&) const;
  std::int32_t peer_of(const Reading&, const ChakraNode&, std::optional<std::int64_t>,
                       const char* name) const;
  std::int32_t root_of(const Reading&, const ChakraNode&, std::uint32_t comm) const;
  [[noreturn]] void refuse_mismatch();
  void add_notes();

  [[noreturn]] static void refuse(const Reading& r, const ChakraNode& n, std::string_view what) {
    throw Error(Exit::usage, ErrorPlace(r.file.string()), fmt::format("{}: {}", describe(n), what));
  }
  static MessageKey key_of(const Operation& op, int rank) {
    return op.kind == OpKind::isend ? MessageKey{0, rank, op.peer, op.tag}
                                    : MessageKey{0, op.peer, rank, op.tag};
  }

  ChakraFiles files_;
  ReplayParams params_;
  Tally tally_;
  ChakraWriter writer_;
  ChakraGroups groups_;
  std::optional<mpi::Device> device_;
  std::vector<ChakraRank> ranks_;
  std::shared_ptr<const TextFile> file_;
  std::string version_;
  Time rank_time_{0};               // of all nodes of the rank that is read, as they are replayed
  std::uint64_t without_time_ = 0;  // nodes that count operations, but have no duration
  std::uint64_t of_host_ = 0;       // calls of communication
};

Bytes ChakraTrace::size_of(const Reading& r, const ChakraNode& n) const {
  if (!n.comm_size) refuse(r, n, "has no attribute comm_size");
  if (*n.comm_size < 0 || *n.comm_size > kMostBytes) {
    refuse(r, n, fmt::format("comm_size is {}; legal are 0 to {} bytes", *n.comm_size, kMostBytes));
  }
  return params_.size_of({*n.comm_size});
}

std::int32_t ChakraTrace::peer_of(const Reading& r, const ChakraNode& n, std::optional<std::int64_t> peer,
                                  const char* name) const {
  if (!peer) refuse(r, n, fmt::format("has no attribute {}", name));
  if (*peer < 0 || *peer >= ranks()) {
    refuse(
        r, n,
        fmt::format("{} is rank {}, which does not exist; ranks are 0 to {}", name, *peer, ranks() - 1));
  }
  return static_cast<std::int32_t>(*peer);
}

// By operations and bytes on the device that replay has, else as long as it took.
ChakraTask ChakraTrace::computation(const Reading& r, const ChakraNode& n) {
  ChakraTask t{.op = {.kind = OpKind::icompute},
               .queue = n.is_cpu_op ? ChakraQueue::cpu : ChakraQueue::device};
  const std::int64_t operations = n.num_ops.value_or(0), bytes = n.tensor_size.value_or(0);
  if (operations < 0 || bytes < 0) refuse(r, n, "num_ops and tensor_size must not be negative");
  const bool counts = operations > 0 || (bytes > 0 && n.type != ChakraType::comp);
  Time time = time_in(r, n);
  if (counts && device_ && !n.is_cpu_op) {
    time = device_->time(static_cast<double>(operations), static_cast<double>(bytes));
  } else if (counts && time == Time{0}) {
    ++without_time_;
  }
  t.op.time = params_.time_of(time);
  count_time(r, n, t.op.time);
  tally_.compute(time);
  return t;
}

// In the trace.
Time ChakraTrace::time_in(const Reading& r, const ChakraNode& n) const {
  constexpr auto kMostMicros = static_cast<std::uint64_t>(kLongest.ps / 1'000'000);
  Time time = kNever;
  if (n.duration_ps) {
    time = {*n.duration_ps};
  } else if (n.duration_micros <= kMostMicros) {
    time = {static_cast<std::int64_t>(n.duration_micros) * 1'000'000};
  }
  if (time < Time{0}) {
    refuse(r, n, fmt::format("kasuri.duration_ps is {}; it must not be negative", time.ps));
  }
  if (time > kLongest) {
    refuse(r, n,
           fmt::format("it takes {}; a node may take at most {}",
                       n.duration_ps ? fmt::format("{} ps", *n.duration_ps)
                                     : fmt::format("{} µs", n.duration_micros),
                       to_string(kLongest)));
  }
  return time;
}

// Times of the simulator end at 2^63 ps.
void ChakraTrace::count_time(const Reading& r, const ChakraNode& n, Time time) {
  if (time > kLongest)
    refuse(r, n, fmt::format("in replay it takes longer than {}", to_string(kLongest)));
  if (time > kNever - rank_time_) {
    refuse(r, n,
           "this node and those before it take longer than 106 days (2^63 ps) together");
  }
  rank_time_ += time;
}

ChakraTask ChakraTrace::message(const Reading& r, const ChakraNode& n) {
  const bool sends = n.type == ChakraType::comm_send;
  ChakraTask t{.op = {.kind = sends ? OpKind::isend : OpKind::ireceive},
               .queue = sends ? ChakraQueue::communication : ChakraQueue::none};
  t.op.peer = sends ? peer_of(r, n, n.comm_dst, "comm_dst") : peer_of(r, n, n.comm_src, "comm_src");
  const std::int64_t tag = n.comm_tag.value_or(0);
  if (tag < 0 || tag > INT32_MAX)
    refuse(r, n, fmt::format("comm_tag is {}; legal are 0 to {}", tag, INT32_MAX));
  t.op.tag = static_cast<std::int32_t>(tag);
  t.op.bytes = sends ? size_of(r, n) : Bytes{kMostBytes};
  const MessageKey key = key_of(t.op, static_cast<int>(r.rank));
  if (sends) tally_.send(key, {*n.comm_size});
  else tally_.receive(key);
  return t;
}

// The rank of the job that root_rank or comm_src names, by its place in the group.
std::int32_t ChakraTrace::root_of(const Reading& r, const ChakraNode& n, std::uint32_t comm) const {
  const auto named = n.root_rank ? n.root_rank : n.comm_src;
  if (!named) return 0;
  const std::int32_t root = peer_of(r, n, named, n.root_rank ? "root_rank" : "comm_src");
  const std::int32_t index = groups_.index_of(comm, static_cast<std::uint32_t>(root));
  if (index < 0)
    refuse(r, n, fmt::format("its root, rank {}, is no member of group '{}'", root, n.group));
  return index;
}

// comm_size is what a rank gives: of an all-gather its share, of a reduce-scatter or all-to-all the
// whole.
ChakraTask ChakraTrace::collective(const Reading& r, const ChakraNode& n) {
  using enum mpi::Collective;
  constexpr std::array kKinds{allreduce,
                              reduce,
                              allgather,
                              gather,
                              scatter,
                              bcast,
                              alltoall,
                              reduce_scatter_block,
                              reduce_scatter_block,
                              barrier};
  if (!n.comm_type) refuse(r, n, "has no attribute comm_type");
  if (*n.comm_type < 0 || *n.comm_type >= static_cast<std::int64_t>(kKinds.size())) {
    refuse(r, n,
           fmt::format("comm_type {} is not known; legal are 0 to {}", *n.comm_type, kKinds.size() - 1));
  }
  if (n.leaves_out_dimensions && n.group.empty()) {
    refuse(r, n,
           "involved_dim leaves out dimensions of a network that the trace does not describe; name "
           "process groups instead (pg_name)");
  }
  ChakraTask t{.op = {.kind = OpKind::icollective}, .queue = ChakraQueue::communication};
  t.op.collective = kKinds[static_cast<std::size_t>(*n.comm_type)];
  t.op.comm = groups_.find(r.file, describe(n), n.group, r.rank);
  const Bytes size = t.op.collective == barrier ? Bytes{0} : size_of(r, n);
  const std::int64_t members = groups_.size_of(t.op.comm);
  const bool divided = t.op.collective == scatter || t.op.collective == alltoall ||
                       t.op.collective == reduce_scatter_block;
  t.op.bytes = divided ? Bytes{(size.n + members - 1) / members} : size;
  const bool rooted = t.op.collective == bcast || t.op.collective == reduce ||
                      t.op.collective == gather || t.op.collective == scatter;
  if (rooted) t.op.root = root_of(r, n, t.op.comm);
  summary_.collective_bytes += size;
  return t;
}

// The call of a communication on the CPU (c10d::…): the communication is a node of its own. It has no
// attributes of one.
bool ChakraTrace::is_of_host(const ChakraNode& n) {
  return n.is_cpu_op && ((n.type == ChakraType::comm_coll && !n.comm_type) ||
                         (n.type == ChakraType::comm_send && !n.comm_dst) ||
                         (n.type == ChakraType::comm_recv && !n.comm_src));
}

ChakraTask ChakraTrace::task_of(const Reading& r, const ChakraNode& n) {
  if (is_of_host(n)) {
    ++of_host_;
    return computation(r, n);
  }
  switch (n.type) {
    case ChakraType::invalid: refuse(r, n, "has no type");
    case ChakraType::metadata:
      groups_.define(r.file, describe(n), n.input_values);
      count_time(r, n, time_in(r, n));
      return {.op = {.kind = OpKind::idelay, .time = time_in(r, n)}};
    case ChakraType::mem_load:
    case ChakraType::mem_store:
    case ChakraType::comp: return computation(r, n);
    case ChakraType::comm_send:
    case ChakraType::comm_recv: return message(r, n);
    case ChakraType::comm_coll: return collective(r, n);
  }
  refuse(r, n, "has no type");
}

void ChakraTrace::scan(int rank) {
  const Reading r{files_.of_ranks()[static_cast<std::size_t>(rank)], static_cast<std::uint32_t>(rank)};
  ChakraOrder order;
  std::vector<ChakraTask> tasks;
  tally_.begin_rank(rank);
  groups_.begin_rank();
  rank_time_ = {0};
  const ChakraHead head = read_chakra(r.file, [&](ChakraNode& n) {
    order.add(r.file, n.id, n.name, n.deps);
    const bool known = n.type == ChakraType::comm_coll && n.comm_type && *n.comm_type >= 0 &&
                       *n.comm_type < static_cast<std::int64_t>(kChakraCollectives.size());
    tally_.count(known ? kChakraCollectives[static_cast<std::size_t>(*n.comm_type)]
                       : kChakraTypes[static_cast<std::size_t>(n.type)]);
    tasks.push_back(task_of(r, n));
  });
  if (rank == 0) version_ = head.version;
  if (const std::int64_t n = head.streams.value_or(1); n != 0 && n != 1) {
    throw Error(
        Exit::usage, ErrorPlace(r.file.string()),
        fmt::format(
            "its attribute kasuri.streams is {}; legal are 0 (as many as there are operations) and 1",
            n));
  }
  order.sort(r.file);
  store(order, tasks, head.streams.value_or(1) == 1);
  const ReplaySends usual = head.streams ? ReplaySends::protocol : ReplaySends::buffered;
  ranks_.back().buffered = params_.sends.value_or(usual) == ReplaySends::buffered;
}

// Collectives of a group begin in this order, which is the same on all members whose graphs are alike.
void ChakraTrace::store(const ChakraOrder& order, const std::vector<ChakraTask>& tasks, bool one_queue) {
  std::map<std::uint32_t, std::uint32_t> last;  // by communicator
  writer_.begin_rank();
  for (const std::uint32_t node : order.sorted()) {
    const ChakraTask& t = tasks[node];
    std::vector<std::uint32_t> after = order.dependences(node);
    if (t.op.kind == OpKind::icollective) {
      tally_.collective(t.op.comm, t.op.collective, t.op.root, t.op.bytes);
      if (const auto before = last.find(t.op.comm); one_queue && before != last.end()) {
        if (std::ranges::find(after, before->second) == after.end()) after.push_back(before->second);
      }
      last[t.op.comm] = order.place(node);
    }
    writer_.put(t.op, one_queue ? t.queue : ChakraQueue::none, after);
  }
  ranks_.push_back(writer_.end_rank());
}

void ChakraTrace::refuse_mismatch() {
  for (int rank = 0; rank < ranks(); ++rank) {
    const Reading r{files_.of_ranks()[static_cast<std::size_t>(rank)], static_cast<std::uint32_t>(rank)};
    read_chakra(r.file, [&](ChakraNode& n) {
      if ((n.type != ChakraType::comm_send && n.type != ChakraType::comm_recv) || is_of_host(n)) return;
      const bool sends = n.type == ChakraType::comm_send;
      Operation op{.kind = sends ? OpKind::isend : OpKind::ireceive};
      op.peer = static_cast<std::int32_t>(sends ? *n.comm_dst : *n.comm_src);
      op.tag = static_cast<std::int32_t>(n.comm_tag.value_or(0));
      tally_.look_again(key_of(op, rank), sends ? 1 : -1,
                        fmt::format("{}: {}", r.file.string(), describe(n)));
    });
  }
  tally_.refuse_mismatch();
}

void ChakraTrace::add_notes() {
  if (of_host_ > 0) {
    summary_.notes.push_back(fmt::format("{} nodes of the CPU are calls of communication without its "
                                         "attributes (c10d::…): they are computation", of_host_));
  }
  if (!version_.empty()) summary_.notes.push_back(std::string(kVersionNote) + version_);
  if (without_time_ > 0) {
    summary_.notes.push_back(
        fmt::format("{} nodes count operations or bytes, but have no duration: they take no time unless "
                    "jobs.replay.roofline names a device",
                    without_time_));
  }
}

const Format chakra{
    "chakra", "Chakra's execution traces, NAME.RANK.et, as protocol buffers or JSON", ChakraFiles::is_one,
    [](const std::filesystem::path& path, const ReplayParams& params) -> std::unique_ptr<Trace> {
      return std::make_unique<ChakraTrace>(path, params);
    },
    [](const std::filesystem::path& path) {
      const ChakraFiles files(path);
      std::vector<std::filesystem::path> others;
      for (const auto& f : files.of_ranks()) {
        if (f != path) others.push_back(f);
      }
      if (std::filesystem::exists(files.groups())) others.push_back(files.groups());
      return others;
    }};

}  // namespace
}  // namespace kasuri::trace
