// SPDX-License-Identifier: MIT
// A run as Chakra's execution traces: a node for each computation, message and collective. It depends on
// what the rank had waited for before it began, and on its last computation. Waiting itself is no node,
// nor is polling: replay waits for dependences. What is neither computation nor communication is a
// METADATA node: several dependences as one, and delays of a device, which last kasuri.duration_ps.
//
// Kasuri's own attributes make replay exact where it can be: kasuri.duration_ps, and kasuri.streams = 0
// of the whole file, which says that operations were on as many streams as there are. Process groups are
// in NAME.groups.json.
//
// Ranks that are graphs of tasks already (task_stream.h) keep them: nodes have the numbers of tasks. Where
// queues have an order of their own, a task depends on the one before it on its queue. Where they take what
// is ready first, as in Chakra's traces, the file has no kasuri.streams = 0, and replay has its queues.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/task_stream.h"
#include "mpi/ranks/world.h"
#include "workload/traces/chakra_node.h"
#include "workload/traces/chakra_recorded.h"
#include "workload/traces/chakra_stream.h"
#include "workload/traces/chakra_wire.h"
#include "workload/traces/recording.h"

namespace kasuri::trace {
namespace {

using mpi::Handle;
using Node = RecordedNode;

class ChakraRecording final : public Recording, public mpi::TaskRecorder {
 public:
  explicit ChakraRecording(std::vector<RecordedJob> jobs)
      : Recording(std::move(jobs)), ranks_(all_ranks()) {}

  void computes(std::uint32_t rank, Time length) override {
    if (length.ps > 0) blocks(rank, add(rank, computation(length)));
  }
  void computes_beside(std::uint32_t rank, Time length, Handle h) override {
    ranks_[rank].open[h] = add(rank, computation(length));
  }
  void delays_beside(std::uint32_t rank, Time length, Handle h) override {
    Node n = computation(length);
    n.type = ChakraType::metadata, n.name = "delay";
    ranks_[rank].open[h] = add(rank, n);
  }
  void begins(std::uint32_t rank, std::span<const mpi::TaskNote>, bool keeps_queues) override;
  void polls(std::uint32_t, Time) override {}
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Node n{.type = ChakraType::comm_send, .name = "send"};
    n.size = t.bytes.n;
    n.peer = member(rank, t.comm->group, t.peer);
    n.context = t.context(), n.tag = t.tag;
    const std::uint64_t id = add(rank, n);
    if (t.mode != mpi::Transfer::Mode::buffered) ranks_[rank].by_protocol = true;
    if (mpi::is_request(h)) ranks_[rank].open[h] = id;
  }
  // Whom a message comes from is known at its end.
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Log& log = ranks_[rank];
    log.open[h] = add(rank, {.type = ChakraType::invalid, .name = "recv", .context = t.context()});
    log.sources[h] = t.comm->group;
  }
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle> all) override {
    Log& log = ranks_[rank];
    if (coroutine != rank || log.task) return;
    for (const Handle h : all) {
      const auto found = mpi::is_request(h) ? log.open.find(h) : log.open.end();
      if (found == log.open.end() ||
          std::ranges::find(log.frontier, found->second) != log.frontier.end()) {
        continue;
      }
      log.frontier.push_back(found->second);
    }
    constexpr std::size_t kMost = 16;
    if (log.frontier.size() > kMost) {
      blocks(rank, add(rank, {.type = ChakraType::metadata, .name = "join"}));
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& status, bool) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const std::uint64_t id = found->second;
    log.open.erase(found);
    const auto source = log.sources.extract(h);
    if (source.empty()) return;
    Node n = log.nodes.get(spill_, id);
    n.type = status.cancelled ? ChakraType::metadata : ChakraType::comm_recv;
    if (status.cancelled) {
      n.name = "cancelled";
    } else {
      n.size = status.bytes.n;
      n.peer = member(rank, source.mapped(), status.source);
      n.tag = status.tag;
    }
    log.nodes.set(spill_, id, n);
  }
  void collective(std::uint32_t rank, const mpi::Communicator&, mpi::Collective,
                  const mpi::CollectiveCall&, Handle) override;
  // By the collectives that members agree with (mpi/ranks/communicators.cpp).
  void makes(std::uint32_t rank, const mpi::Communicator& parent, std::uint32_t code, std::int32_t,
             std::int32_t, const mpi::Communicator*) override {
    const auto agree = [&](std::int32_t by, std::int64_t bytes, bool rooted) {
      Node n{.type = ChakraType::comm_coll, .name = "comm_create", .size = bytes};
      if (rooted) n.peer = member(rank, parent.group, 0);
      n.collective = by;
      n.group = group_of(rank, parent);
      blocks(rank, add(rank, n));
    };
    if (code != static_cast<std::uint32_t>(mpi::Making::split)) return agree(kAllreduce, 4, false);
    agree(kGather, mpi::kSplitWish, true);
    agree(kScatter, mpi::kSplitShare * parent.size(), true);
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  static constexpr std::int32_t kAllreduce = 0, kGather = 3, kScatter = 4, kBarrier = 9;
  struct Log {
    Spilled<Node> nodes;
    Spilled<std::uint64_t> deps;                     // of all nodes, one after the other
    std::vector<std::uint64_t> frontier;             // what the next node depends on
    std::unordered_map<Handle, std::uint64_t> open;  // nodes of requests
    std::unordered_map<Handle, mpi::Group> sources;  // of receives
    RecordedGroups::Known groups;
    std::string refused;  // a collective that Chakra does not know
    bool by_protocol = false;   // some send is not buffered
    // Of a graph of tasks: the node of the one that begins, that of the first task of this run, and what
    // each queue began last.
    std::optional<std::uint64_t> task;
    std::uint64_t first_task = 0;
    bool keeps_queues = false;
    std::map<std::uint8_t, std::uint64_t> last_on;
  };

  static Node computation(Time length) {
    return {.type = ChakraType::comp, .name = "compute", .size = length.ps};
  }
  // Every node after it depends on this one.
  void blocks(std::uint32_t rank, std::uint64_t id) {
    if (!ranks_[rank].task) ranks_[rank].frontier = {id};
  }
  void begin_again(Log&);
  std::uint64_t add(std::uint32_t rank, Node n) {
    Log& log = ranks_[rank];
    if (log.task) {
      const Node old = log.nodes.get(spill_, *log.task);
      n.first_dep = old.first_dep, n.deps = old.deps, n.of_cpu = old.of_cpu;
      log.nodes.set(spill_, *log.task, n);
      return *log.task;
    }
    n.first_dep = log.deps.size();
    n.deps = static_cast<std::uint32_t>(log.frontier.size());
    log.deps.append(spill_, log.frontier);
    log.nodes.push_back(spill_, n);
    return log.nodes.size() - 1;
  }
  std::int32_t member(std::uint32_t rank, const mpi::Group& group, std::int32_t index) const {
    return static_cast<std::int32_t>(group.member(index) - job_of(rank).first_rank);
  }
  // 0 for all ranks of the job.
  std::uint32_t group_of(std::uint32_t rank, const mpi::Communicator& comm) {
    const RecordedJob& job = job_of(rank);
    if (comm.context == world_of(job)) return 0;
    return groups_.number(comm.context, comm.group, ranks_[rank].groups);
  }
  std::uint32_t world_of(const RecordedJob& job) const {
    return 2 * static_cast<std::uint32_t>(&job - jobs_.data());
  }
  void write_job(const RecordedJob&, const std::filesystem::path& folder, const std::string& name) const;

  std::vector<Log> ranks_;
  RecordedGroups groups_;
};

// The rank's run has ended, and another one begins: after all nodes that no other depends on.
void ChakraRecording::begin_again(Log& log) {
  std::vector<bool> has_later(log.nodes.size());
  log.deps.each(spill_, [&](std::span<const std::uint64_t> some) {
    for (const std::uint64_t d : some) has_later[d] = true;
  });
  Node end{.type = ChakraType::metadata, .name = "join", .first_dep = log.deps.size()};
  for (std::uint64_t id = log.first_task; id < log.nodes.size(); ++id) {
    if (!has_later[id]) log.deps.push_back(spill_, id);
  }
  end.deps = static_cast<std::uint32_t>(log.deps.size() - end.first_dep);
  log.frontier = {log.nodes.size()};
  log.nodes.push_back(spill_, end);
  log.first_task = log.nodes.size();
  log.last_on.clear();
}

void ChakraRecording::begins(std::uint32_t rank, std::span<const mpi::TaskNote> all, bool keeps_queues) {
  Log& log = ranks_[rank];
  for (const mpi::TaskNote& note : all) {
    const std::uint64_t at = log.first_task + note.number;
    if (at < log.nodes.size() && log.nodes.get(spill_, at).type != ChakraType::invalid) begin_again(log);
    const std::uint64_t id = log.first_task + note.number;
    while (id >= log.nodes.size()) log.nodes.push_back(spill_, {});
    Node n;
    const bool queued = note.queue != mpi::Task::kNoQueue;
    log.keeps_queues |= queued && keeps_queues;
    // What takes no time, until add() says more: on a queue it waits for its turn.
    n.type = queued && keeps_queues ? ChakraType::comp : ChakraType::metadata;
    n.name = queued && keeps_queues ? "compute" : "join";
    n.of_cpu = note.queue == static_cast<std::uint8_t>(ChakraQueue::cpu);
    n.first_dep = log.deps.size();
    if (note.after.empty()) log.deps.append(spill_, log.frontier);
    for (const std::uint64_t a : note.after) log.deps.push_back(spill_, log.first_task + a);
    if (queued && !keeps_queues) {
      const auto [last, is_first] = log.last_on.try_emplace(note.queue, id);
      if (!is_first && std::ranges::find(note.after, last->second - log.first_task) == note.after.end()) {
        log.deps.push_back(spill_, last->second);
      }
      last->second = id;
    }
    n.deps = static_cast<std::uint32_t>(log.deps.size() - n.first_dep);
    log.nodes.set(spill_, id, n);
    log.task = id;
  }
}

void ChakraRecording::collective(std::uint32_t rank, const mpi::Communicator& comm, mpi::Collective which,
                                 const mpi::CollectiveCall& call, Handle handle) {
  using enum mpi::Collective;
  const std::int64_t own = call.bytes().n, members = comm.size();
  Node n{.type = ChakraType::comm_coll, .size = own};
  bool rooted = false;
  switch (which) {
    case allreduce: n.collective = 0; break;
    case reduce: n.collective = 1, rooted = true; break;
    case allgather: n.collective = 2; break;
    case gather: n.collective = 3, rooted = true; break;
    case scatter: n.collective = 4, rooted = true, n.size = own * members; break;
    case bcast: n.collective = 5, rooted = true; break;
    case alltoall: n.collective = 6, n.size = call.out.bytes(0).n * members; break;
    case reduce_scatter_block: n.collective = 8; break;
    case barrier: n.collective = kBarrier, n.size = 0; break;
    default: ranks_[rank].refused = name_of(which); return;
  }
  n.name = kChakraCollectives[static_cast<std::size_t>(n.collective)];
  if (rooted) n.peer = member(rank, comm.group, call.root);
  n.group = group_of(rank, comm);
  const std::uint64_t id = add(rank, n);
  if (handle) ranks_[rank].open[handle] = id;
  else blocks(rank, id);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw Error(Exit::limit, ErrorPlace(path.string()), "cannot be written");
}

void ChakraRecording::write_job(const RecordedJob& job, const std::filesystem::path& folder,
                                const std::string& name) const {
  const std::span ranks(&ranks_[job.first_rank], job.ranks);
  RecordedNames names(world_of(job));
  for (const Log& log : ranks) {
    log.nodes.each(spill_, [&](std::span<const Node> some) {
      for (const Node& n : some) {
        if (n.is_message()) names.add_tag(n.context, n.tag);
        if (n.group > 0) names.add_group(n.group);
      }
    });
  }
  names.finish();
  const bool by_protocol = std::ranges::any_of(ranks, &Log::by_protocol);
  for (std::uint32_t r = 0; r < job.ranks; ++r) {
    const Log& log = ranks[r];
    std::string text = recorded_head(!log.keeps_queues ? 0 : by_protocol ? 1 : -1);
    std::vector<std::uint64_t> deps;
    log.deps.each(spill_, [&](std::span<const std::uint64_t> some) {
      deps.insert(deps.end(), some.begin(), some.end());
    });
    std::uint64_t id = 0;
    log.nodes.each(spill_, [&](std::span<const Node> some) {
      for (const Node& n : some) {
        const std::span after(deps.data() + n.first_dep, n.deps);
        const bool has_ended = n.type != ChakraType::invalid;
        if (has_ended) text += framed(id, n, after, names);
        ++id;
      }
    });
    write_file(folder / fmt::format("{}.{}.et", name, r), text);
  }
  nlohmann::ordered_json groups = nlohmann::ordered_json::object();
  for (const auto& [number, group] : names.groups()) {
    std::vector<std::uint32_t> members = groups_.members(number);
    for (std::uint32_t& m : members) m -= job.first_rank;
    groups[group] = members;
  }
  if (!groups.empty()) write_file(folder / (name + ".groups.json"), groups.dump() + "\n");
}

std::vector<std::string> ChakraRecording::write(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const RecordedJob& job = jobs_[j];
    for (std::uint32_t r = 0; r < job.ranks; ++r) {
      const std::string& refused = ranks_[job.first_rank + r].refused;
      if (refused.empty()) continue;
      throw Error(
          Exit::usage, ErrorPlace("kasuri"),
          fmt::format("Chakra's traces do not know {}, which rank {} of job '{}' calls; OTF2 does "
                      "(--record otf2, of programs)",
                      refused, r, job.name));
    }
    const std::string name = file_name(j), within = name + "-chakra";
    std::filesystem::create_directories(folder / within);
    write_job(job, folder / within, name);
    names.push_back(fmt::format("{}/{}.*.et", within, name));
  }
  return names;
}

const RecordingFormat chakra_recording{"chakra", "Chakra's execution traces, one file for each rank",
                                       [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
                                         return std::make_unique<ChakraRecording>(std::move(jobs));
                                       }};

}  // namespace
}  // namespace kasuri::trace
